import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { loadDataKey } from '../data-key.ts'
import { up } from '../db/migrations/0246-audit-seals.ts'
import { createShelf, type Shelf } from '../storage/shelf.ts'
import { archiveNext } from './archive/archive.ts'
import { chainHash, chainStart } from './chain.ts'
import { readSealed } from './forward/store.ts'
import { listPlaces } from './seal-store.ts'
import { sealBatch } from './sealer.ts'
import { audit } from './store.ts'
import { verifyChain } from './verify.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
let folder: string
beforeAll(async () => {
  held = await openTestDatabase({ seeded: false })
  folder = mkdtempSync(join(tmpdir(), 'portico-seals-'))
})
afterAll(async () => {
  await held?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const run = (query: ReturnType<typeof sql>) => query.execute(held.database.read)

/** Restores the database to the last release's state. */
async function goBack(): Promise<void> {
  await run(sql`drop trigger audit_event_waiting on audit_event`)
  await run(sql`drop table audit_seal, audit_waiting`)
  for (const name of ['audit_event_waits', 'audit_event_is_sealed', 'audit_waiting_is_sealed'])
    await run(sql`drop function ${sql.raw(name)}`)
  await run(sql`create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
        and to_jsonb(new) - 'seq' - 'hash' = to_jsonb(old) - 'seq' - 'hash' then
        return new;
      end if;
      raise exception 'audit events are never changed or deleted';
    end $$`)
}

async function write(count: number, at = new Date()): Promise<void> {
  const origin = { address: '127.0.0.1', requestId: uuidv7() }
  const events = Array.from({ length: count }, () => ({ action: 'a.read', recordType: 'x', recordId: uuidv7() }))
  await held.database.transaction((tx) => audit(tx, null, events, { origin, now: at }))
}

/** Seals the oldest unsealed event after a place, as the last release does. */
async function sealEarlier(head: { readonly seq: number; readonly hash: Buffer }) {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from audit_event where seq is null order by event_id limit 1`.execute(held.database.read)
  const id = rows[0]?.id ?? ''
  // The same canonical form as today's.
  const { rows: events } = await sql<{
    action: string
    record_type: string
    record_id: string
    outcome: string
    address: string
    request_id: string
    at: string
  }>`
    select action, record_type, record_id, outcome, address, request_id, extract(epoch from at)::text as at
    from audit_event where event_id = ${id}::uuid`.execute(held.database.read)
  const nothing = { actor_account_id: null, actor_login_id: null, as_account_id: null, as_login_id: null }
  const rest = { session_id: null, member_id: null, times: null, event_id: id }
  const [event] = events
  if (event === undefined) throw new Error('There is nothing to seal.')
  const seq = head.seq + 1
  const hash = chainHash(head.hash, seq, { ...nothing, ...rest, ...event })
  await run(sql`update audit_event set seq = ${seq}, hash = ${hash} where event_id = ${id}::uuid`)
  return { seq, hash }
}

test('SI-13 OP-4 OP-7 OP-11 events sealed before seals had a table, and after, are one chain: verified, forwarded and archived', async () => {
  const { database } = held
  const old = new Date('2025-01-02T03:04:05.678Z')
  await goBack()
  await write(3, old)
  const second = await sealEarlier(await sealEarlier({ seq: 0, hash: chainStart }))
  await database.apart((db) => db.transaction().execute(up))
  expect((await verifyChain(database.read)).unsealed.count).toBe(1)
  await write(3, old)

  // The last release, running alongside, no longer seals, and loses nothing by trying.
  await expect(sealEarlier(second)).rejects.toThrow('audit events are never changed or deleted')
  expect(await sealBatch(database)).toMatchObject({ count: 4, head: { seq: 6 } })
  const whole = { breaks: [], unsealed: { count: 0 } }
  expect(await verifyChain(database.read, { batchSize: 2, anchors: [second] })).toMatchObject({ sealed: 6, ...whole })
  const { rows } = await run(sql`select seq from audit_event where seq is not null order by seq`)
  expect(rows).toEqual([{ seq: 1 }, { seq: 2 }])

  const forwarded = await readSealed(database, 0, 100)
  expect(forwarded.map(({ seq, at, action }) => `${seq} ${at} ${action}`)).toEqual(
    [1, 2, 3, 4, 5, 6].map((seq) => `${seq} 2025-01-02T03:04:05.678000Z a.read`),
  )
  const shelf = createShelf(folder, null) as Shelf
  const dataKey = loadDataKey({ configured: undefined, dataDir: held.dataDir })
  const parts = { database, shelf, dataKey, settings: { afterMonths: 12, keptYears: null } }
  while (await archiveNext(parts, new Date('2026-11-15'), 4));
  expect(await listPlaces(database.read, { from: 0, max: 10 })).toEqual([])
  expect((await run(sql`select from audit_event`)).rows).toEqual([])
  expect(await verifyChain(database.read, { shelf, anchors: [second] })).toMatchObject({ sealed: 6, ...whole })
})

test('SI-13 a sealer that is cut off midway leaves everything as it was, and the next one seals it', async () => {
  const { database } = held
  await write(5)
  await expect(
    database.transaction(async (tx) => {
      await sql`insert into audit_seal select 900, event_id, sha256('x') from audit_waiting limit 1`.execute(tx)
      throw new Error('cut off')
    }),
  ).rejects.toThrow('cut off')
  expect((await verifyChain(database.read)).unsealed.count).toBe(5)
  expect((await sealBatch(database))?.count).toBe(5)
  expect((await verifyChain(database.read)).unsealed.count).toBe(0)
})
