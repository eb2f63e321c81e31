"""Benchmarks: each module's `measure()` returns rows; `python -m bench` runs them all."""
