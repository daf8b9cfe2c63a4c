# One image for all processes of the site: see compose.yaml. It installs wheels only.
FROM python:3.12-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=config.settings.prod
WORKDIR /site

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --no-binary http-ece -r requirements.txt

COPY manage.py ./
COPY config config
COPY accounts accounts
COPY games games
COPY templates templates
COPY static static

# These values only let the settings load; they do not stay in the image.
RUN python -m config.catalogues compile \
    && SECRET_KEY="only-while-the-image-is-built-0123456789-abcdefghijkl" ALLOWED_HOSTS=localhost \
       EMAIL_URL=consolemail:// DEFAULT_FROM_EMAIL=site@localhost.localdomain \
       python manage.py collectstatic --noinput --verbosity 0 \
    && useradd --system site && mkdir -p var /backups && chown -R site var /backups
USER site

EXPOSE 8000 9000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--no-clock"]
