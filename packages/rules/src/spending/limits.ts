import { plus } from '../claims/accumulators.ts'
import type { SpendingAccountType } from './accounts.ts'

/** Where a limit comes from, and when it was published: a day, or a month where the day is uncertain. */
export interface LimitSource {
  readonly name: string
  readonly published: string
}

interface Limit {
  readonly cents: number
  readonly source: LimitSource
}

interface YearLimits {
  readonly hsaSelf: Limit
  readonly hsaFamily: Limit
  /** Absent: not published yet. */
  readonly healthFsa?: Limit
  readonly dependentCare: Limit
}

const limit = (dollars: number, source: LimitSource): Limit => ({ cents: dollars * 100, source })

const hsa2025 = { name: 'Rev. Proc. 2024-25', published: '2024-05-09' }
const hsa2026 = { name: 'Rev. Proc. 2025-19', published: '2025-05-01' }
const hsa2027 = { name: 'Rev. Proc. 2026-24', published: '2026-05' }
const fsa2025 = { name: 'Rev. Proc. 2024-40', published: '2024-10-22' }
const fsa2026 = { name: 'Rev. Proc. 2025-32', published: '2025-10-09' }
const care2025 = { name: '26 U.S.C. 129(a)(2)', published: '1986-10-22' }
const care2026 = { name: 'Pub. L. 119-21, sec. 70404', published: '2025-07-04' }

/**
 * The most that the law lets people pay in, by the year in which the plan year begins. Dependent care: per household; a married person
 * who files separately may pay in half. Since 2026 that limit is fixed by law and is not adjusted for inflation.
 */
const limitsOfYears: Readonly<Record<number, YearLimits>> = {
  2025: {
    hsaSelf: limit(4_300, hsa2025),
    hsaFamily: limit(8_550, hsa2025),
    healthFsa: limit(3_300, fsa2025),
    dependentCare: limit(5_000, care2025),
  },
  2026: {
    hsaSelf: limit(4_400, hsa2026),
    hsaFamily: limit(8_750, hsa2026),
    healthFsa: limit(3_400, fsa2026),
    dependentCare: limit(7_500, care2026),
  },
  2027: {
    hsaSelf: limit(4_500, hsa2027),
    hsaFamily: limit(9_000, hsa2027),
    dependentCare: limit(7_500, care2026),
  },
}

/** For people who are 55 or older on the last day of the year (26 U.S.C. 223(b)(3)); the same every year since 2009. */
export const CATCH_UP_CENTS = 100_000
const catchUpAge = 55

export type CoverageLevel = 'self' | 'family'

/** The legal limit for a year: an amount with its source, or why there is none. */
export type LawLimit =
  | { readonly known: true; readonly cents: number; readonly catchUpCents: number; readonly source: LimitSource }
  /**
   * `year`: not published yet, or not known here; `coverage`: we do not know who the plan covers; `none`: there is no such limit.
   */
  | { readonly known: false; readonly why: 'year' | 'coverage' | 'none' }

/** The most that may be paid into an account in a plan year. For an HRA, only the employer decides. */
export function lawLimit(account: {
  readonly type: SpendingAccountType
  readonly planYear: number
  readonly coverageLevel: CoverageLevel | null
  /** The account owner's. */
  readonly birthYear: number
}): LawLimit {
  const { type, planYear, coverageLevel, birthYear } = account
  if (type === 'HRA') return { known: false, why: 'none' }
  const limits = limitsOfYears[planYear]
  if (limits === undefined) return { known: false, why: 'year' }
  if (type === 'HSA') {
    if (coverageLevel === null) return { known: false, why: 'coverage' }
    const { cents, source } = coverageLevel === 'self' ? limits.hsaSelf : limits.hsaFamily
    const catchUpCents = planYear - birthYear >= catchUpAge ? CATCH_UP_CENTS : 0
    return { known: true, cents: cents + catchUpCents, catchUpCents, source }
  }
  const found = type === 'DCA' ? limits.dependentCare : limits.healthFsa
  return found === undefined ? { known: false, why: 'year' } : { known: true, catchUpCents: 0, ...found }
}

/**
 * How much of what was paid in counts toward the limit: for health flexible spending, only the member's own money; for the other
 * accounts, everyone's; null: not known. For a savings account we must know both parts: without one, we would show more room than the
 * law allows, and the excess is taxed.
 */
export function sumCounted(account: {
  readonly type: SpendingAccountType
  readonly employeeCents: number | null
  readonly employerCents: number | null
}): number | null {
  const { type, employeeCents, employerCents } = account
  if (type === 'FSA' || type === 'LPFSA') return employeeCents
  if (type === 'HSA') return plus(employeeCents, employerCents)
  if (employeeCents === null && employerCents === null) return null
  return (employeeCents ?? 0) + (employerCents ?? 0)
}
