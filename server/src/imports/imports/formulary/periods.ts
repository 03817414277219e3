/** The days on which something counts, both included. */
export interface Period {
  readonly begins: string
  readonly ends: string
}

/** Of what says no day. */
export const always: Period = { begins: '0001-01-01', ends: '9999-12-31' }

/** A period for each of the years; without any, all days. */
export function periodsOfYears(years: readonly number[] | null | undefined): readonly Period[] {
  const own = [...new Set(years ?? [])].sort()
  return own.length === 0 ? [always] : own.map((year) => ({ begins: `${year}-01-01`, ends: `${year}-12-31` }))
}

/** The days that all of several periods have; null if there are none. A period with only one day known is open on the other side. */
export function daysInAll(
  periods: readonly ({ readonly start?: string | undefined; readonly end?: string | undefined } | undefined)[],
): Period | null {
  let { begins, ends } = always
  for (const period of periods) {
    const [start, end] = [firstDay(period?.start), lastDay(period?.end)]
    if (start !== null && start > begins) begins = start
    if (end !== null && end < ends) ends = end
  }
  return begins <= ends ? { begins, ends } : null
}

/** FHIR has days, months and years, also with a time. */
function firstDay(when: string | undefined): string | null {
  const [day, year, month] = /^(\d{4})(?:-(\d\d)(?:-\d\d)?)?/.exec(when ?? '') ?? []
  if (day === undefined || year === undefined) return null
  return month === undefined ? `${year}-01-01` : day.length === 7 ? `${day}-01` : day
}

function lastDay(when: string | undefined): string | null {
  const [day, year, month] = /^(\d{4})(?:-(\d\d)(?:-\d\d)?)?/.exec(when ?? '') ?? []
  if (day === undefined || year === undefined) return null
  if (month === undefined) return `${year}-12-31`
  return day.length === 7 ? new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10) : day
}
