/** How long the way to a new password stays open, in ms (RG-2). */
export const RECOVERY_MS = 15 * 60_000

/** How long a new e-mail address can be confirmed, in ms (RG-3). */
export const EMAIL_CONFIRM_MS = 24 * 60 * 60_000

/** How many security questions a person chooses. */
export const CHOSEN_QUESTIONS = 3

/** How many of them recovery asks, all of which have to be answered. */
export const ASKED_QUESTIONS = 2
