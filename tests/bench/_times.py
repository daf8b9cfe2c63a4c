"""Times of looks: how long each took, and how much of it was this process's own processor time."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Times:
    """What was measured so far, in milliseconds."""

    whole: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def add(self, whole: float, own: float) -> None:
        """Note one look."""
        self.whole.append(whole)
        self.own.append(own)

    @property
    def p95(self) -> float:
        """The time that 95 of a hundred looks keep."""
        return _at(self.whole, 0.95)

    def __str__(self) -> str:
        return (
            f"p50 {_at(self.whole, 0.5):.1f} p95 {self.p95:.1f} ms,"
            f" own processor time p50 {_at(self.own, 0.5):.1f} p95 {_at(self.own, 0.95):.1f} ms"
        )


def _at(times: list[float], share: float) -> float:
    return sorted(times)[int(len(times) * share)]
