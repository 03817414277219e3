const units = { visit: 'visits', day: 'days', hour: 'hours', exam: 'exams', item: 'items' } as const

export interface CountLimit {
  readonly count: number
  readonly unit: (typeof units)[keyof typeof units]
}

/** How often in a year a plan pays, from the words of an exchange's plan file; null if the words say anything else. */
export function readCountLimit(words: string): CountLimit | null {
  const [, count, unit = ''] = /^(\d{1,4}) (visit|day|hour|exam|item)(?:s|\(s\))? per year$/i.exec(words) ?? []
  return count === undefined ? null : { count: Number(count), unit: units[unit.toLowerCase() as keyof typeof units] }
}
