/** CO-1: how far away a store may be, in statute miles: farther than anyone travels. Texts of the finder call it any distance. */
export const MAX_MILES = 3000

/** Steps of the slider. */
export const radiusSteps = [5, 10, 25, 50, 100, 250] as const
export const defaultRadius = 25

/** The most results that a search shows; anyone who gets more should narrow it down. */
export const maxFound = 200
export const finderPageSize = 20
export const maxCompared = 4
/** How many providers a member can save, and a call can list. */
export const maxSaved = 100

/** Days after which we mark an entry that no one has confirmed (45 CFR 149.120). */
export const VERIFIED_DAYS = 90

/** Business days within which staff settle a report. */
export const REPORT_DAYS = 2

const dayMs = 24 * 60 * 60 * 1000

/** Whether an entry was confirmed recently, on a day `yyyy-mm-dd`; null: it never was. */
export function isVerified(verifiedOn: string | null, today: string): boolean {
  return verifiedOn !== null && Date.parse(today) - Date.parse(verifiedOn) <= VERIFIED_DAYS * dayMs
}

/** What can be wrong with an entry. */
export const reportKinds = ['phone', 'address', 'not-accepting', 'left', 'network', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What staff found out about a report: the entry was wrong and has been corrected, it is right, or they cannot tell. */
export const reportOutcomes = ['corrected', 'right', 'cannot-tell'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

export const providerKinds = ['individual', 'facility', 'hospital', 'pharmacy', 'store'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** The last of this many business days after a day. Weekends and holidays (`yyyy-mm-dd`) do not count. */
export function businessDaysAfter(day: string, count: number, holidays: ReadonlySet<string>): string {
  let at = Date.parse(`${day}T00:00:00Z`)
  for (let left = count; left > 0; ) {
    at += dayMs
    const one = new Date(at)
    const isFree = one.getUTCDay() % 6 === 0 || holidays.has(one.toISOString().slice(0, 10))
    if (!isFree) left -= 1
  }
  return new Date(at).toISOString().slice(0, 10)
}
