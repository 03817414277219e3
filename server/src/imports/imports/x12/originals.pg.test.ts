import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { listAuditedActions } from '../../../../test/rows.ts'
import { testClient } from '../../../../test/signed-in.ts'
import { enrollment } from '../../../../test/x12.ts'
import { dayMs } from '../../../platform/day.ts'
import { deleteOld } from '../../../platform/retention.ts'
import { chooseKeeping } from './originals.ts'

const portal = testPortal()
/** An administrator of all brands, and one of some. */
const nora = testClient(portal, 'ADMIN001')
const leo = testClient(portal, 'ADMIN002')

const member = (number: string) => [
  ...['INS*Y*18*021*XN*A', `REF*0F*${number}`, `REF*23*${number}`, 'NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M'],
  ...['HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
]
const load = (brand: string, content: string, name = 'night.834', dryRun = false) =>
  importFiles(
    portal.database,
    { [name]: content },
    { kind: 'x12', brand, dryRun },
    { keep: { configured: undefined, dataDir: portal.dataDir, days: 30 } },
  )
const list = async (client = nora) => (await make(client, calls.whatRuns, {})).body.payload.originals
const open = (fileId: string, client = nora) => make(client, calls.openOriginal, { body: { fileId } })
const deleteAt = async (days: number) => {
  const kept = { sessionDays: 3650, deskEventDays: 3650, mailYears: null, shownYears: null }
  while (await deleteOld(portal.database, new Date(Date.now() + days * dayMs), kept));
}

test('FD-4 a file is kept as received, sealed, for administrators of its brand, and the audit log records who saves it', async () => {
  // Larger than one part, and incompressible.
  const noise = Array.from({ length: 400 }, () => `REF*ZZ*${randomBytes(2_500).toString('hex')}`)
  const content = enrollment([...member('KEEP1'), ...noise])
  await load('ndbcbs', content)
  const [kept, ...others] = await list()
  expect(others).toEqual([])
  expect(kept).toMatchObject({ name: 'night.834', bytes: Buffer.byteLength(content), held: false })
  const days = (Date.parse(kept?.keptUntil ?? '') - Date.parse(kept?.arrivedAt ?? '')) / dayMs
  expect(days).toBe(30)
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from x12_original_part order by place`.execute(
    portal.database.read,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { sealed } of rows) expect(sealed.includes('KEEP1')).toBe(false)

  const saved = await open(kept?.fileId ?? '')
  expect([saved.status, saved.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('night.834')])
  expect(String(saved.body.payload)).toBe(content)
  expect(await listAuditedActions(portal.database, saved)).toEqual(['original.read done'])
  expect(await list(leo)).toEqual([])
  expect((await open(kept?.fileId ?? '', leo)).status).toBe(404)
})

test('FD-4 the same file again is kept once, and a dry run keeps nothing', async () => {
  const content = enrollment(member('KEEP2'))
  const before = (await list()).length
  await load('wi', content, 'one.834', true)
  await load('wi', content, 'one.834')
  await load('wi', content, 'again.834')
  expect((await list()).slice(0, -before).map(({ name }) => name)).toEqual(['one.834'])
})

test('FD-4 the kept name has no characters that reverse or hide text', async () => {
  await load('wy', enrollment(member('KEEP5')), 'night\u202e438.exe\u0007\n\u200b.834')
  expect((await list()).map(({ name }) => name)).toContain('night438.exe .834')
})

test('FD-4 RG-3 it is deleted in time, but not while somebody of its brand is under a legal hold', async () => {
  await load('fl', enrollment(member('KEEP3')), 'held.834')
  await load('neb', enrollment(member('KEEP4')), 'free.834')
  const { database } = portal
  await sql`insert into legal_hold (hold_id, member_id, matter, placed_by, placed_at)
    select gen_random_uuid(), member_id, 'Case 1', 'Nora', now() from member where member_number = 'KEEP3'`.execute(
    database.read,
  )
  const names = async () => (await list()).map(({ name }) => name)
  expect((await list()).filter(({ held }) => held).map(({ name }) => name)).toEqual(['held.834'])
  await deleteAt(29)
  expect(await names()).toEqual(expect.arrayContaining(['held.834', 'free.834']))
  await deleteAt(31)
  expect(await names()).toEqual(['held.834'])
  await sql`update legal_hold set lifted_at = now(), lifted_by = 'Nora'`.execute(database.read)
  await deleteAt(31)
  const { rows } = await sql`select part_id from x12_original_part`.execute(database.read)
  expect([await names(), rows]).toEqual([[], []])
})

test('FD-4 a command without the server’s key keeps no files, and zero days keep none', () => {
  const empty = mkdtempSync(join(tmpdir(), 'portico-keys-'))
  expect(chooseKeeping({ DATA_DIR: empty }, false)).toBeNull()
  expect(chooseKeeping({ DATA_DIR: empty }, true)).toMatchObject({ days: 30 })
  expect(chooseKeeping({ DATA_DIR: empty, DATA_KEY: 'k' }, false)).toMatchObject({ configured: 'k', days: 30 })
  expect(chooseKeeping({ DATA_KEY: 'k', X12_KEEP_DAYS: '0' }, false)).toBeNull()
})
