import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { insertNew } from '../../../platform/db/insert-new.ts'
import { everyBrand } from '../every-brand.ts'
import { publishedEdition } from './published.ts'

/** Changes with the published list; to be raised by hand when the rules about labels, reasons or the notation of codes change. */
export const edition = `27 ${publishedEdition}`

/** Sorts before every member. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Schedules a new review of all stored claims and records of a brand, because a plan's own codes or the labels of its drugs have changed.
 */
export async function reviewAgain(tx: Tx, brand: string): Promise<void> {
  if (brand === everyBrand) {
    await tx.updateTable('sensitivity_review').set({ after: nobody, parties: null }).execute()
    return
  }
  await sql`insert into sensitivity_review (brand, edition, after) values (${brand}, ${edition}, ${nobody})
    on conflict (brand) do update set edition = excluded.edition, after = excluded.after, parties = null`.execute(tx)
}

/** Notes for a brand whose first records are being stored that they are judged by the present rules. */
export async function noteJudged(tx: Tx, brand: string): Promise<void> {
  const row = { brand, edition, after: null }
  await insertNew(tx, 'sensitivity_review', row)
}
