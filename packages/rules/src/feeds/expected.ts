/** When a sender's nightly files are expected (FD-7); null: not configured. */
export interface FeedSchedule {
  /** The weekdays on which files arrive, 0 being Sunday; empty: no file is expected. */
  readonly days: readonly number[] | null
  /** Minutes after midnight by which the files arrive, US Eastern time. */
  readonly by: number | null
}

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Reads `mon-fri`, `mon/wed/sat` or `none`; null for anything else. */
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

/** Reads `06:30`; null for anything that is not a time of day. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** A moment on a wall clock: the day, counted from 1970, and the minutes after midnight. */
export interface WallTime {
  readonly day: number
  readonly minutes: number
}

/** A file that arrives up to half a day before an expected hour counts for that hour. */
const nearMinutes = 12 * 60

/** When the next files after a delivery are expected; null: none are. */
export function findNextExpected(last: WallTime, { days, by }: FeedSchedule): WallTime | null {
  if (days?.length === 0) return null
  // The first of January 1970 was a Thursday.
  const isListed = (day: number) => days === null || days.includes((day + 4) % 7)
  const isNear = (day: number) => by !== null && (day - last.day) * 24 * 60 + by - last.minutes < nearMinutes
  let day = by === null ? last.day + 1 : last.day
  while (!isListed(day) || isNear(day)) day += 1
  return { day, minutes: by ?? last.minutes }
}
