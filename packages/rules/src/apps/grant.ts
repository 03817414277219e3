/** For how long someone lets an app read: one visit, 13 months, or until they end it. */
export const grantLasts = ['once', 'months', 'open'] as const
export type GrantLasts = (typeof grantLasts)[number]

/** `by-app`: it gave its own tokens back; `reused`: a token that was spent came again, so that it may be stolen. */
export const grantEnds = [
  'by-person',
  'by-app',
  'over',
  'access-ended',
  'app-ended',
  'account-closed',
  'reused',
] as const
export type GrantEnd = (typeof grantEnds)[number]

/** How long the access of one visit lasts: as long as an access token. */
export const onceMs = 60 * 60_000

/** Someone is told this long before an app's access ends by itself. */
export const tellBeforeMs = 30 * 24 * 60 * 60_000

/**
 * When a grant ends by itself; null: never. `lastDay` is the last day of the right to that person's data, `yyyy-mm-dd` (OS-40); the grant
 * ends at the beginning of the next one.
 */
export function endOfGrant(lasts: GrantLasts, now: Date, lastDay: string | null): Date | null {
  const chosen = lasts === 'once' ? new Date(now.getTime() + onceMs) : lasts === 'months' ? inMonths(now, 13) : null
  const right = lastDay === null ? null : dayAfter(lastDay)
  if (chosen === null || right === null) return chosen ?? right
  return new Date(Math.min(chosen.getTime(), right.getTime()))
}

function inMonths(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() + months)
  return then
}

/** Days end everywhere in the US before this. */
function dayAfter(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + (24 + 5) * 60 * 60_000)
}
