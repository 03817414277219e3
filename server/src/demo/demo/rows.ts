import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { insertRows } from './store.ts'

/** Collects rows to insert many at a time: a statement costs more than the rows in it. */
export interface Rows {
  add<Table extends keyof Tables>(table: Table, ...rows: Insertable<Tables[Table]>[]): void
  /** Inserts the rows added since, table by table in the order in which they were first named: rows that others refer to come first. */
  insert(tx: Tx): Promise<void>
}

const atOnce = 500

export function gatherRows(): Rows {
  const tables = new Map<keyof Tables, Insertable<Tables[keyof Tables]>[]>()
  return {
    add: (table, ...rows) => {
      tables.set(table, [...(tables.get(table) ?? []), ...rows])
    },
    insert: async (tx) => {
      for (const [table, rows] of tables) {
        for (let at = 0; at < rows.length; at += atOnce) {
          await insertRows(tx, table, rows.slice(at, at + atOnce))
        }
      }
      tables.clear()
    },
  }
}
