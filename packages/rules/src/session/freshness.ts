/** Whether what a page has stored still belongs to the current session, judged by its stored session token (SI-9). */
export type Freshness = 'fresh' | 'stale'

/**
 * Compares the session token cookie with the stored token (SI-9): if nothing is stored, the page is fresh and stores it; a different
 * token means that what the page remembers belongs to another session. Without the cookie there is nothing to compare.
 */
export function sessionFreshness(cookie: string | null, stored: string | null): Freshness {
  return cookie === null || stored === null || cookie === stored ? 'fresh' : 'stale'
}
