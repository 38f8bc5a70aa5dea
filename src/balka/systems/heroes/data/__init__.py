"""Reading titles, maps and Missions from their files."""
