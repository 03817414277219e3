import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

interface Due {
  readonly id: string
  /** The last member for whom the provider is named. */
  readonly after: string
}

/** The next providers that claims and records are to be named by. */
export async function listDue(tx: Tx, max: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select party_id as id, after from import_naming order by party_id limit ${max}`.execute(tx)
  return rows
}

interface Referring {
  readonly partyId: string
  readonly memberId: string
  readonly brand: string
}

/** Of each provider the next members whose claims or records name it, in order. */
export async function findReferring(tx: Tx, due: readonly Due[], each: number): Promise<readonly Referring[]> {
  const selectMembers = ([table, column]: readonly [
    string,
    string,
  ]) => sql`(select distinct member_id from ${sql.table(table)}
    where ${sql.ref(column)} = due.id and member_id > due.after order by member_id limit ${each})`
  const { rows } = await sql<Referring>`
    select due.id as "partyId", member_id as "memberId", brand
    from unnest(${due.map(({ id }) => id)}::text[], ${due.map(({ after }) => after)}::uuid[]) as due (id, after),
      lateral (
        ${sql.join(referring.map(selectMembers), sql` union `)}
        union (select distinct member_id from care_team
          where participants @> jsonb_build_array(jsonb_build_object('id', due.id)) and member_id > due.after
          order by member_id limit ${each})
        order by member_id limit ${each}
      ) next join member using (member_id)
    order by due.id, member_id`.execute(tx)
  return rows
}

const referring = [
  ['claim', 'provider_id'],
  ['claim', 'facility_id'],
  ['prescription', 'prescriber_id'],
  ['dispense', 'pharmacy_id'],
  ['prior_authorization', 'provider_id'],
] as const

/** `after`: the last member for whom a provider is named now; null if there are no more. */
export async function noteProgress(
  tx: Tx,
  parties: readonly { readonly id: string; readonly after: string | null }[],
): Promise<void> {
  const [done, open] = [parties.filter(({ after }) => after === null), parties.filter(({ after }) => after !== null)]
  await sql`delete from import_naming where party_id = any(${done.map(({ id }) => id)}::text[])`.execute(tx)
  if (open.length === 0) return
  await sql`update import_naming set after = open.after
    from unnest(${open.map(({ id }) => id)}::text[], ${open.map(({ after }) => after)}::uuid[]) as open (id, after)
    where party_id = open.id`.execute(tx)
}
