"""«Две книги» on a screen: the game as one seat may see it, on its own page and in rooms."""
