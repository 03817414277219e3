import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { listAuditedActions } from '../../../../test/rows.ts'
import { setSettings } from '../../../../test/settings.ts'
import { testClient } from '../../../../test/signed-in.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'
import { parseThresholds } from './thresholds.ts'
import { undoFeeds } from './undo.ts'

const portal = testPortal()
const nora = testClient(portal, 'ADMIN001')
/** An administrator of some brands. */
const leo = testClient(portal, 'ADMIN002')
const brand = 'ndbcbs'

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
let minute = 0

/** A full file of members, created now. */
const night = (numbers: readonly number[]) => {
  minute += 1
  const loops = numbers.flatMap((one) => [
    ...['INS*Y*18*030*XN*A', `REF*0F*NIGHT${one}`, `REF*23*NIGHT${one}`, `NM1*IL*1*ASK*KNUT`],
    ...['DMG*D8*19810101*M', 'HD*030**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
  ])
  return enrollment(loops, { action: '4', sent: `${today}*${String(minute).padStart(4, '0')}` })
}
const take = (content: string) =>
  importFiles(portal.database, { 'night.834': content }, { kind: 'x12', brand, isNightly: true })
const feeds = async () => (await make(nora, calls.whatRuns, {})).body.payload.feeds
const decide = (feedId: string, decision: 'release' | 'discard' | 'undo') =>
  make(nora, calls.decideFeed, { body: { feedId, decision } })

const membersNow = async () => {
  const rows = await portal.database.read
    .selectFrom('x12_member')
    .select('member_number')
    .where('brand', '=', brand)
    .where('member_number', 'like', 'NIGHT%')
    .orderBy('member_number')
    .execute()
  return rows.map(({ member_number }) => member_number)
}
const range = (count: number) => Array.from({ length: count }, (_, at) => 10 + at)

test('FD-7 a night is held until somebody approves it, compared with the one before, and undone as a whole', async () => {
  const first = night(range(10))
  await expect(take(first)).rejects.toThrow(/held back until somebody agrees: 834 of PLAINSHEALTH: it is the first one/)
  expect(await membersNow()).toEqual([])
  const [held] = await feeds()
  expect(held).toMatchObject({ state: 'held', reasons: ['first'], counts: { members: 10, isFull: true }, before: null })
  const released = await decide(held?.feedId ?? '', 'release')
  expect(released.status).toBe(200)
  expect(await listAuditedActions(portal.database, released)).toEqual(['feed.release done'])
  expect((await take(first)).counts).toMatchObject({ created: 10 })

  const broken = night(range(6))
  await expect(take(broken)).rejects.toThrow(/less than 80 %/)
  expect((await feeds())[0]).toMatchObject({
    state: 'held',
    counts: { members: 6, missing: 4 },
    before: { members: 10 },
  })

  const more = night(range(12))
  expect((await take(more)).counts).toMatchObject({ created: 2, unchanged: 10 })
  const stored = (await feeds()).find(({ state }) => state === 'stored')
  expect(stored).toMatchObject({ counts: { members: 12 }, before: { members: 10 }, late: false })
  expect((await decide(stored?.feedId ?? '', 'undo')).status).toBe(200)
  await undoFeeds(portal.database, new Date())
  expect(await membersNow()).toEqual(range(10).map((one) => `NIGHT${one}`))
  const products = await portal.database.read
    .selectFrom('product')
    .innerJoin('member', 'member.member_id', 'product.member_id')
    .select('member_number')
    .where('member_number', 'in', ['NIGHT19', 'NIGHT21'])
    .execute()
  expect(products).toEqual([{ member_number: 'NIGHT19' }])
  expect((await feeds()).find(({ feedId }) => feedId === stored?.feedId)?.state).toBe('undone')
  expect((await decide(stored?.feedId ?? '', 'undo')).status).toBe(404)

  // If the files are approved and undone afterwards, they are held again.
  const again = (await feeds()).find(({ state }) => state === 'stored')
  await decide(again?.feedId ?? '', 'undo')
  await undoFeeds(portal.database, new Date())
  expect((await feeds()).some(({ state }) => state === 'released')).toBe(false)
  await expect(take(first)).rejects.toThrow(/held back/)
  await decide((await feeds()).find(({ reasons }) => reasons.includes('first'))?.feedId ?? '', 'release')
  await take(first)
})

test('FD-7 undoing takes back changes of members and data about claims', async () => {
  const base = range(10).map((one) => one + 100)
  const { feedId } = (await feeds()).find(({ state }) => state === 'stored') ?? { feedId: '' }
  expect(feedId).not.toBe('')
  await importFiles(portal.database, { 'a.834': night([...range(10), ...base]) }, { kind: 'x12', brand })
  const end = enrollment(
    ['INS*Y*18*024*XN*A', 'REF*0F*NIGHT110', 'REF*23*NIGHT110', 'DTP*357*D8*20261031', 'NM1*IL*1*ASK*NILS'],
    { sent: `${today}*2300` },
  )
  const paid = x12({
    set: '835',
    segments: [
      ...[
        'BPR*I*75.00*C*ACH************20261125',
        'TRN*1*N1*1450000022',
        'N1*PR*PLAINS HEALTH',
        'N1*PE*CLINIC*XX*1234567893',
        'LX*1',
      ],
      ...[
        'CLP*N-1*1*150.00*75.00*45.00*12*26N1',
        'NM1*QC*1*ASK*KNUT****MI*NIGHT111',
        'DTM*232*20261102',
        'CAS*CO*45*30',
        'CAS*PR*1*45',
      ],
    ],
  })
  await importFiles(portal.database, { 'b.834': end, 'b.835': paid }, { kind: 'x12', brand })
  const member = () =>
    portal.database.read
      .selectFrom('member')
      .innerJoin('product', 'product.member_id', 'member.member_id')
      .select(['first_name', 'coverage_end_date'])
      .where('member_number', '=', 'NIGHT110')
      .executeTakeFirst()
  const claims = () =>
    portal.database.read
      .selectFrom('claim')
      .innerJoin('member', 'member.member_id', 'claim.member_id')
      .select('state')
      .where('member_number', '=', 'NIGHT111')
      .execute()
  expect([await member(), await claims()]).toEqual([
    { first_name: 'NILS', coverage_end_date: '2026-10-31' },
    [{ state: 'paid' }],
  ])
  const [newest] = (await feeds()).filter(({ state }) => state === 'stored')
  await decide(newest?.feedId ?? '', 'undo')
  await undoFeeds(portal.database, new Date())
  expect([await member(), await claims()]).toEqual([
    { first_name: 'KNUT', coverage_end_date: null },
    [{ state: 'cancelled' }],
  ])
})

test('FD-7 undoing takes back contact information, except what members have changed since, and no claim of an earlier night', async () => {
  const loop = (maintenance: string, ...contact: readonly string[]) => [
    ...[`INS*Y*18*${maintenance}*XN*A`, 'REF*0F*NIGHT200', 'REF*23*NIGHT200', 'NM1*IL*1*ASK*KNUT', ...contact],
    ...['DMG*D8*19810101*M', 'HD*030**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
  ]
  const load = (content: string) => importFiles(portal.database, { 'c.x12': content }, { kind: 'x12', brand })
  const paid = x12({
    set: '835',
    segments: [
      ...['BPR*I*0*C*ACH************20261125', 'TRN*1*N2*1450000022', 'N1*PR*PLAINS HEALTH', 'LX*1'],
      ...['CLP*N-2*1*150.00*0*150.00*12*26N2', 'NM1*QC*1*ASK*NEW****MI*NIGHT201', 'DTM*232*20261102', 'CAS*PR*1*150'],
    ],
  })
  await load(paid)
  await load(
    enrollment(loop('030', 'PER*IP**TE*7015550100*EM*knut@example.com', 'N3*2210 ELM AVE', 'N4*FARGO*ND*58102'), {
      sent: `${today}*2301`,
    }),
  )
  const newcomer = [
    ...['INS*Y*18*021*XN*A', 'REF*0F*NIGHT201', 'REF*23*NIGHT201', 'NM1*IL*1*ASK*NEW'],
    ...['DMG*D8*19820202*F', 'HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
  ]
  await load(
    enrollment(
      [...loop('030', 'PER*IP**TE*7015550199*EM*other@example.com', 'N3*9 WRONG ST', 'N4*FARGO*ND*58102'), ...newcomer],
      { sent: `${today}*2302` },
    ),
  )
  const { database } = portal
  const ofMember = sql`member_id = (select member_id from member where brand = ${brand} and member_number = 'NIGHT200')`
  await sql`update member_contact set phone = '7015550177' where ${ofMember}`.execute(database.read)
  const [newest] = (await feeds()).filter(({ state }) => state === 'stored')
  await decide(newest?.feedId ?? '', 'undo')
  await undoFeeds(database, new Date())
  const { rows } = await sql`select address, email, phone from member_contact where ${ofMember}`.execute(database.read)
  expect(rows).toEqual([{ address: '2210 ELM AVE', email: 'knut@example.com', phone: '7015550177' }])
  const claims = await database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select('state')
    .where('member_number', '=', 'NIGHT201')
    .execute()
  expect(claims).toEqual([{ state: 'paid' }])
})

test('FD-7 the command holds files to the given thresholds, and stores nothing beyond them', async () => {
  const load = (content: string, thresholds: string | null, more: object = {}) =>
    importFiles(portal.database, { 'own.834': content }, { kind: 'x12', brand, thresholds, ...more })
  await load(night(range(20)), null)
  const before = await membersNow()
  const less = night(range(15))
  for (const dryRun of [true, false])
    await expect(load(less, 'missing=10', { dryRun })).rejects.toThrow(
      /nothing was stored: .*less than 80 %.*more than 10 %/,
    )
  expect(await membersNow()).toEqual(before)
  expect((await load(less, 'missing=60,smaller=50')).counts).toMatchObject({ unchanged: 15, rejected: 0 })
  for (const wrong of ['missing', 'lost=3', 'missing=101', 'missing=-1', ''])
    expect(() => parseThresholds(wrong), wrong).toThrow(/--thresholds/)
})

test('FD-7 a held night is discarded for good: nothing of it is stored, and it is no base of comparison', async () => {
  const takeFor = (...contents: readonly string[]) =>
    importFiles(portal.database, Object.fromEntries(contents.map((one, at) => [`${at}.834`, one])), {
      ...{ kind: 'x12', brand: 'fl', isNightly: true },
    })
  const findFeed = async (feedId: string) => (await feeds()).find((one) => one.feedId === feedId)
  const hold = async (...contents: readonly string[]) => {
    await expect(takeFor(...contents)).rejects.toThrow(/held back/)
    const { feed_id } = await portal.database.read
      .selectFrom('x12_feed')
      .select('feed_id')
      .where('brand', '=', 'fl')
      .orderBy('arrived_at', 'desc')
      .executeTakeFirstOrThrow()
    return feed_id
  }
  const first = night(range(10))
  await decide(await hold(first), 'release')
  await takeFor(first)
  const base = (await feeds()).find(({ state }) => state === 'stored')

  const broken = night(range(6))
  const held = await hold(broken)
  expect(await findFeed(held)).toMatchObject({
    ...{ before: { members: 10 }, beforeAt: base?.arrivedAt, decidedBy: null, decidedAt: null },
    parts: [{ before: { members: 10 }, beforeAt: base?.arrivedAt }],
  })
  // An administrator of other brands cannot, and is told nothing of them or of their imports.
  const runs = (await make(nora, calls.whatRuns, {})).body.payload
  const others = (await make(leo, calls.whatRuns, {})).body.payload
  const plan = runs.feeds.find(({ feedId }) => feedId === held)?.brand
  expect(runs.imports.map((run) => run.brand)).toContain(plan)
  expect([...others.feeds, ...others.imports].map((one) => one.brand)).not.toContain(plan)
  expect((await make(leo, calls.decideFeed, { body: { feedId: held, decision: 'discard' } })).status).toBe(404)
  const discarded = await decide(held, 'discard')
  expect(discarded.status).toBe(200)
  expect(await listAuditedActions(portal.database, discarded)).toEqual(['feed.discard done'])
  expect(await findFeed(held)).toMatchObject({
    ...{ state: 'discarded', decidedBy: expect.stringMatching(/./), decidedAt: expect.stringMatching(/^20/) },
  })
  for (const decision of ['release', 'discard', 'undo'] as const)
    expect((await decide(held, decision)).status).toBe(404)

  // The same files are held again even if the thresholds allow them, and also among others; a part of them is not.
  await setSettings(portal.database, 'fl', { FEED_SENDERS: '* smaller=10, missing=100' })
  await expect(takeFor(broken)).rejects.toThrow(/: somebody has discarded the same files before$/)
  const nine = night(range(9))
  const again = await hold(broken, nine)
  expect(await findFeed(again)).toMatchObject({ reasons: ['discarded'], beforeAt: base?.arrivedAt })
  // Somebody may still release them, and the newest decision counts.
  await decide(again, 'release')
  expect((await takeFor(broken, nine)).counts).toMatchObject({ created: 0, rejected: 0 })
  expect((await takeFor(nine)).counts).toMatchObject({ unchanged: 9 })
})

test('FD-7 of two decisions about a held night at the same moment, exactly one counts', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const files = night(range(3 + turn))
    const load = importFiles(portal.database, { 'n.834': files }, { kind: 'x12', brand: 'mn', isNightly: true })
    await expect(load).rejects.toThrow(/held back/)
    const [held] = (await feeds()).filter(({ state }) => state === 'held')
    const { feedId } = held ?? { feedId: '' }
    const answers = await Promise.all([decide(feedId, 'release'), decide(feedId, 'discard')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const state = answers[0]?.status === 200 ? 'released' : 'discarded'
    expect((await feeds()).find((one) => one.feedId === feedId)?.state).toBe(state)
  }
})
