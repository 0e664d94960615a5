/** How long what cannot be undone stands before it can be pressed, in milliseconds: a press that was on its way to something else does nothing. */
export const READING = 800;
