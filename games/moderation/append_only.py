"""The audit as a table whose rows the database refuses to change or delete."""

from games.models.append_only import AppendOnly

AUDIT_ROWS = AppendOnly(
    table="moderation_auditentry", trigger="audit_refuses", message="the audit is append-only"
)
