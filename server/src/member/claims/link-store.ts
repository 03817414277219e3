import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Change } from './links.ts'
import type { Linkable } from './named.ts'

const columns = sql`member_id as "memberId", claim_id as "claimId", claim_number as "claimNumber", resource_id as "resourceId",
  type, processed_on as "decidedOn", service_from as "serviceFrom", service_to as "serviceTo", provider_id as "providerId",
  provider_name as "providerName", billed_cents as billed, plan_paid_cents as "planPaid", share_cents as share, replaces, facts`

/** Claims that name others, take one back, or have so far been taken back. */
export async function listNaming(tx: Tx, memberIds: readonly string[]): Promise<readonly Linkable[]> {
  const { rows } = await sql<Linkable>`select ${columns} from claim
    where member_id = any(${memberIds}::uuid[]) and jsonb_exists_any(facts, array['named', 'takesBack', 'takenBack'])
    order by processed_on, claim_id`.execute(tx)
  return rows
}

/** The claims that these may mean: every claim of members with reversals, and for other members the claims that are named. */
export async function listNamed(tx: Tx, naming: readonly Linkable[]): Promise<readonly Linkable[]> {
  const memberIds = [...new Set(naming.map(({ memberId }) => memberId))]
  const correcting = new Set(
    naming.filter(({ facts }) => facts.takesBack !== undefined || facts.takenBack).map(({ memberId }) => memberId),
  )
  const names = [
    ...new Set(naming.flatMap(({ facts: { named } }) => [named?.replaces ?? [], named?.replacedBy ?? []].flat(2))),
  ]
  const { rows } = await sql<Linkable>`select ${columns} from claim
    where member_id = any(${memberIds}::uuid[]) and (member_id = any(${[...correcting]}::uuid[])
      or claim_number = any(${names}::text[]) or resource_id = any(${names}::text[])
      or jsonb_exists_any(facts -> 'names', ${names}::text[]))
    order by processed_on, claim_id`.execute(tx)
  return rows
}

export async function saveLinks(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await sql`update claim set replaces = changed.replaces, facts = changed.facts
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as changed ("memberId" uuid, "claimId" uuid, replaces uuid, facts jsonb)
    where member_id = changed."memberId" and claim_id = changed."claimId"`.execute(tx)
}
