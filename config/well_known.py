"""What browsers and people who look for faults ask for at fixed addresses (RFC 8615)."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# RFC 9116 asks for less than a year: whoever finds an old copy looks for a new one.
VALID_FOR = timedelta(days=180)


@require_safe
@cache_control(max_age=24 * 3600)
def security(request: HttpRequest) -> HttpResponse:
    """Serve security.txt (RFC 9116): where to report a fault. 404 until SECURITY_CONTACT is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = datetime.combine(timezone.now().date() + VALID_FOR, time(), UTC)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat()}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
