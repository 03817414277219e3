import { asVersion } from '@portico/rules/fhir/publish'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { keepVersions, type OnShelf } from './history.ts'

interface Stored {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly version: number
  readonly body: string
}

/**
 * Changes what is on the shelf by what became known otherwise: each that changes is a new version, but for those that this transaction has
 * put there.
 */
export async function amend(
  tx: Tx,
  some: readonly OnShelf[],
  fresh: ReadonlySet<string>,
  change: (one: Stored) => string,
): Promise<void> {
  const splitList = (name: keyof OnShelf) => some.map((one) => one[name])
  const { rows } = await sql<Stored>`
    select member_id as "memberId", type, id, version, body from fhir_resource
    where body is not null and (member_id, type, id) in (
      select * from unnest(${splitList('memberId')}::uuid[], ${splitList('type')}::text[], ${splitList('id')}::uuid[]))
    order by member_id, type, id for update`.execute(tx)
  const changed = rows.flatMap((row) => {
    const body = change(row)
    return body === row.body ? [] : { ...row, body }
  })
  if (changed.length === 0) return
  const updated = new Date()
  const renewed = changed.filter(({ id }) => !fresh.has(id))
  await keepVersions(
    tx,
    renewed.map(({ memberId, type, id }) => ({ member_id: memberId, type, id })),
  )
  const next = changed.map((one) => ({ ...one, version: fresh.has(one.id) ? one.version : one.version + 1 }))
  await sql`update fhir_resource r set body = new.body, version = new.version, updated = ${updated}
    from unnest(${next.map(({ memberId }) => memberId)}::uuid[], ${next.map(({ type }) => type)}::text[],
      ${next.map(({ id }) => id)}::uuid[], ${next.map(({ version }) => version)}::int[],
      ${next.map(({ body, version }) => asVersion(body, version, updated))}::text[]) as new (member_id, type, id, version, body)
    where (r.member_id, r.type, r.id) = (new.member_id, new.type, new.id)`.execute(tx)
}
