import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackedUp, startBackedUp } from '../test/backed-up.ts'
import { make } from '../test/call.ts'
import { type Client, memberClient } from '../test/client.ts'
import { noteFact } from '../test/drill-facts.ts'
import { type ObjectStore, startObjectStore } from '../test/object-store.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { seed } from '../test/seeded.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { upload } from '../test/upload.ts'
import { doctor } from './doctor/doctor.ts'
import { auditVerify } from './platform/audit/verified.ts'
import { createDatabase } from './platform/db/database.ts'
import { openPostgres } from './platform/db/engine.ts'

const timeout = 600_000

describe('OP-6 a backup by pgBackRest', () => {
  let dataDir: string
  let servers: BackedUp | undefined
  let store: ObjectStore
  let environment: Record<string, string>
  let url: string
  const portals: ServerProcess[] = []
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'portico-restore-'))
    store = await startObjectStore()
    servers = await startBackedUp()
    url = await servers.database('portico')
    await seed(openPostgres({ url, poolSize: 2 }), new Date())
    environment = {
      DATA_DIR: dataDir,
      ...(await makeOwnKeys()),
      ...store.environment,
      ACCESS_TOKEN_S: '3600',
      DEMO: '0',
    }
  }, timeout)
  afterAll(async () => {
    for (const portal of portals) await portal.kill()
    await servers?.close()
    store?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start = async (databaseUrl: string) => {
    const portal = await startServer({ ...environment, DATABASE_URL: databaseUrl })
    portals.push(portal)
    return memberClient(portal.origin, 'MEMBER01')
  }
  const send = async (client: Client) => {
    const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Before the fire' } as const
    const body = { clientMessageId: randomUUID(), text: 'Kept or not', ...topic }
    return (await make(client, calls.addMessage, { body })).body.payload.messageId
  }
  const listSent = async (client: Client) => {
    const query = { folder: 'sent', pageSize: '100' } as const
    return (await make(client, calls.listMessages, { query })).body.payload.messages.map(({ messageId }) => messageId)
  }
  const withDatabase = async <T>(at: string, text: string): Promise<T[]> => {
    const database = createDatabase(openPostgres({ url: at, poolSize: 1 }))
    try {
      return (await sql.raw<T>(text).execute(database.read)).rows
    } finally {
      await database.close()
    }
  }
  const time = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const done = await work()
    noteFact(name, `${((performance.now() - from) / 1000).toFixed(1)} s`)
    return done
  }

  test('OP-6 OP-13 restored to a moment, and after the site burned: the portal starts, the audit chain verifies, what is missing is told, and lost is only what the archive lacks', {
    timeout,
  }, async () => {
    const backedUp = servers as BackedUp
    const member = await start(url)
    await time('backup', () => backedUp.backUp())
    const before = await send(member)
    const { attachmentId } = (await upload(member, { name: 'a.txt', content: 'kept' })).body.payload
    await expect
      .poll(async () => (await withDatabase<{ n: number }>(url, 'select count(*)::int as n from audit_waiting'))[0]?.n)
      .toBe(0)
    const [head] = await withDatabase<{ anchor: string }>(
      url,
      `select seq || ':' || encode(hash, 'hex') as anchor from audit_seal order by seq desc limit 1`,
    )
    const [moment] = await withDatabase<{ at: string }>(url, 'select clock_timestamp()::text as at')
    const after = await send(member)
    expect((await make(member, calls.removeAttachment, { query: { attachmentId } })).status).toBe(200)
    await expect.poll(() => store.objects.size).toBe(0)
    await backedUp.archive(url)
    // What is acknowledged after this is in no archive when the site burns.
    const lost = [await send(member), await send(member)]
    for (const portal of portals.splice(0)) await portal.kill()
    await backedUp.burn()

    const restored = await time('restored to a moment', () => backedUp.restore('portico', moment?.at ?? ''))
    const settings = { ...environment, DATABASE_URL: restored }
    const examined = (await doctor(settings)).said
    expect(examined).toMatch(/WARN +site +This is a copy/)
    expect(examined).toMatch(new RegExp(`WARN +objects +1 of 1 .*\\n.*${attachmentId}`))
    const verified = await auditVerify(['--expect', head?.anchor ?? ''], settings)
    expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('The audit log is whole.') })
    noteFact('audit chain at the moment', /sealed: \d+/.exec(verified.said)?.[0] ?? '')
    noteFact('files that the doctor misses', 1)
    const there = await time('portal on it, signed in', () => start(restored))
    const kept = await listSent(there)
    expect(kept).toContain(before)
    expect(kept).not.toContain(after)

    const elsewhere = await time('other site restored to the last of the archive', () =>
      backedUp.restore('portico', null),
    )
    const site = { ...environment, DATABASE_URL: elsewhere }
    expect((await auditVerify(['--expect', head?.anchor ?? ''], site)).code).toBe(0)
    const found = await listSent(await time('portal at the other site, signed in', () => start(elsewhere)))
    expect(found).toEqual(expect.arrayContaining([before, after]))
    expect(found.filter((one) => lost.includes(one))).toEqual([])
    // A server that people reach reports to its own database: a doctor on another one, whatever its address, knows that it is on a copy.
    const [, atSite] = portals
    const reached = { PUBLIC_ORIGINS: atSite?.origin ?? '' }
    expect((await doctor({ ...site, ...reached })).said).toMatch(/OK +copy .*is answered by a server on this database/)
    expect((await doctor({ ...settings, ...reached })).said).toMatch(/WARN +copy .*does not report to this database/)
    noteFact('acknowledged and archived, lost with the site', 0)
    noteFact('acknowledged after the last archived log, lost with the site', lost.length)
  })
})
