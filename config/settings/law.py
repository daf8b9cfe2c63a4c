"""What whoever runs the site answers for: contact, imprint, age, and how long data about people is kept."""

from config import environment

# Where people report faults that make the site unsafe: an address of a page, or mailto: and a mail address.
SECURITY_CONTACT = environment.text("SECURITY_CONTACT", "")
# Who answers for the site, for the pages of law; without name and address there is no imprint.
OPERATOR_NAME = environment.text("OPERATOR_NAME", "")
OPERATOR_ADDRESS = environment.text("OPERATOR_ADDRESS", "")
OPERATOR_EMAIL = environment.text("OPERATOR_EMAIL", "")
MINIMUM_AGE = environment.whole_number("MINIMUM_AGE", default=16, minimum=1)
# How many days data is kept that nobody needs for long; services.retention.
KEEP_IDLE_GUESTS_DAYS = environment.whole_number("KEEP_IDLE_GUESTS_DAYS", default=365, minimum=1)
KEEP_TALK_DAYS = environment.whole_number("KEEP_TALK_DAYS", default=365, minimum=1)
KEEP_NOTICES_DAYS = environment.whole_number("KEEP_NOTICES_DAYS", default=90, minimum=1)
KEEP_REPORTS_DAYS = environment.whole_number("KEEP_REPORTS_DAYS", default=365, minimum=1)
