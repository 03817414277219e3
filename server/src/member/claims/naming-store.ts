import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A claim whose providers must be renamed, with the text of its lines. */
export interface Renamed {
  readonly memberId: string
  readonly claimId: string
  readonly claimNumber: string
  readonly providerName: string | null
  readonly facilityName: string | null
  readonly descriptions: readonly (string | null)[]
}

/** Claims of members whose provider names differ from these names, by provider id. */
export async function listMisnamed(
  tx: Tx,
  members: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<readonly Renamed[]> {
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
    order by member_id, claim_id`.execute(tx)
  return rows
}

export interface NewNames extends Omit<Renamed, 'claimNumber' | 'descriptions'> {
  /** The text that searches for the claim look through. */
  readonly text: string
}

export async function saveNames(tx: Tx, changes: readonly NewNames[]): Promise<void> {
  await sql`update claim set provider_name = new."providerName", facility_name = new."facilityName", search_text = new.text
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as new ("memberId" uuid, "claimId" uuid, "providerName" text, "facilityName" text, text text)
    where member_id = new."memberId" and claim_id = new."claimId"`.execute(tx)
}
