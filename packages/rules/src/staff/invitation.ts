/** How long the link works with which new staff choose their password, in ms (AD-2). */
export const STAFF_LINK_MS = 72 * 60 * 60_000
