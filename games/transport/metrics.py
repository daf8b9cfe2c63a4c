"""This process's counters for Prometheus: numbers over all tables together.

Labels name outcomes, never an action's kind, a seat or a role: with a single running table, the
sum over all tables is about that table.
"""

from prometheus_client import Counter, Gauge, Histogram, start_http_server

SOCKETS = Gauge("site_sockets", "Open websockets")
ROOMS = Gauge("site_rooms", "Tables with somebody at them in this process")
ACTIONS = Counter("site_actions", "Actions asked for over sockets", ["outcome"])
AGREEMENTS = Counter(
    "site_agreements", "Proposals and answers of agreements over sockets", ["outcome"]
)
EXTENSIONS = Counter("site_extensions", "More time asked for a decision over sockets", ["outcome"])
SEAT_RETURNS = Counter(
    "site_seat_returns", "Seats taken back from a stand-in over sockets", ["outcome"]
)
UPDATE_SECONDS = Histogram(
    "site_update_seconds",
    "From hearing that a table has changed to having handed everybody the update",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
CLOCK_ACTIONS = Counter("site_clock_actions", "Actions the clock took for bots and stand-ins")
CLOCK_SWEPT = Gauge("site_clock_swept_seconds", "When the clock last looked at all that was due")
DELIVERIES = Counter(
    "site_deliveries", "Pushes and mails about notices handed over", ["channel", "outcome"]
)


def serve_metrics(host: str, port: int) -> None:
    """Answer Prometheus on a port of its own, to which no proxy leads; 0 is no port.

    Raises SystemExit with one line if it cannot listen there, as for any wrong setting.
    """
    if port:
        try:
            start_http_server(port, addr=host)
        except OSError as error:
            raise SystemExit(f"error: METRICS_HOST and METRICS_PORT: {error}") from None
