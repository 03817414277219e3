/** What a representative has to say before they act for someone (CS-1), in characters. */
export const simulationLimits = { reason: { min: 5, max: 500 }, ticket: { min: 3, max: 40 } } as const

/** Messages of a conversation that are told at a time, the newest first. */
export const threadPage = 20

/** Limits of a message, in characters. */
export const messageLimits = { subject: 100, text: 10_000 } as const
