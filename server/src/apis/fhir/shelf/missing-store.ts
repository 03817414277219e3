import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { OnShelf } from './history-store.ts'
import { everyParty, nobody, type Shelved } from './row.ts'

type Owned = Shelved & { readonly memberId: string }

/** Each resource's reference targets that are neither on its member's shelf, nor care providers, nor in the same batch. */
export async function findMissing(tx: Tx, brand: string, some: readonly Owned[]): Promise<Map<Owned, Set<string>>> {
  const wanted = some.map((one) => ({ one, targets: one.isGone ? [] : one.published.targets }))
  const ids = [
    ...new Set(wanted.flatMap(({ targets }) => targets.map((target) => target.slice(target.indexOf('/') + 1)))),
  ]
  if (ids.length === 0) return new Map()
  const members = [...new Set(some.map(({ memberId }) => memberId))]
  const { rows } = await sql<{ member: string; target: string }>`
    select ${nobody} as member, type || '/' || id as target from fhir_party
      where brand in (${brand}, ${everyParty}) and id = any(${ids}::uuid[]) and type = any(${listTypes(wanted)}::text[])
        and body is not null
    union all
    select member_id::text, type || '/' || id from fhir_resource
      where id = any(${ids}::uuid[]) and member_id = any(${members}::uuid[]) and body is not null`.execute(tx)
  const known = new Set(rows.map(({ member, target }) => `${member} ${target}`))
  for (const { isGone, memberId, published } of some)
    if (!isGone) known.add(`${memberId} ${published.type}/${published.id}`)
  return new Map(
    wanted.map(({ one, targets }) => {
      const isThere = (target: string) => known.has(`${nobody} ${target}`) || known.has(`${one.memberId} ${target}`)
      return [one, new Set(targets.filter((target) => !isThere(target)))]
    }),
  )
}

function listTypes(wanted: readonly { readonly targets: readonly string[] }[]): string[] {
  return [...new Set(wanted.flatMap(({ targets }) => targets.map((target) => target.slice(0, target.indexOf('/')))))]
}

/** Records who waits for which target; `party` if a party refers to it. */
export async function noteWaiting(
  tx: Tx,
  brand: string,
  some: readonly { readonly target: string; readonly memberId: string; readonly party?: string }[],
): Promise<void> {
  if (some.length === 0) return
  await sql`insert into fhir_waiting (target, member_id, party, brand)
    select distinct target, member_id, party, ${brand} from unnest(${some.map(({ target }) => target)}::text[],
      ${some.map(({ memberId }) => memberId)}::uuid[], ${some.map(({ party }) => party ?? '')}::text[]) as new (target, member_id, party)
    on conflict (target, member_id, party) do update set arrived = false`.execute(tx)
}

/** Records which awaited targets have arrived. */
export async function noteArrived(tx: Tx, brand: string, added: readonly Owned[]): Promise<void> {
  if (added.length === 0) return
  const targets = added.map(({ published: { type, id } }) => `${type}/${id}`)
  const members = added.map(({ memberId }) => memberId)
  await sql`update fhir_waiting w set arrived = true
    from unnest(${targets}::text[], ${members}::uuid[]) as come (target, member_id)
    where w.target = come.target and not w.arrived
      and case when come.member_id = ${nobody} then w.brand = ${brand} or ${brand} = ${everyParty}
        else w.member_id = come.member_id end`.execute(tx)
}

/** Removes some arrived targets from the list of awaited ones. */
export async function takeArrived(
  tx: Tx,
  max: number,
): Promise<{ target: string; memberId: string; party: string; brand: string }[]> {
  const { rows } = await sql<{ target: string; memberId: string; party: string; brand: string }>`
    delete from fhir_waiting where ctid = any(array(
      select ctid from fhir_waiting where arrived limit ${max} for update skip locked))
    returning target, member_id as "memberId", party, brand`.execute(tx)
  return rows
}

const like = (targets: ReadonlySet<string>) => [...targets].map((target) => `%"id":"${target.replace('/', '.')}%`)

/** Members' resources that refer to a target which was missing. */
export async function listNaming(
  tx: Tx,
  members: readonly string[],
  targets: ReadonlySet<string>,
): Promise<readonly OnShelf[]> {
  const { rows } = await sql<OnShelf>`
    select member_id as "memberId", type, id from fhir_resource
    where member_id = any(${[...members]}::uuid[]) and body like any(${like(targets)}::text[])`.execute(tx)
  return rows
}
