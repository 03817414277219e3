/** Goals that members set for themselves (MP-20), for some days of each week. */
export const goalKinds = ['move', 'sleep', 'plants', 'water', 'no-smoking', 'calm'] as const
export type GoalKind = (typeof goalKinds)[number]

export const maxDaysBack = 13

export interface GoalProgress {
  /** How many days of this week the goal was done. */
  readonly done: number
  /** Weeks in a row in which the goal was met; this week counts once it is met. */
  readonly streak: number
  /** The longest streak so far. */
  readonly best: number
}

const dayMs = 24 * 60 * 60 * 1000

/** The Monday of the week that a day is in, both `yyyy-mm-dd`. */
export function findMonday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const back = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - back * dayMs).toISOString().slice(0, 10)
}

/** The progress of a goal on a day. An unfinished week does not break a streak. */
export function goalProgress(days: readonly string[], perWeek: number, today: string): GoalProgress {
  const byWeek = Map.groupBy(new Set(days.filter((day) => day <= today)), findMonday)
  const counts = new Map([...byWeek].map(([week, done]) => [week, done.length]))
  const isMet = (week: string) => (counts.get(week) ?? 0) >= perWeek
  const before = (week: string) => new Date(Date.parse(week) - 7 * dayMs).toISOString().slice(0, 10)
  const runTo = (week: string) => {
    let run = 0
    for (let at = week; isMet(at); at = before(at)) run += 1
    return run
  }
  const thisWeek = findMonday(today)
  const streak = (isMet(thisWeek) ? 1 : 0) + runTo(before(thisWeek))
  let best = streak
  let run = 0
  let last = ''
  for (const week of [...counts.keys()].sort()) {
    run = isMet(week) ? (before(week) === last ? run + 1 : 1) : 0
    last = week
    best = Math.max(best, run)
  }
  return { done: counts.get(thisWeek) ?? 0, streak, best }
}

/** Whether a day can still be marked: today, or one of the last two weeks. */
export function mayMark(day: string, today: string): boolean {
  return day <= today && Date.parse(today) - Date.parse(day) <= maxDaysBack * dayMs
}
