/** How often to take a medicine, if a prescription says so in fields rather than in words. */
export interface Dosing {
  /** How much at a time; null: not stated. */
  readonly amount: number | null
  /** In the prescription's words: `tablet`, `mL`. */
  readonly unit: string | null
  /** How many times in how many units of time: 2 times in 1 day. */
  readonly times: number | null
  readonly every: number | null
  readonly period: DosePeriod | null
  readonly asNeeded: boolean
  readonly at: readonly DoseTime[]
}

export const dosePeriods = ['hour', 'day', 'week', 'month'] as const
export type DosePeriod = (typeof dosePeriods)[number]
export const doseTimes = ['morning', 'noon', 'evening', 'bedtime', 'before-meals', 'with-meals', 'after-meals'] as const
export type DoseTime = (typeof doseTimes)[number]

/** Codes of `Timing.code` and of `Timing.repeat.when`, in lower case. */
const rhythms: Readonly<Record<string, readonly [times: number, every: number, period: DosePeriod]>> = {
  qd: [1, 1, 'day'],
  bid: [2, 1, 'day'],
  tid: [3, 1, 'day'],
  qid: [4, 1, 'day'],
  qod: [1, 2, 'day'],
  q1h: [1, 1, 'hour'],
  q2h: [1, 2, 'hour'],
  q3h: [1, 3, 'hour'],
  q4h: [1, 4, 'hour'],
  q6h: [1, 6, 'hour'],
  q8h: [1, 8, 'hour'],
  wk: [1, 1, 'week'],
  mo: [1, 1, 'month'],
}

const times: Readonly<Record<string, DoseTime>> = {
  am: 'morning',
  morn: 'morning',
  noon: 'noon',
  pm: 'evening',
  eve: 'evening',
  night: 'bedtime',
  hs: 'bedtime',
  bed: 'bedtime',
  ac: 'before-meals',
  c: 'with-meals',
  pc: 'after-meals',
}

const units: Readonly<Record<string, DosePeriod>> = { h: 'hour', d: 'day', wk: 'week', mo: 'month' }

/** What the codes of a timing mean. */
export function findRhythm(codes: readonly string[]): Pick<Dosing, 'times' | 'every' | 'period' | 'at'> {
  const found = codes.map((code) => rhythms[code]).find(Boolean)
  const at = listDoseTimes(codes)
  if (found !== undefined) return { times: found[0], every: found[1], period: found[2], at }
  return at.length > 0
    ? { times: at.length, every: 1, period: 'day', at }
    : { times: null, every: null, period: null, at }
}

export function listDoseTimes(codes: readonly string[]): DoseTime[] {
  return [...new Set(codes.flatMap((code) => times[code] ?? []))]
}

/** A unit of time by its UCUM code; null for a unit that no dose uses. */
export function dosePeriod(code: string | undefined): DosePeriod | null {
  return units[code ?? ''] ?? null
}

/** Whether the dosing says anything that can be put into words. */
export function hasDose({ amount, times: often, asNeeded, at }: Dosing): boolean {
  return amount !== null || often !== null || asNeeded || at.length > 0
}
