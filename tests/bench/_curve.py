"""A curve as an SVG file, for a report: points, axes, the numbers beside them."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 640, 320, 56
FOLDER = Path(__file__).resolve().parents[2] / "var" / "bench"

Point = tuple[float, float]


def draw(name: str, title: str, across: str, points: Sequence[Point]) -> Path:
    """Write the curve to var/bench; its file."""
    widest = max(x for x, _y in points) or 1
    highest = 1.25 * max(y for _x, y in points)
    right, bottom = WIDTH - MARGIN, HEIGHT - MARGIN

    def place(point: Point) -> Point:
        x, y = point
        return (
            MARGIN + x / widest * (right - MARGIN),
            bottom - y / highest * (bottom - MARGIN),
        )

    placed = [place(point) for point in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    words = [
        f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{value:.2f}</text>'
        f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{at:.0f}</text>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        for (x, y), (at, value) in zip(placed, points, strict=True)
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="11">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<text x="{MARGIN}" y="24" font-size="15">{escape(title)}</text>'
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="gray"/>'
        f'<polyline points="{line}" fill="none" stroke="black" stroke-width="2"/>'
        f"{''.join(words)}"
        f'<text x="{right}" y="{HEIGHT - 14}" text-anchor="end">{escape(across)}</text></svg>\n'
    )
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{name}.svg"
    file.write_text(svg)
    return file
