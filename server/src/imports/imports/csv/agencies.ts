import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import { importAgency } from '../../../sales/agencies/importing.ts'
import { Refused } from '../refused.ts'
import { acceptCode, acceptId, acceptList, state, words } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'

const columns = {
  agency_id: requireColumn(
    acceptCode(40),
    'the agency’s id in the plan’s files; `1` is the agency of the plan’s own staff',
  ),
  agency_name: requireColumn(words(200), 'its name'),
  phone: optional(acceptId(30), 'telephone number that clients call'),
  entitlements: optional(
    acceptList(agencyEntitlements),
    'the most that its agents may do; a new agency without any may do nothing',
  ),
  region: requireColumn(acceptCode(40), 'code of a region where it sells plans of the row’s brand'),
  region_name: requireColumn(words(200), 'name of the region'),
  state: optional(state, 'the state of the region, which decides what agents need to sell there'),
} satisfies Columns

/** The agencies that sell a brand's plans, and where they sell (AG-1). */
export const agencies: CsvKind<typeof columns> = {
  name: 'agencies',
  columns,
  toKey: (row) => [row.agency_id, row.region],
  store: async (tx, rows) => {
    const outcome: (Refused | null)[] = []
    for (const { brand, values: row } of rows) {
      const { agency_id: agencyId, agency_name: name, phone, entitlements, region, region_name: regionName } = row
      const isStored = await importAgency(tx, {
        agencyId,
        name,
        phone,
        entitlements,
        region,
        regionName,
        state: row.state,
        brand,
      })
      outcome.push(isStored ? null : new Refused('region', 'sells the plans of another brand'))
    }
    return outcome
  },
}
