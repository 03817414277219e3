import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Holidays = v.object({ days: v.array(v.object({ date: v.pipe(v.string(), v.isoDate()) })) })

/** Federal holidays as `yyyy-mm-dd`: days on which no one answers. */
export function loadHolidays(contentDir: string): ReadonlySet<string> {
  const { days } = v.parse(Holidays, JSON.parse(readFileSync(join(contentDir, 'us-holidays.json'), 'utf8')))
  return new Set(days.map(({ date }) => date))
}
