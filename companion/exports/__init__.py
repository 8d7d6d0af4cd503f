"""What one takes away from a table: transcripts, and pages to print."""
