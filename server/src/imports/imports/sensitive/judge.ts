import type { Reader, Tx } from '../../../platform/db/database.ts'
import { listDrugKeys, listDrugWordKeys } from './code-kinds.ts'
import { listOwnCodes } from './code-store.ts'
import { isAmong, type Marks } from './marks.ts'
import { publishedCodes } from './published.ts'

/**
 * Decides for each of a brand's resources whether only the patient sees it (MP-14): by label, by published code, by the plan's own codes.
 */
export async function judge(db: Reader | Tx, brand: string, all: readonly Marks[]): Promise<boolean[]> {
  const own = Map.groupBy(await listOwnCodes(db, brand), ({ key }) => key)
  const listSensitive = (key: string) => [...(publishedCodes.get(key) ?? []), ...(own.get(key) ?? [])]
  return all.map((marks) => marks.labeled || isAmong(marks, marks.codes.flatMap(listSensitive)))
}

/** The marks of a resource with those of the drug that it refers to. */
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
