/** What a last administrator cannot do to themselves is said; anything else may pass with another try. */
export const unlessLast = { codes: { CONFLICT: 'administration.last' }, otherwise: 'administration.failed' } as const
