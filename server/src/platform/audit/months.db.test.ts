import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { loadDataKey } from '../data-key.ts'
import { createShelf, type Shelf } from '../storage/shelf.ts'
import { archiveNext } from './archive/archive.ts'
import { keepMonths } from './months.ts'
import { sealBatch } from './sealer.ts'
import { verifyChain } from './verify.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
beforeEach(async () => {
  held = await openTestDatabase({ seeded: false })
})
afterEach(() => held.remove())

const run = (text: string) => sql.raw(text).execute(held.database.read)
const listParts = async () => {
  const { rows } = await sql<{ name: string }>`select name from audit_event_parts() order by high nulls last`.execute(
    held.database.read,
  )
  return rows.map(({ name }) => name)
}
const findPart = async (eventId: string) => {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from audit_event where event_id = ${eventId}`.execute(held.database.read)
  return rows[0]?.name
}

/** The month that lies `months` after this one, and the name of its partition. */
function monthAfter(months: number) {
  const now = new Date()
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  return { at, part: `audit_event_${at.toISOString().slice(0, 7).replace('-', '_')}` }
}

async function write(at: Date): Promise<string> {
  const eventId = uuidv7({ msecs: at.getTime() })
  await sql`insert into audit_event (event_id, at, action, record_type, outcome, address, request_id)
    values (${eventId}, ${at}, 'sign-in', 'account', 'done', '127.0.0.1', 'r')`.execute(held.database.read)
  return eventId
}

test('OP-7 the audit log has a partition for each coming month, existing events stay in the first, and no event lacks one', async () => {
  const ahead = Array.from({ length: 11 }, (_, at) => monthAfter(at + 2))
  expect(await listParts()).toEqual(['audit_event_before', ...ahead.map(({ part }) => part), 'audit_event_other'])
  for (const { at, part } of ahead) {
    expect(await findPart(await write(at))).toBe(part)
    expect(await findPart(await write(new Date(at.getTime() - 1)))).not.toBe(part)
  }
  expect(await findPart(await write(new Date()))).toBe('audit_event_before')
  expect(await findPart(await write(monthAfter(40).at))).toBe('audit_event_other')
  // Whichever partition holds an event, it cannot be changed, and there is one chain.
  while ((await sealBatch(held.database))?.count !== 0);
  for (const part of await listParts()) {
    for (const change of [`update ${part} set action = 'x'`, `truncate ${part}`])
      await expect(run(change), change).rejects.toThrow('never changed or deleted')
  }
  await expect(run('delete from audit_event')).rejects.toThrow('never changed or deleted')
  expect(await verifyChain(held.database.read)).toMatchObject({ sealed: 24, breaks: [] })
})

/** Replaces the first partition with partitions for these months, some of them over. */
async function makeMonths(...months: readonly number[]): Promise<void> {
  const key = (at: Date) => `${uuidv7({ msecs: at.getTime() }).slice(0, 13)}-0000-0000-000000000000`
  await run('drop table if exists audit_event_before')
  for (const month of months) {
    const [from, to] = [monthAfter(month), monthAfter(month + 1)]
    await run(
      `create table ${from.part} partition of audit_event for values from ('${key(from.at)}') to ('${key(to.at)}')`,
    )
  }
}

test('OP-7 a past month’s partition is dropped once it is empty, and partitions for coming months are created', async () => {
  await makeMonths(-2, 0)
  const kept = await write(new Date(monthAfter(-2).at.getTime() + 1000))
  for (let round = 0; round < 10; round += 1) {
    await makeMonths(-3)
    await run(`drop table ${monthAfter(5).part}`)
    await Promise.all([keepMonths(held.database), keepMonths(held.database), keepMonths(held.database)])
  }
  const parts = await listParts()
  expect(parts).not.toContain(monthAfter(-3).part)
  for (const month of [-2, 0, 1, 5, 12]) expect(parts).toContain(monthAfter(month).part)
  // The database itself refuses to drop a partition that has an event, whose month is not over, or that is not a month.
  const whole = await listParts()
  for (const part of [monthAfter(-2).part, monthAfter(0).part, 'audit_event_other', 'account'])
    await run(`select audit_event_drop_month('${part}')`)
  expect(await listParts()).toEqual(whole)
  expect(await findPart(kept)).toBe(monthAfter(-2).part)
})

test('OP-7 a month written to early, by a clock that is ahead, gets no partition, and the others get theirs', async () => {
  for (const month of [3, 4]) await run(`drop table ${monthAfter(month).part}`)
  const early = await write(new Date(monthAfter(3).at.getTime() + 1000))
  await keepMonths(held.database)
  expect(await listParts()).toEqual(expect.not.arrayContaining([monthAfter(3).part]))
  expect(await listParts()).toContain(monthAfter(4).part)
  expect(await findPart(early)).toBe('audit_event_other')
})

test('OP-7 SI-13 a month goes into the archive, its partition is dropped, and table and files are one chain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-months-'))
  const shelf = createShelf(folder, null) as Shelf
  const dataKey = loadDataKey({ configured: undefined, dataDir: held.dataDir })
  await makeMonths(-14, 0, 1)
  for (const second of [1, 2, 3]) await write(new Date(monthAfter(-14).at.getTime() + second * 1000))
  const kept = await write(new Date())
  while ((await sealBatch(held.database))?.count !== 0);
  await keepMonths(held.database)
  expect(await listParts()).toContain(monthAfter(-14).part)

  const archiving = { database: held.database, shelf, dataKey, settings: { afterMonths: 12, keptYears: 6 } }
  while (await archiveNext(archiving, new Date(), 2));
  await keepMonths(held.database)
  expect(await listParts()).not.toContain(monthAfter(-14).part)
  expect(await findPart(kept)).toBe(monthAfter(0).part)
  expect(await verifyChain(held.database.read, { shelf })).toMatchObject({
    sealed: 4,
    archived: { count: 3, unread: 0 },
    breaks: [],
  })
  // A late event, from a transaction that began earlier, is not refused.
  expect(await findPart(await write(new Date(monthAfter(-14).at.getTime() + 4000)))).toBe('audit_event_other')
  rmSync(folder, { recursive: true, force: true })
})

test('OP-4 OP-7 the existing table becomes the first partition unchanged, and no index of it is rebuilt', async () => {
  const { rows } = await sql<{ name: string; parent: string | null }>`
    select relname as name, (select inhparent::regclass::text from pg_inherits where inhrelid = indexrelid) as parent
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'audit_event_before'::regclass order by relname`.execute(held.database.read)
  const own = ['by_actor', 'by_member', 'by_strangers', 'by_subject', 'pkey', 'sealed', 'unsealed']
  expect(rows).toEqual([
    ...own.map((part) => ({ name: `audit_event_before_${part}`, parent: `audit_event_${part}` })),
    { name: 'audit_event_seq_key', parent: null },
  ])
})
