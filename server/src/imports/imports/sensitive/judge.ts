import type { Reader, Tx } from '../../../platform/db/database.ts'
import { listDrugKeys, listDrugWordKeys } from './code-kinds.ts'
import { isAmong, type Marks, type SensitiveCode } from './marks.ts'
import { publishedCodes } from './published.ts'

/** Decides for each of a brand's resources whether it is shown to the patient alone (MP-14): by label, by published code, by the plan's own. */
export async function judge(db: Reader | Tx, brand: string, all: readonly Marks[]): Promise<boolean[]> {
  const own = await readOwnCodes(db, brand)
  const listSensitive = (key: string) => [...(publishedCodes.get(key) ?? []), ...(own.get(key) ?? [])]
  return all.map((marks) => marks.labeled || isAmong(marks, marks.codes.flatMap(listSensitive)))
}

async function readOwnCodes(db: Reader | Tx, brand: string): Promise<ReadonlyMap<string, readonly SensitiveCode[]>> {
  const rows = await db
    .selectFrom('sensitive_code')
    .select(['key', 'begins', 'ends'])
    .where('brand', '=', brand)
    .execute()
  return Map.groupBy(rows, ({ key }) => key)
}

/** The marks of a resource with those of the drug that it names by reference. */
export function withDrug(
  marks: Marks,
  drug:
    | {
        readonly name: string | null
        readonly rxnorm: string | null
        readonly ndc: string | null
        readonly labeled?: boolean
      }
    | null
    | undefined,
): Marks {
  if (drug == null) return marks
  const { name, rxnorm, ndc, labeled = false } = drug
  const keys = [
    name === null ? [] : listDrugWordKeys(name),
    rxnorm === null ? [] : listDrugKeys('rxnorm', rxnorm),
    ndc === null ? [] : listDrugKeys('ndc', ndc),
  ].flat()
  return { ...marks, labeled: marks.labeled || labeled, codes: [...marks.codes, ...keys] }
}
