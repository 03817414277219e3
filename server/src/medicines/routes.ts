import { listMedicines } from '@portico/contract/calls/medicines'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { readMedicines } from './service.ts'

/** A member's medicines (MP-15). */
export function bindMedicines(binder: Binder, { database }: { readonly database: Database }): void {
  binder.bind(listMedicines, ({ principal }, context) => readMedicines(database, principal, context))
}
