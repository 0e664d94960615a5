/** How long a destructive button is disabled after it appears, in milliseconds, to avoid accidental clicks. */
export const GUARD_DELAY_MS = 800;
