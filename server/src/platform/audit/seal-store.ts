import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { type Anchor, type ChainedEvent, eventColumns } from './chain.ts'

/** A sealed event at its place. */
export interface SealedEvent extends Anchor {
  readonly event: ChainedEvent
}

/** A place in the chain with its event's key. */
export interface Seal extends Anchor {
  readonly eventId: string
}

export interface Place extends Seal {
  /** Null if the event is gone. */
  readonly event: ChainedEvent | null
}

/** A number that no other advisory lock of ours uses. */
const lockKey = 7_205_801

/** Keeps other servers from sealing until the transaction ends; false if another server is sealing. */
export async function lockChain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** An event's columns in the form that the chain hashes. */
function listColumns(table: string) {
  const columns = eventColumns.map((name) => sql`${sql.ref(`${table}.${name}`)}::text as ${sql.ref(name)}`)
  return sql`${sql.join(columns)}, extract(epoch from ${sql.ref(`${table}.at`)})::text as at`
}

/** Sorts before every event id. */
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Places in chain order, with their events as of the same moment. Places are in `audit_seal`; those sealed before that table existed are in
 * the events themselves.
 */
export async function listPlaces(
  db: Reader,
  { from, after = noId, max }: { readonly from: number; readonly after?: string | undefined; readonly max: number },
): Promise<Place[]> {
  const part = (table: 'audit_event' | 'audit_seal') => sql`
    (select seq, coalesce(hash, '') as hash, event_id from ${sql.table(table)}
      where seq >= ${from} and (seq, event_id) > (${from}, ${after}::uuid) order by seq, event_id limit ${max})`
  const { rows } = await sql<{ seq: number; hash: Buffer; of: string } & ChainedEvent>`
    select place.seq, place.hash, place.event_id as of, ${listColumns('event')}
    from (
      select * from (${part('audit_seal')} union all ${part('audit_event')}) each order by seq, event_id limit ${max}
    ) place left join audit_event event on event.event_id = place.event_id
    order by place.seq, place.event_id`.execute(db)
  return rows.map(({ seq, hash, of: eventId, ...event }) => ({
    seq,
    hash,
    eventId,
    event: event.event_id === null ? null : event,
  }))
}

/** The sealed events from a place on, in chain order. */
export async function readPlaces(
  db: Reader,
  range: { readonly from: number; readonly max: number },
): Promise<SealedEvent[]> {
  const places = await listPlaces(db, range)
  return places.flatMap(({ seq, hash, event }) => (event === null ? [] : [{ seq, hash, event }]))
}

/** The chain's last place, in the tables or the archive; null if nothing was ever sealed. */
export async function findHead(db: Reader): Promise<Anchor | null> {
  const { rows } = await sql<Anchor>`
    select seq, hash from (
      (select seq, hash from audit_seal order by seq desc limit 1)
      union all (select seq, hash from audit_event where seq is not null order by seq desc limit 1)
      union all (select last_seq, last_hash from audit_archive order by last_seq desc limit 1)) place
    order by seq desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The oldest events that wait to be sealed. */
export function selectWaiting(tx: Tx, max: number) {
  return tx.selectFrom('audit_waiting').select('event_id').orderBy('event_id').limit(max)
}

/** Events by id, in the order of their ids. */
export async function readEvents(db: Reader, ids: readonly string[]): Promise<ChainedEvent[]> {
  const { rows } = await sql<ChainedEvent>`
    select ${listColumns('event')} from audit_event event where event_id in (select unnest(${[...ids]}::uuid[]))
    order by event.event_id`.execute(db)
  return rows
}

/** Seals events. The database then removes them from the list of waiting events. */
export async function addSeals(tx: Tx, seals: readonly Seal[]): Promise<void> {
  await sql`
    insert into audit_seal (seq, event_id, hash)
    select * from unnest(${seals.map(({ seq }) => seq)}::bigint[], ${seals.map(({ eventId }) => eventId)}::uuid[],
      ${seals.map(({ hash }) => hash)}::bytea[])`.execute(tx)
}

export interface Unsealed {
  readonly count: number
  readonly oldest: Date | null
}

/** Number of events that wait to be sealed, and the time of the first: ids are in chronological order. */
export async function countUnsealed(db: Reader): Promise<Unsealed> {
  const waiting = db.selectFrom('audit_waiting')
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const first = await waiting
    .innerJoin('audit_event', 'audit_event.event_id', 'audit_waiting.event_id')
    .select('at')
    .orderBy('audit_waiting.event_id')
    .limit(1)
    .executeTakeFirst()
  return { count, oldest: first?.at ?? null }
}

/** Number of events looked up at once. */
const lookedUpAtOnce = 20_000

/** Events that neither have a seal nor wait for one: someone has bypassed the database's rules for these tables. */
export async function listLeftOut(db: Reader, max: number): Promise<string[]> {
  const found: string[] = []
  let last: string | null = noId
  while (last !== null && found.length < max) {
    const { rows }: { rows: { last: string | null; ids: readonly string[] }[] } = await sql<{
      last: string | null
      ids: readonly string[]
    }>`
      with part as materialized (
        select event_id, seq from audit_event where event_id > ${last}::uuid order by event_id limit ${lookedUpAtOnce})
      select (select event_id::text from part order by event_id desc limit 1) as last,
        array(select event_id::text from part where seq is null
          and not exists (select from audit_seal where audit_seal.event_id = part.event_id)
          and not exists (select from audit_waiting where audit_waiting.event_id = part.event_id)
          order by event_id limit ${max}) as ids`.execute(db)
    found.push(...(rows[0]?.ids ?? []))
    last = rows[0]?.last ?? null
  }
  return found
}
