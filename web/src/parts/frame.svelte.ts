/** What the page around a view shows. */
class Frame {
  /** Whether a view fills the window, and its own menu leads where the header leads. */
  full = $state(false);
  /** Whether a game that is opened has said whether it fills the window. */
  settled = $state(false);
  /** Whether the settings are open. */
  choosing = $state(false);
}

export const frame = new Frame();
