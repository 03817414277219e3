/** When a sender's nightly files are expected (FD-7); null: nothing is said of it. */
export interface FeedSchedule {
  /** The days of the week on which files come, 0 being Sunday; none: they are not waited for. */
  readonly days: readonly number[] | null
  /** Minutes after midnight by which they are there, in US Eastern time. */
  readonly by: number | null
}

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Reads `mon-fri`, `mon/wed/sat` or `none`; null for what is none. */
export function parseDays(text: string): readonly number[] | null {
  if (text === 'none') return []
  const days = new Set<number>()
  for (const part of text.split('/')) {
    const [from = -1, to = from, ...more] = part.split('-').map((name) => names.indexOf(name))
    if (from === -1 || to === -1 || more.length > 0) return null
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) break
    }
  }
  return [...days].sort()
}

/** Reads `06:30`; null for what is no time of day. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** A moment as a clock on a wall shows it: its day, counted from 1970, and the minutes after midnight. */
export interface WallTime {
  readonly day: number
  readonly minutes: number
}

/** What came up to half a day after an hour had come for that one. */
const nearMinutes = 12 * 60

/** When the files after some are expected; null: they are not waited for. */
export function findNextExpected(last: WallTime, { days, by }: FeedSchedule): WallTime | null {
  if (days?.length === 0) return null
  // The first of January 1970 was a Thursday.
  const isListed = (day: number) => days === null || days.includes((day + 4) % 7)
  const isNear = (day: number) => by !== null && (day - last.day) * 24 * 60 + by - last.minutes < nearMinutes
  let day = by === null ? last.day + 1 : last.day
  while (!isListed(day) || isNear(day)) day += 1
  return { day, minutes: by ?? last.minutes }
}
