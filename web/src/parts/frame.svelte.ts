/** What the page around a view shows. */
class Frame {
  /** Whether a view fills the window, and its own menu leads where the header leads. */
  full = $state(false);
  /** Whether the settings are open. */
  choosing = $state(false);
}

export const frame = new Frame();
