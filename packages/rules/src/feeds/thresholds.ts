import { type FeedSchedule, parseClock, parseDays } from './expected.ts'

/** Where a night's files begin to look wrong (FD-7): shares in percent, age in days. */
export const feedThresholds = {
  /** The least share of the last full file's members that a full file must list. */
  smaller: { unit: 'percent', max: 100, otherwise: 80 },
  /** How many more members than the last full file a full file may list. */
  larger: { unit: 'percent', max: 1000, otherwise: 50 },
  missing: { unit: 'percent', max: 100, otherwise: 5 },
  refused: { unit: 'percent', max: 100, otherwise: 2 },
  renamed: { unit: 'percent', max: 100, otherwise: 20 },
  /** How far the number of claims, and the amount paid for them, may differ from the last time. */
  claims: { unit: 'percent', max: 1000, otherwise: 100 },
  paid: { unit: 'percent', max: 1000, otherwise: 100 },
  old: { unit: 'days', max: 1000, otherwise: 2 },
} as const satisfies Readonly<Record<string, { unit: 'percent' | 'days'; max: number; otherwise: number }>>

export type FeedThreshold = keyof typeof feedThresholds
export type FeedThresholds = Readonly<Record<FeedThreshold, number>>

export const feedThresholdNames = Object.keys(feedThresholds) as FeedThreshold[]

export const usualThresholds: FeedThresholds = Object.fromEntries(
  feedThresholdNames.map((name) => [name, feedThresholds[name].otherwise]),
) as Record<FeedThreshold, number>

/** Reads thresholds such as `missing=10, old=30`; null for anything else. */
export function parseThresholds(text: string): Partial<FeedThresholds> | null {
  const said: Partial<Record<FeedThreshold, number>> = {}
  const parts = text.split(/[,\s]+/).filter((part) => part !== '')
  for (const part of parts) {
    const [, word, number] = /^([a-z]+)=(\d{1,4})$/.exec(part) ?? []
    const name = feedThresholdNames.find((one) => one === word)
    if (name === undefined || Number(number) > feedThresholds[name].max) return null
    said[name] = Number(number)
  }
  return parts.length === 0 ? null : said
}

/** Where a sender writes members' numbers, and the number that counts the people on a contract: a REF by its qualifier, or an element. */
export interface NumberPlaces {
  /** `23`, another REF qualifier, `NM109`, or `0F+suffix`; null: the default. */
  readonly number: string | null
  /** `INS17` or a REF qualifier; null: INS17. */
  readonly suffix: string | null
  /** How many digits to pad the suffix to with zeros; null: it stays as written. */
  readonly digits: number | null
}

export const usualPlaces: NumberPlaces = { number: null, suffix: null, digits: null }

/** What is configured for a sender. */
export interface SenderRules {
  readonly numbers: Partial<NumberPlaces>
  readonly thresholds: Partial<FeedThresholds>
  readonly schedule: Partial<FeedSchedule>
  /**
   * What happens to members whom a full file no longer lists: `end`: their coverage ends on the day before the file; `report`: they are
   * only counted.
   */
  readonly absent?: AbsentRule
}

const absentRules = ['end', 'report'] as const
export type AbsentRule = (typeof absentRules)[number]

/**
 * Reads the configuration of senders, by ISA06 in capitals, with `*` for all others, such as `PLAINSHEALTH missing=10, days=mon-fri,
 * by=06:30; * days=none`; null for anything else.
 */
export function parseSenders(text: string): ReadonlyMap<string, SenderRules> | null {
  const senders = new Map<string, SenderRules>()
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue
    const [, sender, list] = /^\s*([^=]*[^=\s])\s+([a-z]+=.*)$/.exec(entry.replace(/\s*=\s*/g, '=')) ?? []
    const rules = list === undefined ? null : parseRules(list)
    if (sender === undefined || rules === null) return null
    senders.set(sender.toUpperCase(), rules)
  }
  return senders.size === 0 ? null : senders
}

function parseRules(list: string): SenderRules | null {
  const all = list.split(/[,\s]+/).filter((part) => part !== '')
  const numbers = parseNumbers(all)
  if (numbers === null) return null
  const parts = all.filter((part) => !/^(number|suffix|absent)=/.test(part))
  const said = all.find((part) => part.startsWith('absent='))?.slice('absent='.length)
  const absent = absentRules.find((rule) => rule === said)
  if (said !== undefined && absent === undefined) return null
  const find = (word: string) => parts.find((part) => part.startsWith(word))?.slice(word.length)
  const isOfSchedule = (part: string) => part.startsWith('days=') || part.startsWith('by=')
  const [days, by] = [find('days='), find('by=')]
  const read = { days: days === undefined ? null : parseDays(days), by: by === undefined ? null : parseClock(by) }
  if ((days !== undefined && read.days === null) || (by !== undefined && read.by === null)) return null
  const others = parts.filter((part) => !isOfSchedule(part))
  const thresholds = others.length === 0 ? {} : parseThresholds(others.join(','))
  if (thresholds === null) return null
  return {
    numbers,
    thresholds,
    schedule: { ...(read.days !== null && { days: read.days }), ...(read.by !== null && { by: read.by }) },
    ...(absent !== undefined && { absent }),
  }
}

/** `number=17`, `suffix=INS17/2`; null for anything else. */
function parseNumbers(parts: readonly string[]): SenderRules['numbers'] | null {
  const find = (word: string) => parts.find((part) => part.startsWith(word))?.slice(word.length)
  const [number, suffix] = [find('number='), find('suffix=')]
  const place = number === undefined ? undefined : /^(NM109|[A-Z0-9]{2,3}|0F\+SUFFIX)$/.exec(number.toUpperCase())?.[1]
  const [, of, digits] = /^(INS17|[A-Z0-9]{2,3})(?:\/([1-4]))?$/.exec(suffix?.toUpperCase() ?? '') ?? []
  const isWrong = (text: string | undefined, read: string | undefined) => text !== undefined && read === undefined
  if (isWrong(number, place) || isWrong(suffix, of)) return null
  return {
    ...(place !== undefined && { number: place }),
    ...(of !== undefined && { suffix: of, digits: digits === undefined ? null : Number(digits) }),
  }
}

/** The rules for a sender: those for all, then those for the file's owner (ISA06), then those for its maker (GS02). */
export function findRules(senders: ReadonlyMap<string, SenderRules>, sender: string): SenderRules {
  const [interchange = ''] = sender.split('/')
  const said = [...new Set(['*', interchange, sender])].flatMap((name) => senders.get(name) ?? [])
  return {
    numbers: Object.assign({}, ...said.map(({ numbers }) => numbers)) as Partial<NumberPlaces>,
    thresholds: Object.assign({}, ...said.map(({ thresholds }) => thresholds)) as Partial<FeedThresholds>,
    schedule: Object.assign({}, ...said.map(({ schedule }) => schedule)) as Partial<FeedSchedule>,
    absent: said.findLast(({ absent }) => absent !== undefined)?.absent ?? 'report',
  }
}
