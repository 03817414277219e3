/** Limits of a message, in characters; attachments by count. */
export const messageLimits = { subject: 100, text: 10_000, attachments: 5 } as const
