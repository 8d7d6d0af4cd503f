"""What the Room page is made of: the door, the lobby, a player's table, the wall, the host's desk."""
