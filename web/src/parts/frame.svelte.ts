/** State of the page around a view. */
class Frame {
  /** Whether a view fills the window and has its own menu. */
  full = $state(false);
  /** Whether `full` is known for the current page. */
  settled = $state(false);
  /** Whether the settings are open. */
  choosing = $state(false);
}

export const frame = new Frame();
