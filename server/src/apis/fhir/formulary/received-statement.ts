import { formularyTypes } from '@portico/contract/fhir/formulary'
import { sql } from 'kysely'
import type { ReceivedPartData } from '../../../platform/db/tables.ts'
import type { Condition } from '../member/search-statement.ts'
import type { ReceivedShelf } from '../open/received-statement.ts'

/** The lists to search. */
export interface DrugsFor {
  readonly brand: string
  /** Address of the API. */
  readonly base: string
  /** Parts that are shown completely, and those of which some days are gone. */
  readonly whole: readonly number[]
  readonly cut: readonly ReceivedPartData[]
}

/** The shown resources of a brand's lists; of several with one id, the newest. */
export function selectShown(of: DrugsFor, row: string): Condition {
  return sql`${selectParts(of, row)} and not exists (select from fhir_formulary newer where newer.brand = ${of.brand}
    and newer.type = ${sql.ref(`${row}.type`)} and newer.id = ${sql.ref(`${row}.id`)} and newer.part > ${sql.ref(`${row}.part`)}
    and ${selectParts(of, 'newer')})`
}

/** Whether a row belongs to a shown part, and applies on days that no later file replaces. */
function selectParts({ brand, whole, cut }: DrugsFor, row: string): Condition {
  const [own, part] = [sql`${sql.ref(`${row}.brand`)} = ${brand}`, sql.ref(`${row}.part`)]
  const isWhole = sql`${part} = any(${[...whole]}::int[])`
  if (cut.length === 0) return sql`${own} and ${isWhole}`
  // The same as in the import's `received-list.ts`.
  return sql`${own} and (${isWhole} or exists (
    select from jsonb_to_recordset(${JSON.stringify(cut)}::jsonb) as c (part int, begins date, ends date, without jsonb)
    where c.part = ${part} and not exists (select from jsonb_to_recordset(c.without) as w (begins date, ends date)
      where least(${sql.ref(`${row}.ends_first`)}, c.ends) >= w.begins
        and greatest(${sql.ref(`${row}.begins_last`)}, c.begins) <= w.ends
        and (greatest(${sql.ref(`${row}.begins_last`)}, c.begins) > '0001-01-01' or w.begins = '0001-01-01'))))`
}

/** The tables for searching formulary resources. */
export const toDrugShelf = (of: DrugsFor): ReceivedShelf => ({
  ...{ types: formularyTypes, base: of.base, table: 'fhir_formulary', values: 'fhir_formulary_value' },
  selectOwn: (row) => selectShown(of, row),
  ownValues: selectValues(of),
  updated: sql`d.updated`,
})

/** Values `x` of shown resources. */
const selectValues = (of: DrugsFor): Condition => sql`x.brand = ${of.brand} and exists (select from fhir_formulary own
  where own.brand = x.brand and own.type = x.type and own.id = x.id and own.part = x.part and ${selectShown(of, 'own')})`
