"""Reading titles, maps and Missions from their files, and positions as they are described."""
