import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A provider whose name is to be filled in. */
interface Due {
  readonly id: string
  /** The last member whose claims and records have the provider's name. */
  readonly after: string
}

/** The next providers whose names claims and records wait for. */
export async function listDue(tx: Tx, max: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select party_id as id, after from import_naming order by party_id limit ${max}`.execute(tx)
  return rows
}

/** Where claims and records refer to providers by id. */
const naming = [
  ['claim', 'provider_id'],
  ['claim', 'facility_id'],
  ['prescription', 'prescriber_id'],
  ['dispense', 'pharmacy_id'],
  ['prior_authorization', 'provider_id'],
] as const

/** The providers among some that claims or records refer to directly. */
export async function listNamed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const wanted = sql`${[...new Set(ids)]}::text[]`
  const inTables = naming.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${wanted})`,
  )
  const { rows } = await sql<{ id: string }>`
    ${sql.join(inTables, sql` union `)}
    union select named.id from care_team, unnest(${wanted}) as named (id)
      where participants @> jsonb_build_array(jsonb_build_object('id', named.id))`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Referring {
  readonly memberId: string
  readonly brand: string
}

/** The next members whose claims or records refer to a provider, in order. */
export async function listReferring(tx: Tx, { id, after }: Due, max: number): Promise<readonly Referring[]> {
  const next = sql`and member_id > ${after} order by member_id limit ${max}`
  const inTables = naming.map(
    ([table, column]) =>
      sql`(select distinct member_id from ${sql.table(table)} where ${sql.ref(column)} = ${id} ${next})`,
  )
  const { rows } = await sql<Referring>`
    select member_id as "memberId", brand from (
      ${sql.join(inTables, sql` union `)}
      union (select distinct member_id from care_team
        where participants @> ${JSON.stringify([{ id }])}::jsonb ${next})
      order by member_id limit ${max}
    ) referring join member using (member_id) order by member_id`.execute(tx)
  return rows
}

/** `after`: the last member whose records have the provider's name now; null if there are no more. */
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
