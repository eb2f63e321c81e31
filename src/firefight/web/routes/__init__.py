"""What the server answers to, by who may ask: anybody, whoever sits at a table, the GM, a program."""

from firefight.web.routes import gm, home, live, play

ROUTES = [*home.ROUTES, *play.ROUTES, *gm.ROUTES, *live.ROUTES]
