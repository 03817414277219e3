import { toNdc } from '@portico/rules/medicines/ndc'

export interface NamedDrug {
  readonly name: string
  readonly rxnorm: string | null
  readonly ndc: string | null
}

/**
 * Tells which of some drugs are one (MP-15). One drug has many codes: RxNorm's of its ingredient and of its brand, an NDC for each maker and
 * package. Drugs are one that share a code, or a name, unless it names no strength and their RxNorm codes differ. The key of a drug is the
 * first RxNorm code of those that are one with it, else their first name; empty for one that has neither code nor name.
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

/** What a drug is known by; in this order RxNorm comes before a name, and that before an NDC, which is one package's alone. */
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
