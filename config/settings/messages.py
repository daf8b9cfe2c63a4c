"""What the site sends to people elsewhere: e-mails and web push."""

from config import environment

DEFAULT_FROM_EMAIL = environment.email_sender("DEFAULT_FROM_EMAIL", "site@localhost.localdomain")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Time-outs: for each answer of the mail server, and for the whole mail, after which the page says
# that it could not be sent. Two mails fit into the time of a request.
EMAIL_TIMEOUT = 10
EMAIL_PATIENCE = 12
# The address of the site, for links in mails that are sent without a request.
SITE_URL = environment.origin("SITE_URL", "http://127.0.0.1:8000")

# Web push: the private key of `manage.py push_keys`, and where push services may complain; without them no page
# offers pushes. Their addresses come from browsers, so from anybody: only tests send to machines of a private network.
WEB_PUSH_PRIVATE_KEY = environment.push_key("WEB_PUSH_PRIVATE_KEY")
WEB_PUSH_CONTACT = environment.text("WEB_PUSH_CONTACT", None if WEB_PUSH_PRIVATE_KEY else "")
WEB_PUSH_ANYWHERE = False

# How long a mail about games that wait for somebody is held back, so that one mail names all of them.
MAIL_GATHERING_SECONDS = 30
