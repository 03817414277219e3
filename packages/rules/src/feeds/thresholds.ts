/** From where on a night's files look wrong (FD-7): shares in percent, age in days. */
export const feedThresholds = {
  /** Of the members of the last full file, how many a full file lists at least. */
  smaller: { unit: 'percent', max: 100, otherwise: 80 },
  /** How many members more than the last full file a full file lists at most. */
  larger: { unit: 'percent', max: 1000, otherwise: 50 },
  missing: { unit: 'percent', max: 100, otherwise: 5 },
  refused: { unit: 'percent', max: 100, otherwise: 2 },
  renamed: { unit: 'percent', max: 100, otherwise: 20 },
  /** How many claims, and how much paid for them, more or less than the last time. */
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

/** Reads thresholds such as `missing=10, old=30`; null for what is none. */
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

/**
 * Reads the thresholds of single senders, by their ISA06 in capitals, such as `PLAINSHEALTH missing=10, old=30; DENTALCO claims=50`; null for
 * what is none.
 */
export function parseSenderThresholds(text: string): ReadonlyMap<string, Partial<FeedThresholds>> | null {
  const senders = new Map<string, Partial<FeedThresholds>>()
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue
    const [, sender, list] = /^\s*([^=]*[^=\s])\s+([a-z]+=.*)$/.exec(entry.replace(/\s*=\s*/g, '=')) ?? []
    const said = list === undefined ? null : parseThresholds(list)
    if (sender === undefined || said === null) return null
    senders.set(sender.toUpperCase(), said)
  }
  return senders.size === 0 ? null : senders
}
