/** How long someone lets an app read: one visit, 13 months, or until they revoke the grant. */
export const grantLasts = ['once', 'months', 'open'] as const
export type GrantLasts = (typeof grantLasts)[number]

/** `by-app`: the app revoked its own tokens; `reused`: a token came back after it was spent, so it may have been stolen. */
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

/** How long a one-visit grant lasts: as long as an access token. */
export const onceMs = 60 * 60_000

/** How long before an app's access ends by itself we notify the person. */
export const tellBeforeMs = 30 * 24 * 60 * 60_000

/**
 * When a grant ends by itself; null: never. `lastDay` is the last day of the right to that person's data, `yyyy-mm-dd` (OS-40); the
 * grant ends at the beginning of the next day.
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

/** By this moment, the day has ended everywhere in the US. */
function dayAfter(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + (24 + 5) * 60 * 60_000)
}
