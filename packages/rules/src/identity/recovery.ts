/** How many security questions a person chooses. */
export const CHOSEN_QUESTIONS = 3

/** How many of them recovery asks; all must be answered. */
export const ASKED_QUESTIONS = 2
