"""Forecasts: a fight played many times from where it stands, by bots, with dice of its own."""

from firefight.sim.play import Outcome, play
from firefight.sim.result import Difference, Result, Share
from firefight.sim.work import simulate

__all__ = ["Difference", "Outcome", "Result", "Share", "play", "simulate"]
