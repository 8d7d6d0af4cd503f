"""What one takes away from a table: transcripts."""
