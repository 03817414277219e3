import { ageOnDay } from '../validation/age.ts'
import type { Sex } from './assessment.ts'

/** The rule part of a published recommendation (MP-20). */
export interface Recommendation {
  readonly id: string
  /** In whole years, `to` included; `to` null: no upper age. */
  readonly from: number
  readonly to: number | null
  /** Null: for everyone. */
  readonly sex: Sex | null
  /** Only for people who smoke or have smoked. */
  readonly smoked: boolean
  /** What proves that it was done: any one of these is enough. */
  readonly shownBy: readonly Proof[]
}

export interface Proof {
  /** Codes of services. */
  readonly codes: readonly string[]
  /** For how many months each proof counts; null: forever. */
  readonly months: number | null
  /** On how many days the shot must be given; absent: one. */
  readonly doses?: number | undefined
  /** The least number of months between the first and the last of them. */
  readonly apart?: number | undefined
  /** The first must be given before this age, in whole years. */
  readonly begunBefore?: number | undefined
}

export interface PreventiveService {
  readonly code: string
  /** `yyyy-mm-dd` */
  readonly day: string
}

/**
 * `shown`: a claim shows it and still counts; `again`: a claim shows it, but it is due again; `no-claim`: we have no claim for it,
 * which does not mean that it was not done; `ask`: only the doctor knows, because no claim can show it, or because not all its doses
 * are on record.
 */
export type CareState = 'shown' | 'again' | 'no-claim' | 'ask'

export interface DueCare {
  readonly id: string
  readonly state: CareState
  /** The last day on which a claim shows it was done; null: none does. */
  readonly last: string | null
  /** The day from which it is due again; null: not known, or once is enough. */
  readonly next: string | null
  /** It is for people of one sex, or who have smoked, and we do not know whether that applies. */
  readonly ifApplies: boolean
}

export interface CareFacts {
  /** `yyyy-mm-dd`, like `today`. */
  readonly born: string
  readonly today: string
  /** What the person told us; null: nothing. */
  readonly sex: Sex | null
  readonly smoked: boolean | null
  readonly services: readonly PreventiveService[]
}

/** What published recommendations advise at this age, starting with what is due. */
export function dueCare(recommendations: readonly Recommendation[], facts: CareFacts): DueCare[] {
  const age = ageOnDay(facts.born, facts.today)
  const due = recommendations
    .filter(({ from, to }) => age >= from && (to === null || age <= to))
    .filter(({ sex }) => sex === null || facts.sex === null || sex === facts.sex)
    .filter(({ smoked }) => !smoked || facts.smoked !== false)
    .map((one) => assessCare(one, facts))
  const order: readonly CareState[] = ['again', 'no-claim', 'ask', 'shown']
  return due.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || Number(a.ifApplies) - Number(b.ifApplies),
  )
}

function assessCare({ id, sex, smoked, shownBy }: Recommendation, facts: CareFacts): DueCare {
  const ifApplies = (sex !== null && facts.sex === null) || (smoked && facts.smoked === null)
  const seen = shownBy.map((proof) => ({
    proof,
    days: facts.services
      .filter(({ code, day }) => proof.codes.includes(code) && day <= facts.today)
      .map(({ day }) => day),
  }))
  const shown = seen
    .filter(({ proof, days }) => isEnough(proof, days, facts.born))
    .flatMap(({ proof: { months }, days }) =>
      days.map((day) => ({ day, until: months === null ? null : monthsAfter(day, months) })),
    )
  if (shown.length === 0) {
    const last = latest(seen.flatMap(({ days }) => days)) || null
    // Earlier doses of a series were often given before this plan, so our records seldom have them.
    const unseen = shownBy.every(({ doses = 1 }) => doses > 1) ? 'ask' : 'no-claim'
    return { id, state: unseen, last, next: null, ifApplies }
  }
  const last = latest(shown.map(({ day }) => day))
  if (shown.some(({ until }) => until === null)) return { id, state: 'shown', last, next: null, ifApplies }
  // If several tests count, the one that counts longest.
  const next = latest(shown.map(({ until }) => until ?? ''))
  return { id, state: next > facts.today ? 'shown' : 'again', last, next, ifApplies }
}

/** Whether the days on which something was given, `yyyy-mm-dd`, complete it. */
function isEnough({ doses = 1, apart = 0, begunBefore }: Proof, days: readonly string[], born: string): boolean {
  const given = [...new Set(days)].toSorted()
  const [first] = given
  if (first === undefined || given.length < doses) return false
  if (begunBefore !== undefined && ageOnDay(born, first) >= begunBefore) return false
  return latest(given) >= monthsAfter(first, apart)
}

function latest(days: readonly string[]): string {
  return days.toSorted().at(-1) ?? ''
}

/** The same day this many months later, or the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(date, last))
  return at.toISOString().slice(0, 10)
}
