import type { Market, PlanLine } from './lines.ts'

/** Days within a year, `mm-dd`; an end that comes before its beginning is in the year after. */
export interface WindowRule {
  readonly begins: string
  readonly ends: string
  /** The last day on which coverage still begins with 1 January. */
  readonly forJanuary: string
}

/** The windows of one market: the rule of each plan year counts until a later one takes its place. */
export type MarketWindows = Readonly<Record<string, WindowRule>>

/** Of a brand. */
export type Windows = Readonly<Record<Market, MarketWindows>>

/** When people can enroll. Days are `yyyy-mm-dd`. */
export interface EnrollmentWindow {
  readonly planYear: number
  readonly begins: string
  readonly ends: string
  readonly open: boolean
  /** When coverage begins of who enrolls today; null while it is closed. */
  readonly starts: string | null
}

/** Events that open a window of their own for people under 65 (45 CFR 155.420). */
export const lifeEvents = ['lost-coverage', 'moved', 'married', 'baby', 'income', 'citizen'] as const
export type LifeEvent = (typeof lifeEvents)[number]

/** Days after such an event; before the loss of coverage as many. */
export const SPECIAL_DAYS = 60

/** Lines that can be bought at any time of the year. */
const always: readonly PlanLine[] = ['dental', 'vision', 'medigap']

export function isAlwaysOpen(line: PlanLine): boolean {
  return always.includes(line)
}

/** The open enrollment of a market that runs on a day, else the next one. */
export function openEnrollment(windows: MarketWindows, today: string): EnrollmentWindow {
  const year = Number(today.slice(0, 4))
  for (const planYear of [year, year + 1, year + 2]) {
    const rule = ruleOf(windows, planYear)
    const begins = `${planYear - 1}-${rule.begins}`
    const ends = `${rule.ends < rule.begins ? planYear : planYear - 1}-${rule.ends}`
    if (today > ends) continue
    const open = today >= begins
    const forJanuary = `${planYear - 1}-${rule.forJanuary}`
    const starts = open ? (today <= forJanuary ? `${planYear}-01-01` : firstOfNextMonth(today)) : null
    return { planYear, begins, ends, open, starts }
  }
  throw new Error('No enrollment window begins within two years.')
}

function ruleOf(windows: MarketWindows, planYear: number): WindowRule {
  const from = Object.keys(windows)
    .filter((year) => Number(year) <= planYear)
    .sort()
    .at(-1)
  const rule = windows[from ?? Object.keys(windows).sort()[0] ?? '']
  if (rule === undefined) throw new Error('A market without enrollment windows.')
  return rule
}

export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

export type Special = 'fits' | 'too-late' | 'too-early'

/** Whether an event lets someone enroll on a day: up to 60 days after it, and of the loss of coverage before it too. */
export function specialEnrollment(event: LifeEvent, day: string, today: string): Special {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / (24 * 60 * 60 * 1000))
  if (days > SPECIAL_DAYS) return 'too-late'
  return days >= (event === 'lost-coverage' ? -SPECIAL_DAYS : 0) ? 'fits' : 'too-early'
}
