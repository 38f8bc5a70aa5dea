"""What is sent to the browser and read by the terminal, as types; web/src/wire.ts is written from them (balka types).

Nothing here decides anything. What a type cannot say stands in docs/scene.md.
"""
