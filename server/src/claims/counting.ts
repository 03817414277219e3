import type { Counted } from '@portico/rules/claims/accumulators'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { countedColumns, hidden } from './store.ts'

/** Claims of all on a contract since a day, as far as they count toward yearly limits; `loadedAt` is null where no claim of anybody was ever loaded. */
export async function listOfContract(
  db: Reader,
  memberIds: readonly string[],
  since: string,
): Promise<{ readonly claims: Counted[]; readonly loadedAt: Date | null }> {
  const isTheirs = sql<boolean>`member_id = any(${memberIds}::uuid[])`
  const claims = await db
    .selectFrom('claim')
    .select(countedColumns)
    .where(isTheirs)
    .where('state', 'not in', hidden)
    .where('service_from', '>=', since)
    .execute()
  const { at } = await db
    .selectFrom('claim')
    .select((eb) => eb.fn.max('imported_at').as('at'))
    .where(isTheirs)
    .executeTakeFirstOrThrow()
  return { claims, loadedAt: at }
}
