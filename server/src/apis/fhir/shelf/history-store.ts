import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

interface Key {
  readonly member_id: string
  readonly type: string
  readonly id: string
}

/** A resource on a member's shelf. */
export interface OnShelf {
  readonly memberId: string
  readonly type: string
  readonly id: string
}

/** Copies resources on the shelf into their history. */
export async function keepVersions(tx: Tx, keys: readonly Key[]): Promise<void> {
  await sql`insert into fhir_resource_version (member_id, type, id, version, updated, sensitive, body)
    select member_id, type, id, version, updated, sensitive, body from fhir_resource
    where (member_id, type, id) in (${buildListed(keys)})
    on conflict do nothing`.execute(tx)
}

/** Removes from members resources that turned out to be someone else's: their history is not for these members, either. */
export async function takeAway(tx: Tx, some: readonly OnShelf[], updated: Date): Promise<void> {
  if (some.length === 0) return
  const keys = some.map(toKey)
  await sql`delete from fhir_resource_version where (member_id, type, id) in (${buildListed(keys)})`.execute(tx)
  await empty(tx, keys, updated)
}

export async function empty(tx: Tx, keys: readonly Key[], updated: Date): Promise<void> {
  await sql`update fhir_resource set version = version + 1, updated = ${updated}, body = null, basis = null, content_hash = '', tokens = '{}',
      dates = '{}', refs = '{}'
    where body is not null and (member_id, type, id) in (${buildListed(keys)})`.execute(tx)
}

export const toKey = ({ memberId, type, id }: OnShelf): Key => ({ member_id: memberId, type, id })

function buildListed(keys: readonly Key[]) {
  const listValues = (name: keyof Key) => keys.map((key) => key[name])
  return sql`select * from unnest(${listValues('member_id')}::uuid[], ${listValues('type')}::text[], ${listValues('id')}::uuid[])`
}
