/** The length of what a representative must enter before they act for someone (CS-1), in characters. */
export const simulationLimits = { reason: { min: 5, max: 500 }, ticket: { min: 3, max: 40 } } as const

/** The length of what a member enters about their earlier plan, and of a representative's reason for a change (OS-42), in characters. */
export const sharingLimits = { planName: { max: 80 }, number: { max: 40 }, reason: { min: 5, max: 300 } } as const

/** How many messages of a conversation are returned at a time, newest first. */
export const threadPage = 20

/** Limits of a message, in characters. */
export const messageLimits = { subject: 100, text: 10_000 } as const
