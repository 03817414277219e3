import { sql } from 'kysely'
import { nameClaims } from '../../member/claims/naming.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addressesOfParties, namesOfParties } from './people-store.ts'
import { nameRecords } from './record-store.ts'

/** A number that no other advisory lock of ours uses. */
const lockKey = 7_205_803

/**
 * Makes a batch of providers wait for batches of what may refer to them, and these for it: claims that another run stores at the same moment
 * would miss the names, and be missed. `alone` excludes all others. Comes first in a transaction.
 */
export async function lockNames(tx: Tx, how: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(${lockKey}::bigint)`.execute(tx)
}

/** How many providers are named at a time, and for how many members. */
const [partiesAtOnce, membersAtOnce] = [50, 500]

/**
 * Names in claims and records some of the providers that came after them (`noteNamed`), as if they had come first. Returns false once there
 * is none left.
 */
export async function nameSome(tx: Tx): Promise<boolean> {
  await lockNames(tx, 'alone')
  const { rows: due } = await sql<{ id: string; after: string }>`
    select party_id as id, after from import_naming order by party_id limit ${partiesAtOnce}`.execute(tx)
  if (due.length === 0) return false
  const ids = due.map(({ id }) => id)
  const each = Math.floor(membersAtOnce / due.length)
  const found = await findReferring(tx, due, each)
  for (const [brand, some] of Map.groupBy(found, (one) => one.brand)) {
    const members = [...new Set(some.map(({ memberId }) => memberId))]
    const names = await namesOfParties(tx, brand, ids)
    await nameClaims(tx, members, names)
    await nameRecords(tx, members, { names, addresses: await addressesOfParties(tx, brand, ids) })
  }
  await noteProgress(
    tx,
    ids.map((id) => {
      const own = found.filter(({ partyId }) => partyId === id)
      return { id, after: own.length < each ? null : (own.at(-1)?.memberId ?? null) }
    }),
  )
  return true
}

interface Referring {
  readonly partyId: string
  readonly memberId: string
  readonly brand: string
}

/** Of each provider the next members whose claims or records name it, in order. */
async function findReferring(
  tx: Tx,
  due: readonly { readonly id: string; readonly after: string }[],
  each: number,
): Promise<readonly Referring[]> {
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
async function noteProgress(
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
