import type { Lobby } from "./lobby.svelte";

/** The lobby whose user plays the computer while waiting for an opponent. */
class Meanwhile {
  lobby = $state.raw<Lobby | null>(null);

  /** Returns the lobby to its page. */
  take(): Lobby | null {
    const { lobby } = this;
    this.lobby = null;
    return lobby;
  }
}

export const meanwhile = new Meanwhile();
