/** Requests that a plan decided in a year, by how soon it had to (42 CFR 422.122(c), 45 CFR 156.223(c)); drugs are not included. */
export interface DecidedRequests {
  readonly requests: number
  /** As first decided, without changes on appeal; approved in part counts as approved. */
  readonly approved: number
  readonly partly: number
  readonly denied: number
  readonly approvedOnAppeal: number
  /** Approved at first, after the plan had extended its time to decide. */
  readonly extendedApproved: number
  /** From when it was sent, or else received, to the decision; null: no file says when. */
  readonly averageHours: number | null
  readonly medianHours: number | null
}

export interface YearFigures {
  readonly standard: DecidedRequests
  readonly expedited: DecidedRequests
  /** Requests counted as standard because no file says whether they were. */
  readonly unsaid: number
}

export const noRequests: DecidedRequests = {
  requests: 0,
  approved: 0,
  partly: 0,
  denied: 0,
  approvedOnAppeal: 0,
  extendedApproved: 0,
  averageHours: null,
  medianHours: null,
}

/** The shares that the rule makes plans publish, in the rule's order. */
export const shareNames = [
  'standard-approved',
  'standard-denied',
  'standard-approved-on-appeal',
  'extended-approved',
  'expedited-approved',
  'expedited-denied',
] as const
export type ShareName = (typeof shareNames)[number]

export const timeNames = ['standard-average', 'standard-median', 'expedited-average', 'expedited-median'] as const
export type TimeName = (typeof timeNames)[number]

export interface Share {
  readonly name: ShareName
  readonly count: number
  readonly of: number
  /** With one decimal; null: there were no requests, which is not the same as 0 percent. */
  readonly percent: number | null
}

export interface PublishedFigures {
  readonly shares: readonly Share[]
  /** Hours with one decimal; null: not known. */
  readonly times: readonly { readonly name: TimeName; readonly hours: number | null }[]
}

/** A smaller count could identify a person: we publish only its share. */
export const MIN_TOLD_COUNT = 11

export function computePublished({ standard, expedited }: YearFigures): PublishedFigures {
  const all = standard.requests + expedited.requests
  const share = (name: ShareName, count: number, of: number): Share => ({
    name,
    count,
    of,
    percent: of === 0 ? null : toOneDecimal((count / of) * 100),
  })
  return {
    shares: [
      share('standard-approved', standard.approved, standard.requests),
      share('standard-denied', standard.denied, standard.requests),
      share('standard-approved-on-appeal', standard.approvedOnAppeal, standard.requests),
      share('extended-approved', standard.extendedApproved + expedited.extendedApproved, all),
      share('expedited-approved', expedited.approved, expedited.requests),
      share('expedited-denied', expedited.denied, expedited.requests),
    ],
    times: [
      { name: 'standard-average', hours: toHours(standard.averageHours) },
      { name: 'standard-median', hours: toHours(standard.medianHours) },
      { name: 'expedited-average', hours: toHours(expedited.averageHours) },
      { name: 'expedited-median', hours: toHours(expedited.medianHours) },
    ],
  }
}

/** A count as we publish it; null: it is too small to publish. */
export function tellCount({ count, of }: Share): { readonly count: number; readonly of: number } | null {
  const isTold = [count, of - count].every((one) => one === 0 || one >= MIN_TOLD_COUNT)
  return isTold ? { count, of } : null
}

function toHours(hours: number | null): number | null {
  return hours === null ? null : toOneDecimal(hours)
}

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
