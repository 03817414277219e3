import type { RowOf } from './personal-data.ts'
import { apisTables } from './tables/apis.ts'
import { brandsTables } from './tables/brands.ts'
import { careTables } from './tables/care.ts'
import { coverageTables } from './tables/coverage.ts'
import { identityTables } from './tables/identity.ts'
import { importsTables } from './tables/imports.ts'
import { messagesTables } from './tables/messages.ts'
import { moneyTables } from './tables/money.ts'
import { peopleTables } from './tables/people.ts'
import { platformTables } from './tables/platform.ts'
import { salesTables } from './tables/sales.ts'
import { staffTables } from './tables/staff.ts'

export type * from './tables/columns.ts'

/** Every table: its columns, whose data they hold, and what closing an account does to them. */
export const tables = {
  ...identityTables,
  ...platformTables,
  ...brandsTables,
  ...peopleTables,
  ...coverageTables,
  ...moneyTables,
  ...careTables,
  ...apisTables,
  ...messagesTables,
  ...salesTables,
  ...staffTables,
  ...importsTables,
}

type Declared = typeof tables
export type Tables = { [T in keyof Declared]: RowOf<Declared[T]> }
export type PersonalTable = { [T in keyof Declared]: Declared[T]['of'] extends 'no-one' ? never : T }[keyof Declared]

/** A table's columns in a person's own data export. */
export type ExportedColumn<T extends PersonalTable> = {
  [C in keyof Declared[T]['columns']]: Declared[T]['columns'][C] extends 'exported' ? C : never
}[keyof Declared[T]['columns']] &
  string

export type ExportedTable = {
  [T in PersonalTable]: Declared[T] extends { readonly part: string } ? T : never
}[PersonalTable]

export const personalTables = (Object.keys(tables) as (keyof Declared)[]).filter(
  (table): table is PersonalTable => tables[table].of !== 'no-one',
)
export const exportedTables = personalTables.filter((table): table is ExportedTable => 'part' in tables[table])

export function listExportedColumns<T extends ExportedTable>(table: T): ExportedColumn<T>[] {
  const { columns } = tables[table]
  return Object.entries(columns).flatMap(([column, sharing]) =>
    sharing === 'exported' ? [column as ExportedColumn<T>] : [],
  )
}
