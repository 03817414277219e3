import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/portal.ts'
import { loadDataKey } from '../../data-key.ts'
import { createShelf, type Shelf } from '../../storage/shelf.ts'
import { sealBatch } from '../sealer.ts'
import { audit } from '../store.ts'
import { auditVerify } from '../verified.ts'
import { verifyNext } from '../verify.ts'
import { archiveNext, ChainBrokenError, removeOutdated } from './archive.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
let folder: string
let shelf: Shelf
beforeEach(async () => {
  held = await openTestDatabase({ seeded: false })
  folder = mkdtempSync(join(tmpdir(), 'portico-archive-'))
  shelf = createShelf(folder, null) as Shelf
})
afterEach(async () => {
  await held.remove()
  rmSync(folder, { recursive: true, force: true })
})

const now = new Date('2026-11-15T12:00:00Z')
const settings = { afterMonths: 12, keptYears: 6 }
const parts = () => ({
  database: held.database,
  shelf,
  dataKey: loadDataKey({ configured: undefined, dataDir: held.dataDir }),
  settings,
})

async function write(at: string, count: number): Promise<void> {
  const origin = { address: '127.0.0.1', requestId: uuidv7() }
  const events = Array.from({ length: count }, (_, index) => ({
    action: 'message.read',
    memberId: uuidv7(),
    recordType: 'message',
    recordId: `ü "${index}"`,
  }))
  await held.database.transaction((tx) => audit(tx, null, events, { origin, now: new Date(at) }))
  while ((await sealBatch(held.database))?.count !== 0);
}

async function archiveAll(max = 4): Promise<void> {
  while (await archiveNext(parts(), now, max));
}

const listFiles = async () => {
  const { rows } = await sql<{ name: string; first: number; last: number }>`
    select object_name as name, first_seq as first, last_seq as last from audit_archive order by first_seq`.execute(
    held.database.read,
  )
  return rows
}
const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_event`.execute(held.database.read)
  return rows[0]?.n
}
const countSeals = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_seal`.execute(held.database.read)
  return rows[0]?.n
}
const verify = () => auditVerify([], { ...held.environment, ARCHIVE_DIR: folder })

test('OP-7 events of past months are archived in files of one month each, and verified as one chain with the table', async () => {
  await write('2025-09-30T23:59:00Z', 3)
  await write('2025-10-10T00:00:00Z', 6)
  await write('2025-12-01T00:00:00Z', 2)
  const head = /head: (\S+)/.exec((await verify()).said)?.[1]
  await archiveAll()
  expect(await listFiles()).toEqual([
    { name: 'audit/2025-09/000000000000001.ndjson.gz', first: 1, last: 3 },
    { name: 'audit/2025-10/000000000000004.ndjson.gz', first: 4, last: 7 },
    { name: 'audit/2025-10/000000000000008.ndjson.gz', first: 8, last: 9 },
  ])
  expect([await count(), await countSeals()]).toEqual([2, 2])
  const told = await auditVerify(['--expect', head ?? ''], { ...held.environment, ARCHIVE_DIR: folder })
  expect(told).toMatchObject({ code: 0, said: expect.stringMatching(/sealed: 11\nin the archive: 9\nhead: 11:/) })
  // Without the archive, the command says how many events it did not read.
  expect((await auditVerify([], held.environment)).said).toMatch(/of which 9 were not read/)
  // The chain continues where it left off, even when the table no longer holds any of it.
  await write('2025-12-02T00:00:00Z', 1)
  expect((await verify()).code).toBe(0)
  expect(await held.database.transaction((tx) => verifyNext(tx, { after: 0, max: 100 }))).toMatchObject({
    head: 12,
    broken: null,
  })
})

test('OP-7 the chain continues from the archive when the table is empty', async () => {
  await write('2025-01-01T00:00:00Z', 2)
  await archiveAll()
  expect(await count()).toBe(0)
  await write('2026-11-01T00:00:00Z', 2)
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringMatching(/sealed: 4[\s\S]*head: 4:/) })
})

test('OP-7 a changed or lost file is found, and events leave the table only for a file', async () => {
  await write('2025-01-01T00:00:00Z', 4)
  await expect(sql`delete from audit_event`.execute(held.database.read)).rejects.toThrow('never changed or deleted')
  await archiveAll()
  const path = join(folder, 'audit/2025-01/000000000000001.ndjson.gz')
  const file = readFileSync(path)
  const text = gunzipSync(file).toString()
  expect(text.trim().split('\n')).toHaveLength(4)
  writeFileSync(path, gzipSync(text.replace('message.read', 'message.send')))
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringMatching(/is not what was put there/) })
  writeFileSync(path, file)
  expect((await verify()).code).toBe(0)
  rmSync(path)
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringMatching(/is missing/) })
})

test('OP-7 a log that differs from its seals stays in the table, and so do events that a receiver lacks', async () => {
  await write('2025-01-01T00:00:00Z', 4)
  await sql`insert into audit_forward values ('siem', 2, ${uuidv7()}, now())`.execute(held.database.read)
  await archiveAll()
  expect(await count()).toBe(4)
  await sql`update audit_forward set seq = 4`.execute(held.database.read)
  await sql`alter table audit_event disable trigger user`.execute(held.database.read)
  await sql`update audit_event set action = 'else'
    where event_id = (select event_id from audit_seal where seq = 2)`.execute(held.database.read)
  await sql`alter table audit_event enable trigger user`.execute(held.database.read)
  await expect(archiveAll()).rejects.toThrow(ChainBrokenError)
  expect(await count()).toBe(4)
})

test('OP-7 files are removed after the configured years, not earlier and not under a legal hold, and the chain continues', async () => {
  await write('2019-03-01T00:00:00Z', 2)
  await write('2021-01-01T00:00:00Z', 2)
  await archiveAll()
  const names = (await listFiles()).map(({ name }) => name)
  const read = () => Promise.all(names.map(async (name) => (await shelf.read(name)) !== null))
  const { rows } = await sql<{
    id: string
  }>`insert into member (member_id, brand, member_number, contract_number, first_name,
      last_name, date_of_birth, relationship_code) values (gen_random_uuid(), 'hmbcbs', '1', '1', 'A', 'B', '1980-01-01', '18')
    returning member_id as id`.execute(held.database.read)
  await sql`insert into legal_hold values (gen_random_uuid(), ${rows[0]?.id}, 'case 1', 'ops', ${now})`.execute(
    held.database.read,
  )
  await removeOutdated(parts(), now)
  expect(await read()).toEqual([true, true])
  await sql`update legal_hold set lifted_at = ${now}`.execute(held.database.read)
  await removeOutdated(parts(), now)
  expect(await read()).toEqual([false, true])
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/of which 2 were not read: removed in time/),
  })
})
