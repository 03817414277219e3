/** Explains what the last administrator cannot do; other failures may pass with another try. */
export const unlessLast = { codes: { CONFLICT: 'administration.last' }, otherwise: 'administration.failed' } as const
