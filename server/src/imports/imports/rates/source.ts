import { basename } from 'node:path'
import { dayMs } from '../../../platform/day.ts'

/** What a file says of itself that identifies its editions. */
interface SaidOfFile {
  readonly entity: string
  readonly planId: string | null
  /** Its path. */
  readonly file: string
  readonly updatedOn: string
}

/**
 * Identifies a file across its editions (IM-8): by its payer, its plan if it names one, and its name without the day and the number of
 * parts. A plan's prices may be spread over any number of files, which the payer's table of contents lists; only its name tells a file from
 * the others.
 */
export function identifySource({ entity, planId, file, updatedOn }: SaidOfFile): string {
  const name = nameWithoutDay(basename(file), updatedOn)
  return planId === null ? `file ${entity} ${name}` : `plan ${planId} file ${entity} ${name}`
}

/** The identity of a file from before several files of one plan were distinguished. */
export function identifyFormerly({ entity, planId, file }: Omit<SaidOfFile, 'updatedOn'>): string {
  if (planId !== null) return `plan ${planId}`
  const name = basename(file)
    .replace(/^\d{4}-\d{2}(-\d{2})?[_-]?/, '')
    .replace(/\.json(\.gz)?$/i, '')
  return `file ${entity} ${name}`
}

/** How far the day in a name may be from the day that the file states. */
const nearMs = 62 * dayMs

function nameWithoutDay(name: string, updatedOn: string): string {
  return (
    name
      .toLowerCase()
      .replace(/\.json(\.gz)?$/, '')
      // A number without hyphens is a day only near the file's own day: otherwise it may be a group number.
      .replace(
        /(?<![0-9a-z])(\d{4})([-_]?)(\d{2})(?:\2(\d{2}))?(?![0-9a-z])/g,
        (said, year, mark, month, day = '01') =>
          (mark !== '' && isDay(year, month, day)) || isNear(`${year}-${month}-${day}`, updatedOn) ? '' : said,
      )
      .split(/[-_. ]+/)
      .filter((part) => part !== '')
      .join('-')
      .replace(/(?<![0-9])0*(\d+)-?of-?\d+$/, '$1')
  )
}

function isDay(year: string, month: string, day: string): boolean {
  return year >= '2020' && year < '2100' && month >= '01' && month <= '12' && day >= '01' && day <= '31'
}

function isNear(day: string, updatedOn: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(updatedOn)) <= nearMs
}
