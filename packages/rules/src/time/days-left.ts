const dayMs = 24 * 60 * 60 * 1000

/**
 * How many days are left through a last day, counting today and that day, so that every deadline a person reads is counted alike; 0 once
 * it is over. Both are `yyyy-mm-dd`.
 */
export function countDaysLeft(lastDay: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(today)) / dayMs) + 1)
}
