import { listPriceFiles } from '../../care/rates/importing.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { ImportJob } from './job.ts'
import { reportMembers } from './report-store.ts'

/** What `--report` writes besides the counts: the members of Patients, or the files that plans' prices come from. */
export type Report = { readonly members: readonly object[] } | { readonly files: readonly object[] } | null

const maxFiles = 100_000

/** The report of a run, by the Patients of its files; null: none was requested, or the kind has none. */
export async function buildReport(
  db: Reader,
  { kind, brand, report }: Pick<ImportJob, 'kind' | 'brand'> & { readonly report: boolean },
  people: ReadonlySet<string>,
): Promise<Report> {
  if (!report) return null
  if (kind === 'fhir') return { members: await reportMembers(db, brand, people) }
  if (kind === 'rates')
    return { files: await listPriceFiles(db, { brands: brand === null ? null : [brand], max: maxFiles }) }
  return null
}
