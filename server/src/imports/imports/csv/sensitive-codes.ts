import { lockNames } from '../lock-names-statement.ts'
import { Refused } from '../refused.ts'
import { codeKey, type codeKinds, isCode, listCodeKeys } from '../sensitive/code-kinds.ts'
import { replaceOwnCode } from '../sensitive/code-store.ts'
import { reviewAgain } from '../sensitive/due-store.ts'
import { acceptOne, day, lastDay, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, optional, type RowOf, requireColumn, type Said } from './kind.ts'

const columns = {
  system: requireColumn(
    acceptOne({
      'icd-10': 'icd-10',
      'icd-9': 'icd-9',
      'icd-9-procedure': 'icd-9-procedure',
      hcpcs: 'hcpcs',
      'ms-drg': 'ms-drg',
      ndc: 'ndc',
      rxnorm: 'rxnorm',
      'apr-drg': 'apr-drg',
      snomed: 'snomed',
      loinc: 'loinc',
      revenue: 'revenue',
      condition: 'condition',
      place: 'place',
      taxonomy: 'taxonomy',
      specialty: 'specialty',
      'service-type': 'service-type',
      discharge: 'discharge',
      'bill-type': 'bill-type',
    } as const satisfies Record<(typeof codeKinds)[number], string>),
    'the code system; `icd-10` holds diagnoses and procedures, `hcpcs` CPT and modifiers too; `condition` is a hospital bill’s (NUBC), `specialty` Medicare’s, `service-type` X12’s (1365), `discharge` where a patient goes from a hospital (NUBC), `bill-type` the facility and kind of care of a bill (NUBC)',
  ),
  code: requireColumn(
    words(40),
    'one code, with or without dots or hyphens; a category of ICD, or the beginning of a taxonomy, means all below it',
  ),
  begins: optional(day, 'first day of care on which it counts; empty: always'),
  ends: optional(lastDay, 'last day; empty: no end'),
  withdrawn: optional(yesNo, '`yes` removes the row, as if it had never existed'),
} satisfies Columns

/** Codes of care that a plan shows only to the patient, in addition to the published ones (MP-14). */
export const sensitiveCodes: CsvKind<typeof columns> = {
  name: 'sensitive-codes',
  columns,
  check,
  toKey: (row) => [codeKey(row.system, row.code)],
  store: async (tx, rows) => {
    // No claim may be stored at the same time without these codes.
    await lockNames(tx, 'alone')
    for (const { brand, values } of rows) {
      const keys = listCodeKeys(values.system, values.code)
      const { begins, ends } = values
      const days = { begins: begins ?? '0001-01-01', ends: ends ?? '9999-12-31' }
      await replaceOwnCode(tx, brand, keys, values.withdrawn === true ? null : days)
    }
    for (const brand of new Set(rows.map((row) => row.brand))) await reviewAgain(tx, brand)
    return rows.map(() => null)
  },
}

/** A row that can never match would look as if it did. */
function check({ system, code, begins, ends, withdrawn }: Said<RowOf<typeof columns>>): readonly Refused[] {
  // Rows that an earlier version of the portal accepted can still be removed.
  if (withdrawn === true) return []
  return [
    ...(system !== null && code !== null && !isCode(system, code)
      ? [new Refused('code', `is not one code of ${system}: give each code a row, and no range, list or pattern`)]
      : []),
    ...(begins !== null && ends !== null && ends < begins ? [new Refused('ends', 'is before begins')] : []),
  ]
}
