"""The live table: the GM's screen and every player's phone, rendered on the server from what each may know.

`rooms` keeps the tables that are open, `seats` who may sit at them, `screen` is what one looker sees at one moment,
`shown` turns that into values, `templates` draws them, `live` sends what has changed, `routes` takes what people press.
"""
