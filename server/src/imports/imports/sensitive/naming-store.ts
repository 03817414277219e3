import { sql } from 'kysely'
import { madeOfBills } from '../../../member/claims/named.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { everyBrand } from '../every-brand.ts'
import { edition, nobody, reviewAgain } from './due-store.ts'

/** Above this, all of a brand are as quickly looked through. */
const maxParties = 200

/** Has what names some parties, by their ids on the shelf, judged again: they turned out to give sensitive care. */
export async function reviewNaming(tx: Tx, brand: string, parties: readonly string[]): Promise<void> {
  if (parties.length === 0) return
  if (parties.length > maxParties) return reviewAgain(tx, brand)
  const named = [...parties]
  // A review of all that is under way begins anew as one of all.
  const change = sql`after = ${nobody}, parties = case
      when review.edition <> ${edition} or (review.after is not null and review.parties is null) then null
      when review.after is null then ${named}::text[]
      else review.parties || ${named}::text[] end`
  if (brand === everyBrand) await sql`update sensitivity_review as review set ${change}`.execute(tx)
  else
    await sql`insert into sensitivity_review as review (brand, edition, after, parties)
      values (${brand}, ${edition}, ${nobody}, ${named}) on conflict (brand) do update set ${change}`.execute(tx)
}

/** Those of some members any of whose records names a party; what bills and drugs' approvals are made of is on no shelf. */
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
