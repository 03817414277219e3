import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { createLogger } from '../logger.ts'
import { type Anchor, anchorText, eventColumns, parseAnchor } from './chain.ts'
import { selectWaiting } from './seal-store.ts'
import { sealBatch, startSealer } from './sealer.ts'
import { audit } from './store.ts'
import { auditVerify } from './verified.ts'
import { verifyChain } from './verify.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  held = await openTestDatabase({ seeded: false })
})
afterAll(() => held?.remove())

const run = (query: ReturnType<typeof sql>) => query.execute(held.database.read)

/** Writes events as a request does. */
async function write(count: number): Promise<void> {
  const at = () => ({ origin: { address: '127.0.0.1', requestId: uuidv7() }, now: new Date() })
  const who = { accountId: uuidv7(), loginId: 'MEMBER01', sessionId: uuidv7(), memberId: uuidv7(), actor: null }
  const events = Array.from({ length: count }, (_, index) => ({
    action: 'message.read',
    recordType: 'message',
    recordId: `é "${index}"`,
  }))
  await held.database.transaction(async (tx) => {
    await audit(tx, null, events.slice(0, 1), at())
    await audit(tx, who, events.slice(1), at())
  })
}

async function sealAll(): Promise<Anchor | null> {
  for (;;) {
    const sealed = await sealBatch(held.database)
    if (sealed?.count === 0) return sealed.head
  }
}

const verify = (anchors: readonly Anchor[] = []) => verifyChain(held.database.read, { anchors, batchSize: 7 })

const ofTheLog = ['audit_event', 'audit_seal', 'audit_waiting'] as const

/** Changes that only a superuser of the database can make. */
async function asSuperuser(...changes: ReturnType<typeof sql>[]): Promise<void> {
  for (const table of ofTheLog) await run(sql`alter table ${sql.table(table)} disable trigger user`)
  for (const change of changes) await run(change)
  for (const table of ofTheLog) await run(sql`alter table ${sql.table(table)} enable trigger user`)
}

const emptyLog = ofTheLog.map((table) => sql`delete from ${sql.table(table)}`)

/** The key of the event at a place. */
const at = (seq: number) => sql`(select event_id from audit_seal where seq = ${seq})`

describe('SI-13 the sealed audit log', () => {
  test('SI-13 every column that says what happened is part of the chain', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'audit_event'`.execute(
      held.database.read,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(['at', 'hash', 'seq', ...eventColumns].sort())
  })

  test('SI-13 an empty log is intact; sealing it does nothing', async () => {
    expect(await sealBatch(held.database)).toEqual({ count: 0, head: null })
    expect(await verify()).toEqual({
      sealed: 0,
      archived: { count: 0, unread: 0 },
      head: null,
      breaks: [],
      unsealed: { count: 0, oldest: null },
    })
  })

  test('SI-13 two servers that seal at once, while others write, number every event once', async () => {
    let writing = true
    const sealers = [1, 2].map(async () => {
      let sealed = 0
      while (writing) sealed += (await sealBatch(held.database, 5))?.count ?? 0
      return sealed
    })
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        for (let round = 0; round < 8; round++) await write(4)
      }),
    )
    writing = false
    await Promise.all(sealers)
    await sealAll()
    const { rows } = await sql<{ seq: number }>`select seq from audit_seal order by seq`.execute(held.database.read)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 128 }, (_, index) => index + 1))
    expect(await verify()).toMatchObject({ sealed: 128, breaks: [], unsealed: { count: 0 } })
  })

  test('SI-13 unsealed events are counted, with their age, and are no break', async () => {
    const began = Date.now()
    await write(3)
    const { sealed, breaks, unsealed } = await verify()
    expect([sealed, breaks, unsealed.count]).toEqual([128, [], 3])
    expect(unsealed.oldest?.getTime()).toBeGreaterThanOrEqual(began)
    await sealAll()
  })
})

test('SI-13 OP-8 the oldest events are read through their index, however many wait', async () => {
  const plan = await held.database.transaction(async (tx) => {
    // Otherwise the planner would scan so small a table, in which few events wait.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    return JSON.stringify(await selectWaiting(tx, 10).explain('json'))
  })
  expect(plan).toContain('audit_waiting_pkey')
  expect(plan).not.toContain('Sort')
})

test('SI-13 OP-8 one round seals two thousand events at once', async () => {
  await sealAll()
  await write(2_001)
  expect([(await sealBatch(held.database))?.count, (await sealBatch(held.database))?.count]).toEqual([2_000, 1])
  expect((await verify()).breaks).toEqual([])
})

describe('SI-13 the database itself', () => {
  test.each([
    ['changing an event', sql`update audit_event set outcome = 'refused' where event_id = ${at(5)}`],
    ['sealing an event in itself', sql`update audit_event set seq = 1005, hash = sha256('x') where seq is null`],
    ['deleting an event', sql`delete from audit_event where event_id = ${at(5)}`],
    ['emptying the log', sql`truncate audit_event`],
    ['changing a seal', sql`update audit_seal set hash = sha256('x') where seq = 5`],
    ['unsealing an event', sql`delete from audit_seal where seq = 5`],
    ['sealing an event twice', sql`insert into audit_seal select 1005, event_id, hash from audit_seal where seq = 5`],
    ['emptying the seals', sql`truncate audit_seal`],
    ['leaving an event out', sql`delete from audit_waiting`],
    ['having another one wait', sql`update audit_waiting set event_id = ${at(5)}`],
    ['leaving all events out', sql`truncate audit_waiting`],
  ])('SI-13 refuses %s', async (_, change) => {
    await write(1)
    const read = async () =>
      Promise.all(
        ofTheLog.map(async (name) => (await run(sql`select * from ${sql.table(name)} order by event_id`)).rows),
      )
    const before = await read()
    await expect(run(change)).rejects.toThrow(/audit events are never changed or deleted|duplicate key/)
    expect(await read()).toEqual(before)
  })
})

describe('SI-13 tampering by somebody with all rights', () => {
  let head: Anchor
  beforeEach(async () => {
    await asSuperuser(...emptyLog)
    await write(30)
    head = (await sealAll()) as Anchor
    expect(await verify([head])).toMatchObject({ sealed: 30, head, breaks: [] })
  })

  test.each([
    ...['actor_account_id', 'as_account_id', 'session_id', 'member_id', 'event_id'].map(
      (column) => [column, sql`${uuidv7()}::uuid`] as const,
    ),
    ...['actor_login_id', 'as_login_id', 'action', 'record_type', 'record_id', 'outcome', 'address', 'request_id'].map(
      (column) => [column, sql`'other'`] as const,
    ),
    ['at', sql`at + interval '1 microsecond'`] as const,
  ])('SI-13 changing %s shows', async (column, value) => {
    await asSuperuser(sql`update audit_event set ${sql.ref(column)} = ${value} where event_id = ${at(12)}`)
    const { breaks } = await verify()
    // Under another id it is another event: the sealed one is missing.
    const kind = column === 'event_id' ? 'missing' : 'changed'
    expect(breaks[0]).toMatchObject(kind === 'changed' ? { kind, seq: 12 } : { kind, from: 12, to: 12 })
  })

  test('SI-13 changing a hash shows', async () => {
    await asSuperuser(sql`update audit_seal set hash = sha256('other') where seq = 12`)
    expect((await verify()).breaks[0]).toMatchObject({ kind: 'changed', seq: 12, eventId: expect.any(String) })
  })

  test('SI-13 an event kept from being sealed shows', async () => {
    await write(2)
    await asSuperuser(sql`delete from audit_waiting`)
    await sealAll()
    expect((await verify()).breaks).toEqual([1, 2].map(() => ({ kind: 'left-out', eventId: expect.any(String) })))
  })

  test('SI-13 emptying a column shows', async () => {
    await asSuperuser(sql`update audit_event set member_id = null where event_id = ${at(12)}`)
    expect((await verify()).breaks).toMatchObject([{ kind: 'changed', seq: 12 }])
  })

  test.each([
    ['events', ['audit_event']],
    ['events and their seals', ['audit_event', 'audit_seal']],
  ])('SI-13 deleting %s shows, from the start and from the middle', async (_, tables) => {
    const gone = sql`(select event_id from audit_seal where seq in (1, 2, 12))`
    await asSuperuser(...tables.map((table) => sql`delete from ${sql.table(table)} where event_id in ${gone}`))
    expect((await verify()).breaks).toEqual([
      { kind: 'missing', from: 1, to: 2 },
      { kind: 'missing', from: 12, to: 12 },
    ])
  })

  test('SI-13 deleting and closing the gap shows', async () => {
    await asSuperuser(
      sql`delete from audit_event where event_id = ${at(12)}`,
      sql`delete from audit_seal where seq = 12`,
      sql`update audit_seal set seq = seq - 1000 where seq > 12`,
      sql`update audit_seal set seq = seq + 999 where seq < 0`,
    )
    expect((await verify()).breaks[0]).toMatchObject({ kind: 'changed', seq: 12 })
  })

  /** Copies event 11 to a place under a new id, with its hash: as a row of `audit_seal`, or in the event itself, as earlier versions did. */
  const copyTo = (seq: number, how: 'own' | 'earlier') => {
    const id = uuidv7()
    const [place, hash] = how === 'own' ? [sql`null`, sql`null`] : [sql`${seq}::bigint`, sql`of`]
    return [
      sql`insert into audit_event (event_id, at, action, record_type, outcome, address, request_id, seq, hash)
        select ${id}::uuid, at, action, record_type, outcome, address, request_id, ${place}, ${hash}
        from audit_event join (select event_id, hash as of from audit_seal where seq = 11) seal using (event_id)`,
      ...(how === 'own' ? [sql`insert into audit_seal select ${seq}, ${id}, hash from audit_seal where seq = 11`] : []),
    ]
  }

  test.each(['own', 'earlier'] as const)(
    'SI-13 inserting shows, in the middle and at the end (%s seal)',
    async (how) => {
      for (const change of copyTo(31, how)) await run(change)
      expect((await verify()).breaks).toMatchObject([{ kind: 'changed', seq: 31 }])
      for (const change of copyTo(0, how)) await run(change)
      expect((await verify()).breaks[0]).toMatchObject({ kind: 'misplaced', seq: 0 })
      await asSuperuser(
        sql`delete from audit_event where seq in (0, 31) or event_id in (select event_id from audit_seal where seq in (0, 31))`,
        sql`delete from audit_seal where seq in (0, 31)`,
        sql`update audit_seal set seq = seq + 1000 where seq > 11`,
        sql`update audit_seal set seq = seq - 999 where seq > 1000`,
        ...copyTo(12, how),
      )
      expect((await verify()).breaks[0]).toMatchObject({ kind: 'changed', seq: 12 })
    },
  )

  test('SI-13 a place that is held twice shows', async () => {
    await asSuperuser(...copyTo(14, 'earlier'))
    expect((await verify()).breaks).toMatchObject([{ kind: 'misplaced', seq: 14 }])
  })

  test('SI-13 changing places shows', async () => {
    await asSuperuser(
      sql`update audit_seal set seq = 1000 where seq = 12`,
      sql`update audit_seal set seq = 12 where seq = 13`,
      sql`update audit_seal set seq = 13 where seq = 1000`,
    )
    expect((await verify()).breaks[0]).toMatchObject({ kind: 'changed', seq: 12 })
  })

  test('SI-13 cutting off the tail shows against a recorded head, even when new events fill it up', async () => {
    await asSuperuser(
      sql`delete from audit_event where event_id in (select event_id from audit_seal where seq > 20)`,
      sql`delete from audit_seal where seq > 20`,
    )
    expect((await verify()).breaks).toEqual([])
    expect((await verify([head])).breaks).toEqual([{ kind: 'anchor-gone', seq: 30 }])
    await write(15)
    await sealAll()
    expect((await verify()).breaks).toEqual([])
    expect((await verify([head])).breaks).toEqual([{ kind: 'anchor-differs', seq: 30 }])
  })
})

describe('SI-13 the sealer of a server', () => {
  test('SI-13 seals beside requests, writes the head to the log, and seals the rest when it stops', async () => {
    await write(450)
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const sealer = startSealer({ database: held.database, logger, everyMs: 5 })
    await expect.poll(async () => (await verify()).unsealed.count).toBe(0)
    await expect.poll(() => lines.length).toBe(1)
    await write(3)
    await sealer.stop()
    const { head, breaks, unsealed } = await verify()
    expect([breaks, unsealed.count]).toEqual([[], 0])
    const anchors = lines.map((line) => parseAnchor((JSON.parse(line) as { anchor: string }).anchor) as Anchor)
    expect(anchors.at(-1)).toEqual(head)
    expect((await verify(anchors)).breaks).toEqual([])
  })

  test('SI-13 a failure to seal is logged and retried', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    await run(sql`alter table audit_seal rename column hash to gone`)
    const sealer = startSealer({ database: held.database, logger, everyMs: 5 })
    await expect.poll(() => lines.length).toBeGreaterThan(1)
    await run(sql`alter table audit_seal rename column gone to hash`)
    await write(2)
    await expect.poll(async () => (await verify()).unsealed.count).toBe(0)
    await sealer.stop()
  })
})

describe('SI-13 npm run audit:verify', () => {
  const command = (args: readonly string[], environment: Record<string, string> = held.environment) =>
    auditVerify(args, environment)

  // `killed-server.db.test.ts` shows that the command checks a log sealed by a real server.
  test('SI-13 reports what the log holds, what differs from the seals, and when it cannot check', async () => {
    await asSuperuser(...emptyLog)
    await write(3)
    await sealAll()
    const { code, said } = await command([])
    expect([code, said]).toEqual([0, expect.stringContaining('The audit log is whole.')])
    expect(said).toMatch(/^sealed: 3\nhead: 3:[0-9a-f]{64}\nnot yet sealed: 0\n/)
    const head = /head: (\S+)/.exec(said)?.[1] ?? ''
    const cut = anchorText({ seq: 4, hash: Buffer.alloc(32) })
    const gone = await command(['--expect', head, '--expect', cut])
    expect([gone.code, gone.said]).toEqual([1, expect.stringContaining('was expected, and is not there')])
    expect(gone.said.match(/expected/g)).toHaveLength(1)

    const wrong = await command(['--expect', '12'])
    expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('must be SEQ:HASH') })
    const none = await command([], { DATA_DIR: join(held.dataDir, 'nowhere') })
    expect(none).toMatchObject({ code: 2, said: expect.stringContaining('There is no database in') })
  })
})
