import { lockNames } from '../naming.ts'
import { codeKey, type codeKinds } from '../sensitive/code-kinds.ts'
import { reviewAgain } from '../sensitive/due.ts'
import { acceptOne, day, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'

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
    } as const satisfies Record<(typeof codeKinds)[number], string>),
    'the code system; `icd-10` holds diagnoses and procedures, `hcpcs` CPT too',
  ),
  code: requireColumn(words(40), 'the code, with or without dots or hyphens'),
  begins: optional(day, 'first day of care on which it counts; empty: always'),
  ends: optional(day, 'last day; empty: no end'),
  withdrawn: optional(yesNo, '`yes` removes the row, as if it had never existed'),
} satisfies Columns

/** Codes of care that a plan shows to the patient alone, besides the published ones (MP-14). */
export const sensitiveCodes: CsvKind<typeof columns> = {
  name: 'sensitive-codes',
  columns,
  toKey: (row) => [codeKey(row.system, row.code)],
  store: async (tx, rows) => {
    // No claim is stored at the same moment without them.
    await lockNames(tx, 'alone')
    for (const { brand, values } of rows) {
      const key = codeKey(values.system, values.code)
      await tx.deleteFrom('sensitive_code').where('brand', '=', brand).where('key', '=', key).execute()
      if (values.withdrawn === true) continue
      const row = { brand, key, begins: values.begins ?? '0001-01-01', ends: values.ends ?? '9999-12-31' }
      await tx.insertInto('sensitive_code').values(row).execute()
    }
    for (const brand of new Set(rows.map((row) => row.brand))) await reviewAgain(tx, brand)
    return rows.map(() => null)
  },
}
