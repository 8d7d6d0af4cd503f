"""What the page "Referee at the table" is made of."""
