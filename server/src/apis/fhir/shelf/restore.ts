import { asVersion, showArrived } from '@portico/rules/fhir/publish'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { amend } from './amend.ts'
import type { OnShelf } from './history.ts'

const atOnce = 200

/** Puts back references whose targets have come, some at a time; returns whether there may be more (OS-23). */
export async function restoreSome(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ target: string; memberId: string; party: string; brand: string }>`
    delete from fhir_waiting where ctid = any(array(
      select ctid from fhir_waiting where arrived limit ${atOnce} for update skip locked))
    returning target, member_id as "memberId", party, brand`.execute(tx)
  const targets = new Set(rows.map(({ target }) => target))
  const members = [...new Set(rows.flatMap(({ memberId, party }) => (party === '' ? memberId : [])))]
  if (members.length > 0) await restoreMembers(tx, members.toSorted(), targets)
  const parties = rows.filter(({ party }) => party !== '')
  if (parties.length > 0) await restoreParties(tx, parties, targets)
  return rows.length === atOnce
}

const like = (targets: ReadonlySet<string>) => [...targets].map((target) => `%"id":"${target.replace('/', '.')}%`)

async function restoreMembers(tx: Tx, members: readonly string[], targets: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<OnShelf>`
    select member_id as "memberId", type, id from fhir_resource
    where member_id = any(${[...members]}::uuid[]) and body like any(${like(targets)}::text[])`.execute(tx)
  await amend(tx, rows, new Set(), ({ body }) => showArrived(body, targets))
}

async function restoreParties(
  tx: Tx,
  waiting: readonly { readonly party: string; readonly brand: string }[],
  targets: ReadonlySet<string>,
): Promise<void> {
  const keys = waiting.map(({ party, brand }) => [brand, ...party.split('/')])
  const listValues = (place: number) => keys.map((key) => key[place])
  const { rows } = await sql<{ brand: string; type: string; id: string; version: number; body: string }>`
    select brand, type, id, version, body from fhir_party
    where (brand, type, id) in (select * from unnest(${listValues(0)}::text[], ${listValues(1)}::text[], ${listValues(2)}::uuid[]))
      and body is not null order by brand, type, id for update`.execute(tx)
  const updated = new Date()
  const bodies = rows.map(({ body, version }) => asVersion(showArrived(body, targets), version + 1, updated))
  await sql`update fhir_party p set body = new.body, version = p.version + 1, updated = ${updated}
    from unnest(${rows.map(({ brand }) => brand)}::text[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ id }) => id)}::uuid[], ${bodies}::text[]) as new (brand, type, id, body)
    where (p.brand, p.type, p.id) = (new.brand, new.type, new.id)`.execute(tx)
}
