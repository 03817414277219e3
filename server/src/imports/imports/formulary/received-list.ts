import { dayMs } from '../../../platform/day.ts'
import type { PartDays, ReceivedListData, ReceivedPartData } from '../../../platform/db/tables.ts'
import { always, findEarlier, findLater, type Period } from './periods.ts'
import type { FreshPart } from './receiving.ts'

/** What a run brings of a plan's list as resources; without parts, the list came as tables. */
export interface FreshReceived {
  /** From the first to the last day of the run's rows. */
  readonly range: Period
  readonly parts: readonly FreshPart[]
  readonly today: string
}

/** The content of a part, and its days. */
type KnownPart = Pick<FreshPart, 'hash' | 'days'>

/**
 * The received resources of a plan's list after a run has restated some days: resources that count only on these days are gone. `findPart`
 * throws for an unknown part.
 */
export function joinReceived(
  before: ReceivedListData,
  { range, parts, today }: FreshReceived,
  findPart: (part: number) => KnownPart,
): ReceivedListData {
  const fresh = parts.map(({ part, begins, ends }): ReceivedPartData => ({ part, begins, ends, without: [] }))
  const numbers = new Set(fresh.map(({ part }) => part))
  const kept = before.parts.filter(({ part }) => !numbers.has(part))
  return {
    days: [...before.days.flatMap((days) => cutDays(days, range)), ...(parts.length > 0 ? [range] : [])],
    parts: [...kept.flatMap((one) => withoutDays(one, range, { days: findPart(one.part).days, today })), ...fresh],
  }
}

/** The days of one period outside another. */
function cutDays({ begins, ends }: Period, range: Period): Period[] {
  if (ends < range.begins || begins > range.ends) return [{ begins, ends }]
  return [
    ...(begins < range.begins ? [{ begins, ends: addDay(range.begins, -1) }] : []),
    ...(ends > range.ends ? [{ begins: addDay(range.ends, 1), ends }] : []),
  ]
}

function addDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** A part without the resources that count only on some days; none if nothing is left. */
function withoutDays(
  one: ReceivedPartData,
  range: Period,
  { days, today }: { readonly days: readonly PartDays[]; readonly today: string },
): ReceivedPartData[] {
  const isOpen = ([, begins]: PartDays) => findLater(begins, one.begins) === always.begins
  // A resource without dates counts only before a later list, so a list of any of its days replaces it.
  const gone = range.begins <= today && days.some(isOpen) ? { ...range, begins: always.begins } : range
  const next = { ...one, without: [...one.without, gone] }
  const [was, is] = [days.filter((pair) => isLeft(pair, one)), days.filter((pair) => isLeft(pair, next))]
  return is.length === 0 ? [] : is.length === was.length ? [one] : [next]
}

/** Whether any resource of a part still counts; the statement that serves the part has the same condition. */
function isLeft([endsFirst, beginsLast]: PartDays, { begins, ends, without }: ReceivedPartData): boolean {
  const [last, first] = [findEarlier(endsFirst, ends), findLater(beginsLast, begins)]
  return without.every(
    (range) => last < range.begins || first > range.ends || (first === always.begins && range.begins > always.begins),
  )
}

/** The same text for the same content, whatever the numbers of the parts; empty: nothing came as resources. */
export function writeReceived({ parts }: ReceivedListData, findPart: (part: number) => KnownPart): readonly string[] {
  return parts
    .map(({ part, begins, ends, without }) => JSON.stringify([findPart(part).hash, begins, ends, without]))
    .sort()
}

/** From the first to the last day of some rows. */
export function findRange(rows: Iterable<Period>): Period {
  let { begins, ends } = { begins: always.ends, ends: always.begins }
  for (const row of rows) {
    if (row.begins < begins) begins = row.begins
    if (row.ends > ends) ends = row.ends
  }
  return { begins, ends }
}
