/** How long a member of staff can choose their password by the link that they were sent, in ms (AD-2). */
export const STAFF_LINK_MS = 72 * 60 * 60_000
