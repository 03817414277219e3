import { type Market, type PlanLine, toMarket } from './lines.ts'

/** Days of a year, `mm-dd`; an end before its beginning falls in the following year. */
export interface WindowRule {
  readonly begins: string
  readonly ends: string
  /** The last day to enroll for coverage that begins on January 1. */
  readonly forJanuary: string
  /** After that, the last day of a month to enroll for coverage from the next month on; absent: any day. */
  readonly forNextMonth?: number | undefined
}

/** One market's windows: each plan year's rule applies until a later one replaces it. */
export type MarketWindows = Readonly<Record<string, WindowRule>>

/** The windows of a brand. */
export type Windows = Readonly<Record<Market, MarketWindows>>

/** When people can enroll. Days are `yyyy-mm-dd`. */
export interface EnrollmentWindow {
  readonly planYear: number
  readonly begins: string
  readonly ends: string
  readonly open: boolean
  /** When coverage begins for someone who enrolls today; null: enrollment is closed. */
  readonly starts: string | null
}

/** Events that open a special enrollment period for people under 65 (45 CFR 155.420). */
export const lifeEvents = ['lost-coverage', 'moved', 'married', 'baby', 'income', 'citizen'] as const
export type LifeEvent = (typeof lifeEvents)[number]

/** Days after such an event; for a loss of coverage, also this many days before it. */
export const SPECIAL_DAYS = 60

/** Lines that can be bought all year round. */
const always: readonly PlanLine[] = ['dental', 'vision', 'medigap']

export function isAlwaysOpen(line: PlanLine): boolean {
  return always.includes(line)
}

/** A market's open enrollment on a given day, or else the next one. */
export function openEnrollment(windows: MarketWindows, today: string): EnrollmentWindow {
  const year = Number(today.slice(0, 4))
  for (const planYear of [year, year + 1, year + 2]) {
    const rule = findRule(windows, planYear)
    const begins = `${planYear - 1}-${rule.begins}`
    const ends = `${rule.ends < rule.begins ? planYear : planYear - 1}-${rule.ends}`
    if (today > ends) continue
    const open = today >= begins
    const forJanuary = `${planYear - 1}-${rule.forJanuary}`
    const january = `${planYear}-01-01`
    const inTime = Number(today.slice(8)) <= (rule.forNextMonth ?? 31)
    const next = inTime ? firstOfNextMonth(today) : firstOfNextMonth(firstOfNextMonth(today))
    // After that day, January is over for the year even in December.
    const starts = today <= forJanuary ? january : next > january ? next : firstOfNextMonth(january)
    return { planYear, begins, ends, open, starts: open ? starts : null }
  }
  throw new Error('No enrollment window begins within two years.')
}

/** The plan year on sale today: that of open enrollment, or else the one that coverage from next month on falls in. */
export function yearForSale(enrollment: EnrollmentWindow, today: string): number {
  return enrollment.open ? enrollment.planYear : Number(firstOfNextMonth(today).slice(0, 4))
}

/** Whether a plan year has no day left to cover (SH-4, SH-7). */
export function isYearOver(planYear: number, today: string): boolean {
  return planYear < Number(today.slice(0, 4))
}

function findRule(windows: MarketWindows, planYear: number): WindowRule {
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

/** Whether an event lets someone enroll on a day: up to 60 days after it, and for a loss of coverage also before it. */
export function specialEnrollment(event: LifeEvent, day: string, today: string): Special {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / (24 * 60 * 60 * 1000))
  if (days > SPECIAL_DAYS) return 'too-late'
  return days >= (event === 'lost-coverage' ? -SPECIAL_DAYS : 0) ? 'fits' : 'too-early'
}

/**
 * When coverage of a plan year begins for someone who applies today because of an event: next month, but not before the old coverage
 * has ended, and for a baby from birth on (45 CFR 155.420(b)). Null: the event opens no enrollment in that year.
 */
export function specialStart(
  { kind, day }: { readonly kind: LifeEvent; readonly day: string },
  today: string,
  planYear: number,
): string | null {
  if (specialEnrollment(kind, day, today) !== 'fits') return null
  const next = firstOfNextMonth(today)
  const possible = kind === 'baby' ? [day, next] : [day > today ? firstOfNextMonth(day) : next]
  return possible.find((start) => start.startsWith(`${planYear}-`)) ?? null
}

/** The first day of coverage for someone who applies today; null: no one can enroll in such a plan now. */
export function findCoverageStart(
  line: PlanLine,
  open: EnrollmentWindow,
  asked: { readonly planYear: number; readonly event: { readonly kind: LifeEvent; readonly day: string } | null },
  today: string,
): string | null {
  const { planYear, event } = asked
  if (open.open && open.planYear === planYear) return open.starts
  const next = firstOfNextMonth(today)
  if (isAlwaysOpen(line) && next.startsWith(`${planYear}-`)) return next
  return event !== null && toMarket(line) === 'under65' ? specialStart(event, today, planYear) : null
}
