import { sql } from 'kysely'
import { madeOfBills } from '../../../member/claims/named.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { everyBrand } from '../every-brand.ts'
import { edition, nobody, reviewAgain } from './due-store.ts'

/** With more parties, reviewing the whole brand is as fast. */
const maxParties = 200

/** Schedules a review of everything that names some parties, by their ids on the shelf, because they turned out to give sensitive care. */
export async function reviewNaming(tx: Tx, brand: string, parties: readonly string[]): Promise<void> {
  if (parties.length === 0) return
  if (parties.length > maxParties) return reviewAgain(tx, brand)
  const named = [...parties]
  // A review of everything that is under way starts over as one of everything.
  const change = sql`after = ${nobody}, parties = case
      when review.edition <> ${edition} or (review.after is not null and review.parties is null) then null
      when review.after is null then ${named}::text[]
      else review.parties || ${named}::text[] end`
  if (brand === everyBrand) await sql`update sensitivity_review as review set ${change}`.execute(tx)
  else
    await sql`insert into sensitivity_review as review (brand, edition, after, parties)
      values (${brand}, ${edition}, ${nobody}, ${named}) on conflict (brand) do update set ${change}`.execute(tx)
}

/**
 * The members among some with a record that names a party. Resources made from bills or drug approvals are not on the shelf, so their
 * versions are searched, too.
 */
export async function listNaming(tx: Tx, members: readonly string[], parties: readonly string[]): Promise<string[]> {
  const own = sql`member_id = any(${[...members]}::uuid[])`
  const named = sql`like any(${parties.map((id) => `%${id}%`)}::text[])`
  const { rows } = await sql<{ id: string }>`
    select member_id as id from fhir_resource where ${own} and body ${named}
    union select member_id from claim_version join claim using (member_id, claim_id, content_hash)
      where ${own} and claim.resource_id like ${`${madeOfBills}%`} and resource::text ${named}
    union select member_id from record_version where ${own} and type = 'prior_authorization' and resource::text ${named}
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}
