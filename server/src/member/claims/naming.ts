import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The text in which a search finds a claim. */
export function searchText(words: readonly (string | null)[]): string {
  return [...new Set(words.filter((text) => text !== null))].join('\n').toLowerCase().slice(0, 4000)
}

interface Renamed {
  readonly memberId: string
  readonly claimId: string
  readonly claimNumber: string
  readonly providerName: string | null
  readonly facilityName: string | null
  readonly descriptions: readonly (string | null)[]
}

/** Names providers in the claims of members as in their own files, by id (IM-1). */
export async function nameClaims(
  tx: Tx,
  members: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return
  const named = sql`(select * from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as named (id, name))`
  const { rows } = await sql<Renamed>`
    select member_id as "memberId", claim_id as "claimId", claim_number as "claimNumber",
      coalesce(provider.name, provider_name) as "providerName", coalesce(facility.name, facility_name) as "facilityName",
      array(select description from claim_line line
        where line.member_id = claim.member_id and line.claim_id = claim.claim_id order by line.line) as descriptions
    from claim left join ${named} provider on provider.id = provider_id left join ${named} facility on facility.id = facility_id
    where member_id = any(${members}::uuid[])
      and (provider.name is distinct from provider_name and provider.name is not null
        or facility.name is distinct from facility_name and facility.name is not null)
    order by member_id, claim_id for update of claim`.execute(tx)
  if (rows.length === 0) return
  const changes = rows.map(({ claimNumber, descriptions, ...one }) => ({
    ...one,
    text: searchText([claimNumber, one.providerName, one.facilityName, ...descriptions]),
  }))
  await sql`update claim set provider_name = new."providerName", facility_name = new."facilityName", search_text = new.text
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as new ("memberId" uuid, "claimId" uuid, "providerName" text, "facilityName" text, text text)
    where member_id = new."memberId" and claim_id = new."claimId"`.execute(tx)
}
