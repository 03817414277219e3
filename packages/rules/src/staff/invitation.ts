/** How long the link that lets new staff choose their password works, in ms (AD-2). */
export const STAFF_LINK_MS = 72 * 60 * 60_000
