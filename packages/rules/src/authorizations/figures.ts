/** Requests that a plan decided in a year, by how soon it had to (42 CFR 422.122(c), 45 CFR 156.223(c)): drugs are not among them. */
export interface DecidedRequests {
  readonly requests: number
  /** At first, without what an appeal changed; approved in part counts as approved. */
  readonly approved: number
  readonly partly: number
  readonly denied: number
  readonly approvedOnAppeal: number
  /** Approved at first, after the plan had said that it takes longer. */
  readonly extendedApproved: number
  /** From being sent, or else received, to the decision; null: no file says when. */
  readonly averageHours: number | null
  readonly medianHours: number | null
}

export interface YearFigures {
  readonly standard: DecidedRequests
  readonly expedited: DecidedRequests
  /** Standard ones of which no file says whether they were. */
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

/** What the rule has plans publish, in its order. */
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
  /** With one decimal; null: there was no request, which is not the same as none in a hundred. */
  readonly percent: number | null
}

export interface PublishedFigures {
  readonly shares: readonly Share[]
  /** Hours with one decimal; null: not known. */
  readonly times: readonly { readonly name: TimeName; readonly hours: number | null }[]
}

/** Counts below this could point at somebody: only their shares are published. */
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

/** A count as the public is told it; null: it is too small to be told. */
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
