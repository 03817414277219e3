import { basename } from 'node:path'

/**
 * The year in a name, such as that of a file (`drugs-2027.json`), a plan (`GOLD-2027`) or a list (`Gold plan, PY2027`): this year, the last
 * or the next. A possible creation date does not count, as in `drugs_2026-11-01.json`, unless it is in the future. Null: the name has no
 * year, or several.
 */
export function findNamedYear(name: string | undefined, thisYear: number): number | null {
  const found = new Set<number>()
  for (const { 0: said, index, input } of (name ?? '').matchAll(/(?<![\d.,$#])20\d\d(?![\d,])/g)) {
    const year = Number(said)
    if (Math.abs(year - thisYear) > 1) continue
    const isOfDay =
      /^[-_. ]?[01]\d(?!\d)/.test(input.slice(index + 4)) ||
      /(?<!\d)[0-3]?\d[-_. ][0-3]?\d[-_. ]$/.test(input.slice(0, index))
    if (year > thisYear || !isOfDay) found.add(year)
  }
  const [year, ...others] = found
  return year === undefined || others.length > 0 ? null : year
}

/** The year in the name of a file. */
export const findYearOfFile = (path: string, thisYear: number) => findNamedYear(basename(path), thisYear)
