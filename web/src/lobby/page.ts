// The lobby.
export function openLobby(root: HTMLElement): void {
  root.textContent = "Balka";
}
