"""What the server answers to, by who may ask: anybody, whoever sits at a table, the GM, a program."""

from firefight.web.routes import api, coming, forecast, gm, ground, home, live, play

ROUTES = [*home.ROUTES, *coming.ROUTES, *play.ROUTES, *gm.ROUTES, *forecast.ROUTES, *ground.ROUTES, *live.ROUTES, *api.ROUTES]
