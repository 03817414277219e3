/** What a page's stored session token says of what else it has stored (SI-9). */
export type Freshness = 'fresh' | 'stale'

/**
 * Compares the session token cookie with the stored one (SI-9): nothing stored is fresh and to be stored, a different one
 * means that what the page remembers is of another session. Without the cookie there is nothing to compare with.
 */
export function sessionFreshness(cookie: string | null, stored: string | null): Freshness {
  return cookie === null || stored === null || cookie === stored ? 'fresh' : 'stale'
}
