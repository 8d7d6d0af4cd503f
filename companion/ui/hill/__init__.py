"""Царь Горы on screens: what the host, a team and the wall see; called by the hill's own page and by rooms.

Each screen is drawn for one seat from `HillTables.look(game, seat)` alone, inside a fragment that first calls
`HillTables.tick(game)`: the hourglass asks for that fragment again when something is due.
"""
