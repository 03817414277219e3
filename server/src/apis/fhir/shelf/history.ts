import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

interface Key {
  readonly member_id: string
  readonly type: string
  readonly id: string
}

/** Moves what is on the shelf into its history. */
export async function keepVersions(tx: Tx, keys: readonly Key[]): Promise<void> {
  const listOf = (name: keyof Key) => keys.map((key) => key[name])
  await sql`insert into fhir_resource_version (member_id, type, id, version, updated, body)
    select member_id, type, id, version, updated, body from fhir_resource
    where (member_id, type, id) in (
      select * from unnest(${listOf('member_id')}::uuid[], ${listOf('type')}::text[], ${listOf('id')}::uuid[]))
    on conflict do nothing`.execute(tx)
}

/** Withdraws resources: their history stays. */
export async function withdraw(
  tx: Tx,
  some: readonly { readonly memberId: string; readonly type: string; readonly id: string }[],
  updated = new Date(),
): Promise<void> {
  if (some.length === 0) return
  const keys = some.map(({ memberId, type, id }) => ({ member_id: memberId, type, id }))
  await keepVersions(tx, keys)
  const listOf = (name: keyof Key) => keys.map((key) => key[name])
  await sql`update fhir_resource set version = version + 1, updated = ${updated}, body = null, content_hash = '', tokens = '{}',
      dates = '{}', refs = '{}'
    where body is not null and (member_id, type, id) in (
      select * from unnest(${listOf('member_id')}::uuid[], ${listOf('type')}::text[], ${listOf('id')}::uuid[]))`.execute(
    tx,
  )
}
