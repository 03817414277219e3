/** How long the way to a new password stays open, in ms (RG-2). */
export const RECOVERY_MS = 15 * 60_000

/** How many security questions a person chooses. */
export const CHOSEN_QUESTIONS = 3

/** How many of them recovery asks, all of which have to be answered. */
export const ASKED_QUESTIONS = 2
