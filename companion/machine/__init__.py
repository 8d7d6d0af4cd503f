"""Players of the smaller games: each sees its own View and proposes one action; the luck is given in, from a seed."""
