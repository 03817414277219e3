import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { DirectoryFactsData } from '../../platform/db/tables.ts'
import { computeTerm, type DirectoryEntry, type DirectorySeat, nameWords, toPlaceKey, toSpot } from './entry.ts'

export async function findLive(db: Reader, source: string): Promise<number | null> {
  const row = await db
    .selectFrom('directory_generation')
    .select('generation')
    .where('source', '=', source)
    .where('state', '=', 'live')
    .executeTakeFirst()
  return row?.generation ?? null
}

export async function beginLoading(
  tx: Tx,
  { source, runId, now }: { readonly source: string; readonly runId: string; readonly now: Date },
): Promise<DirectoryLoad> {
  const { generation } = await tx
    .insertInto('directory_generation')
    .values({ source, state: 'loading', begun_at: now, entries: 0, facts: '{}', run_id: runId })
    .returning('generation')
    .executeTakeFirstOrThrow()
  return { generation, before: await findLive(tx, source) }
}

type Outcome = 'created' | 'updated' | 'unchanged'

function toRow(entry: DirectoryEntry, generation: number) {
  const { providerId, specialtyName, verifiedOn, ...rest } = entry
  const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
  return {
    ...rest,
    generation,
    provider_id: providerId,
    place: toPlaceKey(entry),
    specialty_name: specialtyName,
    verified_on: verifiedOn,
    words: nameWords(entry.name),
    content_hash: `\\x${hash}`,
  }
}

/**
 * Adds entries to a directory that is being loaded; of several for the same provider and place, the first. Returns the outcome of each,
 * compared with the directory to replace. Without a generation it writes nothing.
 */
export async function addEntries(
  tx: Tx,
  entries: readonly DirectoryEntry[],
  { generation, before }: { readonly generation: number | null; readonly before: number | null },
): Promise<Outcome[]> {
  const rows = entries.map((entry) => toRow(entry, generation ?? 0))
  const known = await listHashes(tx, before, rows)
  if (generation !== null) {
    const added = await sql<{ provider_id: string; place: string }>`
      insert into directory_entry
      select * from jsonb_populate_recordset(null::directory_entry, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing returning provider_id, place
    `.execute(tx)
    const fresh = new Set(added.rows.map((row) => `${row.provider_id} ${row.place}`))
    const terms = rows.flatMap((row) => {
      if (!fresh.delete(`${row.provider_id} ${row.place}`)) return []
      const spot = toSpot(row)
      const of = [
        ...row.specialties.map((one) => computeTerm(generation, 's', one)),
        ...row.words.map((word) => computeTerm(generation, 'w', word)),
        computeTerm(generation, 's', `kind:${row.kind}`),
      ]
      return of.map((term) => ({ term, spot, generation, provider_id: row.provider_id, place: row.place }))
    })
    await sql`
      insert into directory_term select * from jsonb_populate_recordset(null::directory_term, ${JSON.stringify(terms)}::jsonb)
    `.execute(tx)
  }
  return rows.map((row) => {
    const hash = known.get(`${row.provider_id} ${row.place}`)
    return hash === undefined ? 'created' : hash === row.content_hash ? 'unchanged' : 'updated'
  })
}

async function listHashes(tx: Tx, before: number | null, rows: readonly { provider_id: string }[]) {
  if (before === null || rows.length === 0) return new Map<string, string>()
  const known = await tx
    .selectFrom('directory_entry')
    .select(['provider_id', 'place', 'content_hash'])
    .where('generation', '=', before)
    .where('provider_id', '=', sql<string>`any(${rows.map((row) => row.provider_id)}::text[])`)
    .execute()
  return new Map(known.map((row) => [`${row.provider_id} ${row.place}`, `\\x${row.content_hash.toString('hex')}`]))
}

/** Adds network seats; of duplicates, the later one counts. */
export async function addSeats(
  tx: Tx,
  seats: readonly DirectorySeat[],
  { generation, before }: { readonly generation: number | null; readonly before: number | null },
): Promise<Outcome[]> {
  const key = (one: DirectorySeat) => JSON.stringify([one.providerId, one.brand, one.networkId, one.zip ?? ''])
  const known = before === null ? new Map<string, string>() : await joinSeats(tx, before, seats)
  if (generation !== null) {
    const last = [...new Map(seats.map((one) => [key(one), one])).values()]
    const rows = last.map((one) => ({
      generation,
      brand: one.brand,
      network_id: one.networkId,
      provider_id: one.providerId,
      zip: one.zip ?? '',
      begins: one.begins,
      ends: one.ends,
      accepting: one.accepting,
      primary_care: one.primaryCare,
      verified_on: one.verifiedOn,
    }))
    await sql`
      insert into directory_seat select * from jsonb_populate_recordset(null::directory_seat, ${JSON.stringify(rows)}::jsonb)
      on conflict (generation, provider_id, brand, network_id, zip) do update set begins = excluded.begins, ends = excluded.ends,
        accepting = excluded.accepting, primary_care = excluded.primary_care, verified_on = excluded.verified_on
    `.execute(tx)
    const networks = [...new Map(last.map((one) => [`${one.brand} ${one.networkId}`, one])).values()]
    for (const one of networks) await addToNetwork(tx, generation, one)
  }
  const listSaid = (one: DirectorySeat) => [one.begins, one.ends, one.accepting, one.primaryCare, one.verifiedOn]
  return seats.map((one) => {
    const stored = known.get(key(one))
    return stored === undefined ? 'created' : stored === JSON.stringify(listSaid(one)) ? 'unchanged' : 'updated'
  })
}

/** The plans of a network are those of all its seats. */
async function addToNetwork(tx: Tx, generation: number, seat: DirectorySeat): Promise<void> {
  const key = { generation, brand: seat.brand, network_id: seat.networkId }
  const known = await tx
    .selectFrom('directory_network')
    .select('plan_ids')
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirst()
  const plan_ids =
    known === undefined ? [...seat.planIds] : [...new Set([...known.plan_ids, ...seat.planIds])].toSorted()
  await tx
    .insertInto('directory_network')
    .values({ ...key, name: seat.networkName, plan_ids })
    .onConflict((conflict) => conflict.columns(['generation', 'brand', 'network_id']).doUpdateSet({ plan_ids }))
    .execute()
}

async function joinSeats(tx: Tx, generation: number, seats: readonly DirectorySeat[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('directory_seat')
    .selectAll()
    .where('generation', '=', generation)
    .where('provider_id', '=', sql<string>`any(${seats.map(({ providerId }) => providerId)}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      JSON.stringify([row.provider_id, row.brand, row.network_id, row.zip]),
      JSON.stringify([row.begins, row.ends, row.accepting, row.primary_care, row.verified_on]),
    ]),
  )
}

/** How much of a directory is missing from the newly loaded one; without one, how much was not found in the files. */
export async function findRemovals(
  db: Reader,
  {
    generation,
    before,
    found,
  }: {
    readonly generation: number | null
    readonly before: number
    readonly found: { readonly entries: number; readonly seats: number }
  },
) {
  const { rows } = await sql<{ entries: number; seats: number; lost_entries: number; lost_seats: number }>`
    select (select count(*)::int from directory_entry where generation = ${before}) as entries,
      (select count(*)::int from directory_seat where generation = ${before}) as seats,
      (select count(*)::int from directory_entry b where generation = ${before} and not exists (select from directory_entry n
        where n.generation = ${generation} and n.provider_id = b.provider_id and n.place = b.place)) as lost_entries,
      (select count(*)::int from directory_seat b where generation = ${before} and not exists (select from directory_seat n
        where n.generation = ${generation} and n.provider_id = b.provider_id and n.brand = b.brand
          and n.network_id = b.network_id and n.zip = b.zip)) as lost_seats`.execute(db)
  const { entries = 0, seats = 0, lost_entries = 0, lost_seats = 0 } = rows[0] ?? {}
  const countRemoved = (all: number, lost: number, seen: number) =>
    generation === null ? Math.max(0, all - seen) : lost
  return {
    entries: { before: entries, removed: countRemoved(entries, lost_entries, found.entries) },
    seats: { before: seats, removed: countRemoved(seats, lost_seats, found.seats) },
  }
}

/** Adds the words of names with the number of entries that have each. */
export async function addWords(
  tx: Tx,
  generation: number,
  words: readonly (readonly [word: string, entries: number])[],
): Promise<void> {
  const rows = words.map(([word, entries]) => ({ generation, word, entries }))
  await sql`
    insert into directory_word select * from jsonb_populate_recordset(null::directory_word, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}

/** Makes a loaded directory the live one. */
export async function showLoaded(
  tx: Tx,
  loaded: {
    readonly generation: number
    readonly source: string
    readonly facts: DirectoryFactsData
    readonly now: Date
  },
): Promise<void> {
  await setState(tx, loaded.source, 'before', 'old')
  await setState(tx, loaded.source, 'live', 'before')
  await sql`
    update directory_generation set state = 'live', live_at = ${loaded.now}, facts = ${JSON.stringify(loaded.facts)}::jsonb,
      entries = (select count(*) from directory_entry where generation = ${loaded.generation})
    where generation = ${loaded.generation}
  `.execute(tx)
  // A newer file overrides a correction by staff if it confirms the wrong value again, at that place and for that brand. A brand sees
  // the directory of all brands only for providers who are not in its own.
  await sql`
    delete from directory_correction c using directory_entry e
    where e.generation = ${loaded.generation} and e.provider_id = c.provider_id and c.place in ('', e.place)
      and c.kind <> 'network' and e.verified_on > (c.made_at at time zone 'UTC')::date
      and (c.brand = ${loaded.source} or ${loaded.source} = '' and not exists (
        select from directory_generation l join directory_entry o using (generation)
        where l.state = 'live' and l.source = c.brand and o.provider_id = c.provider_id))
  `.execute(tx)
  await sql`
    delete from directory_correction c using directory_seat s
    where s.generation = ${loaded.generation} and s.provider_id = c.provider_id and s.brand = c.brand
      and c.kind = 'network' and c.network_id in ('', s.network_id) and s.verified_on > (c.made_at at time zone 'UTC')::date
      and (c.place = '' or s.zip = '' or exists (
        select from directory_generation l join directory_entry e using (generation)
        where l.state = 'live' and l.source in ('', c.brand) and e.provider_id = c.provider_id and e.place = c.place
          and left(e.zip, 5) = s.zip))
  `.execute(tx)
}

async function setState(tx: Tx, source: string, from: 'live' | 'before', to: 'live' | 'before' | 'old'): Promise<void> {
  await tx
    .updateTable('directory_generation')
    .set({ state: to })
    .where('source', '=', source)
    .where('state', '=', from)
    .execute()
}

/**
 * Restores the directory that a run replaced, and keeps the run's own as the previous one; false if the run's is not the live one, or
 * was the first.
 */
export async function showBefore(tx: Tx, runId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('directory_generation')
    .select(['generation', 'source', 'state', 'run_id'])
    .where('state', 'in', ['live', 'before'])
    .orderBy('generation')
    .forUpdate()
    .execute()
  const live = rows.find((row) => row.state === 'live' && row.run_id === runId)
  const before = rows.find((row) => row.state === 'before' && row.source === live?.source)
  if (live === undefined || before === undefined) return false
  for (const { generation, to } of [
    { generation: live.generation, to: 'old' as const },
    { generation: before.generation, to: 'live' as const },
    { generation: live.generation, to: 'before' as const },
  ])
    await tx.updateTable('directory_generation').set({ state: to }).where('generation', '=', generation).execute()
  return true
}

/** Directories no longer needed: those before the previous one, and leftovers of failed runs. */
export async function listForgotten(tx: Tx, now: Date): Promise<number[]> {
  const left = new Date(now.getTime() - 6 * 60 * 60 * 1000)
  const rows = await tx
    .selectFrom('directory_generation')
    .select('generation')
    .where((eb) => eb.or([eb('state', '=', 'old'), eb.and([eb('state', '=', 'loading'), eb('begun_at', '<', left)])]))
    .execute()
  return rows.map(({ generation }) => generation)
}

/** How many pages of a table each step of deleting a directory covers. */
const pagesAtATime = 1000

/** Deletes a directory's rows from some pages of a table; returns where to continue, or null at the end. */
export async function forgetPart(
  tx: Tx,
  part: { readonly table: DirectoryTable; readonly generation: number; readonly page: number },
): Promise<number | null> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${part.table}::regclass) / current_setting('block_size')::int)::int as pages
  `.execute(tx)
  const end = part.page + pagesAtATime
  await sql`
    delete from ${sql.table(part.table)} where generation = ${part.generation}
      and ctid >= ${`(${part.page},0)`}::tid and ctid < ${`(${end},0)`}::tid
  `.execute(tx)
  return end >= (rows[0]?.pages ?? 0) ? null : end
}

export async function forgetGeneration(tx: Tx, generation: number): Promise<void> {
  await tx.deleteFrom('directory_generation').where('generation', '=', generation).execute()
}

/** A directory being loaded next to the live one. */
export interface DirectoryLoad {
  readonly generation: number
  /** The directory that it will replace; null if the source had none. */
  readonly before: number | null
}

const tables = [
  'directory_term',
  'directory_entry',
  'directory_seat',
  'directory_word',
  'directory_network',
  'fhir_directory',
  'fhir_directory_value',
] as const

export type DirectoryTable = (typeof tables)[number]

export const directoryTables: readonly DirectoryTable[] = tables
