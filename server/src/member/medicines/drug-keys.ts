import { toNdc } from '@portico/rules/medicines/ndc'

export interface NamedDrug {
  readonly name: string
  readonly rxnorm: string | null
  readonly ndc: string | null
}

/**
 * Groups codes and names of the same drug (MP-15). A drug has many codes: RxNorm's for its ingredient and for its brand, an NDC for
 * each maker and package. Two drugs are the same if they share a code or a name; a name without a strength counts only for a drug
 * without an RxNorm code. The key of a drug is the first RxNorm code in its group, else its first name; empty for a drug without code
 * or name.
 */
export function createDrugKeys(all: readonly NamedDrug[]): (drug: NamedDrug) => string {
  const parents = new Map<string, string>()
  const find = (mark: string): string => {
    const parent = parents.get(mark)
    return parent === undefined || parent === mark ? mark : find(parent)
  }
  for (const drug of all) {
    const [first, ...others] = listMarks(drug)
    if (first === undefined) continue
    const marks = [first, ...others].map(find).toSorted()
    const root = marks[0] ?? first
    for (const mark of [first, ...marks]) parents.set(mark, root)
  }
  return (drug) => {
    const root = listMarks(drug).map(find).toSorted()[0] ?? ''
    return root.slice(root.indexOf(':') + 1)
  }
}

/** The marks of a drug, prefixed so that RxNorm sorts before a name, and a name before an NDC, which identifies only a package. */
function listMarks({ name, rxnorm, ndc }: NamedDrug): string[] {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ')
  const pack = toNdc(ndc ?? '')
  const isStrong = /\d/.test(plain)
  return [
    ...(rxnorm === null ? [] : [`a:${rxnorm}`]),
    ...(plain !== '' && (isStrong || rxnorm === null) ? [`b:${plain}`] : []),
    ...(pack === '' ? [] : [`c:${pack}`]),
  ]
}
