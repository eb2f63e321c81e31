"""Benchmarks: each module's `measure()` returns rows; `python -m bench` runs them all."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "build" / "peers"))  # last, so that nothing of ours is overlaid
