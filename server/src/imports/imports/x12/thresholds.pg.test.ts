import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { setSettings } from '../../../../test/settings.ts'
import { testClient } from '../../../../test/signed-in.ts'
import { enrollment, x12 } from '../../../../test/x12.ts'
import { importFiles as runCommand } from '../import-command.ts'

const portal = testPortal()
const nora = testClient(portal, 'ADMIN001')
const second = testClient(portal, 'ADMIN002')

const now = new Date()
/** The day and minute of GS04, `daysAgo` days ago. */
let minute = 0
const formatSent = (days: number) => {
  minute += 1
  const day = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}*${String(minute).padStart(4, '0')}`
}

interface Asked {
  readonly action?: '2' | '4'
  readonly sender?: string
  readonly group?: string
  readonly daysAgo?: number
}

const members = (
  numbers: readonly string[],
  { action = '4', sender = 'PLAINSHEALTH', group = 'G-1', daysAgo = 0 }: Asked = {},
) =>
  enrollment(
    numbers.flatMap((one) => [
      ...['INS*Y*18*030*XN*A', `REF*0F*${one}`, `REF*1L*${group}`, `REF*23*${one}`, 'NM1*IL*1*ASK*KNUT'],
      ...['DMG*D8*19810101*M', 'HD*030**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
    ]),
    { action, sender, sent: formatSent(daysAgo) },
  )

/** A payment of `claims` claims to an unknown person, each of the same amount in dollars. */
const payment = (claims: number, dollars: number, { sender = 'PLAINSHEALTH', daysAgo = 0 }: Asked = {}) => {
  const id = `${sender}${minute}`
  const loops = Array.from({ length: claims }, (_, at) => [
    `CLP*${id}-${at}*1*${dollars}*${dollars}*0*12*${id}C${at}`,
    'NM1*QC*1*ASK*KNUT****MI*NOBODY1',
    'DTM*232*20261102',
  ])
  const head = [`BPR*I*${claims * dollars}*C*ACH************20261125`, `TRN*1*${id}*1450000022`, 'N1*PR*PLAINS HEALTH']
  return x12({ set: '835', segments: [...head, 'LX*1', ...loops.flat()] }, { sender, sent: formatSent(daysAgo) })
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${100 + at}`)
const load = (brand: string, ...contents: readonly string[]) =>
  importFiles(portal.database, Object.fromEntries(contents.map((one, at) => [`${at}.x12`, one])), {
    kind: 'x12',
    brand,
  })
const take = (brand: string, ...contents: readonly string[]) =>
  importFiles(portal.database, Object.fromEntries(contents.map((one, at) => [`${at}.x12`, one])), {
    kind: 'x12',
    brand,
    isNightly: true,
  })
const listFeeds = async () => (await make(nora, calls.whatRuns, {})).body.payload.feeds
const findHeld = async () => (await listFeeds()).find(({ state }) => state === 'held')
const release = async () => {
  const held = await findHeld()
  const body = { feedId: held?.feedId ?? '', decision: 'release' as const }
  expect((await make(nora, calls.decideFeed, { body })).status).toBe(200)
}

describe('FD-7 thresholds of a brand', () => {
  test('FD-7 CT-9 two administrators set them, and they apply from the next night on', async () => {
    await load('wi', members(names('WI', 20)))
    const night = () => members(names('WI', 18))
    await expect(take('wi', night())).rejects.toThrow(/more than 5 % of the members are missing or end \(10\)/)
    const params = { brand: 'wi', key: 'FEED_MISSING' } as const
    const asked = await make(nora, calls.changeSetting, {
      params,
      body: { changeId: randomUUID(), basedOn: null, value: 15, reason: 'A group leaves' },
    })
    expect(asked.body.payload.setting).toMatchObject({ value: null, waiting: { value: 15, isOwn: true } })
    await expect(take('wi', night())).rejects.toThrow(/more than 5 %/)
    const waitingId = asked.body.payload.setting.waiting?.changeId ?? ''
    expect((await make(nora, calls.decideSetting, { params, body: { waitingId, confirm: true } })).status).toBe(409)
    const confirmed = await make(second, calls.decideSetting, { params, body: { waitingId, confirm: true } })
    expect(confirmed.body.payload.setting).toMatchObject({ value: 15, waiting: null })
    expect((await take('wi', night())).counts).toMatchObject({ unchanged: 18 })
  })

  test('FD-7 a sender may have its own thresholds', async () => {
    await load('fl', members(names('FL', 20)), members(names('FLD', 20), { sender: 'DENTALCO', group: 'D-1' }))
    await setSettings(portal.database, 'fl', { FEED_SENDERS: 'dentalco missing=30, smaller=60' })
    const dental = members(names('FLD', 15), { sender: 'DENTALCO', group: 'D-1' })
    const medical = members(names('FL', 15))
    expect((await take('fl', dental)).counts).toMatchObject({ unchanged: 15 })
    await expect(take('fl', medical)).rejects.toThrow(/834 of PLAINSHEALTH: .*less than 80 %/)
  })
})

describe('FD-7 what is compared', () => {
  test('FD-7 members of a group that the full file does not name, or of another sender, are not missing', async () => {
    await load('neb', members(names('NB', 10), { group: 'G-2' }))
    await load('neb', members(names('NA', 20)), members(names('ND', 20), { sender: 'DENTALCO' }))
    expect((await take('neb', members(names('NA', 20)))).counts).toMatchObject({ unchanged: 20 })
    await expect(take('neb', members(names('NA', 16)))).rejects.toThrow(/are missing or end \(20\)/)
    expect(await findHeld()).toMatchObject({
      parts: [{ sender: 'PLAINSHEALTH', set: '834', counts: { members: 16, missing: 4 }, before: { members: 20 } }],
    })
  })

  test('FD-7 a full file is compared with the last full one, whatever has come since, and one that grows too much is held', async () => {
    await load('idh', members(names('ID', 20)))
    await load('idh', members(names('ID', 1), { action: '2' }))
    await load('idh', payment(6, 10))
    await expect(take('idh', members(names('ID', 10)))).rejects.toThrow(/lists less than 80 % .* \(50\)/)
    await expect(take('idh', members(names('ID', 31)))).rejects.toThrow(/over 50 % more members .* \(55\)/)
    expect((await take('idh', members(names('ID', 22)))).counts).toMatchObject({ created: 2 })
  })

  test('FD-7 claims and payments are compared with the last ones of that sender and kind', async () => {
    await load('hmbcbs', payment(10, 100), payment(50, 7, { sender: 'DENTALCO' }))
    await setSettings(portal.database, 'hmbcbs', { FEED_CLAIMS: '60', FEED_PAID: '40' })
    await expect(take('hmbcbs', payment(3, 100))).rejects.toThrow(
      /835 of PLAINSHEALTH: the claims are over 60 % more or fewer .* \(70\); what is paid is over 40 % more or less .* \(70\)/,
    )
    await expect(take('hmbcbs', payment(10, 150))).rejects.toThrow(/: what is paid is over 40 % .* \(50\)$/)
    expect(await findHeld()).toMatchObject({
      parts: [
        {
          counts: { claims: 10, paidCents: 150_000 },
          before: { claims: 10, paidCents: 100_000 },
          found: [{ reason: 'paid', is: 50, limit: 40 }],
        },
      ],
    })
    await take('hmbcbs', payment(9, 110))
    await expect(take('hmbcbs', payment(9, 110, { sender: 'NEWCO' }))).rejects.toThrow(
      /835 of NEWCO: it is the first one/,
    )
  })

  test('FD-7 a file from an earlier day than the last one is held, and so is one that is too old', async () => {
    await load('ndbcbs', members(names('NE', 10)))
    await expect(take('ndbcbs', members(names('NE', 10), { daysAgo: 1 }))).rejects.toThrow(
      /: it was made on an earlier day than the last one$/,
    )
    await expect(take('ndbcbs', members(names('NE', 10), { daysAgo: 4 }))).rejects.toThrow(
      /it was made more than 2 days ago \(\d\); it was made on an earlier day/,
    )
  })

  test('FD-7 corrected loops that are sent again are not judged as a night', async () => {
    await load('la', members(names('LA', 10)))
    const mended = members(names('LA', 1))
      .replace(/\*\d{9}\*0\*P/, '*000000000*0*P')
      .replace(/IEA\*1\*\d{9}/, 'IEA*1*000000000')
    expect((await take('la', mended)).counts).toMatchObject({ unchanged: 1, rejected: 0 })
    expect((await take('la', members(names('LA', 10)))).counts).toMatchObject({ unchanged: 10 })
    // They are no night to compare with, nor compared.
    const [next, corrected] = (await listFeeds()).filter(({ state }) => state === 'stored')
    expect(next).toMatchObject({ counts: { members: 10 }, before: { members: 10 } })
    expect(corrected).toMatchObject({ counts: { members: 0 }, before: null, beforeAt: null })
  })

  test('FD-7 approved files are imported also together with the next night, which is judged separately', async () => {
    await load('wi', members(names('WR', 10), { sender: 'OTHERCO' }))
    const [held, next] = [
      members(names('WR', 5), { sender: 'OTHERCO' }),
      members([...names('WR', 5), 'WR300'], { sender: 'OTHERCO' }),
    ]
    await expect(take('wi', held)).rejects.toThrow(/held back/)
    await expect(take('wi', held, next)).rejects.toThrow(/held back/)
    const [, first] = (await listFeeds()).filter(
      ({ state, parts }) => state === 'held' && parts[0]?.sender === 'OTHERCO',
    )
    await make(nora, calls.decideFeed, { body: { feedId: first?.feedId ?? '', decision: 'release' } })
    await setSettings(portal.database, 'wi', { FEED_SENDERS: 'OTHERCO smaller=10, missing=100' })
    expect((await take('wi', held, next)).counts).toMatchObject({ created: 1, rejected: 0 })
  })

  test('FD-7 whoever approves sees the figures; released files are stored and undone as a whole', async () => {
    await load('mn', members(names('MN', 10)))
    const less = members(names('MN', 6))
    await expect(take('mn', less)).rejects.toThrow(/held back/)
    await release()
    expect((await take('mn', less)).counts).toMatchObject({ unchanged: 6 })
    expect((await listFeeds()).find(({ state, counts }) => state === 'stored' && counts.members === 6)).toMatchObject({
      parts: [{ counts: { members: 6, missing: 4 }, before: { members: 10 }, found: [] }],
    })
  })
})

describe('FD-7 the command', () => {
  const run = async (content: string, ...options: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-command-'))
    const file = join(folder, 'own.834')
    writeFileSync(file, content)
    let errors = ''
    const progress = { write: (text: string) => (errors += text), isTTY: false } as never
    try {
      const told = await runCommand(['x12', file, '--brand', 'fl', ...options], portal.environment, {
        progress,
        createStopSignal: () => new AbortController().signal,
      })
      return { ...told, errors }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('FD-7 it stores nothing of a full file that lacks people, and proceeds with --release', async () => {
    await load('fl', members(names('FC', 20), { sender: 'COMMAND' }))
    const less = members(names('FC', 10), { sender: 'COMMAND', daysAgo: 5 })
    const refused = await run(less)
    expect([refused.code, refused.said]).toEqual([
      2,
      expect.stringMatching(/nothing was stored: .*less than 80 %.*--release/),
    ])
    expect(refused.said).not.toMatch(/days ago|earlier day/)
    expect(await run(less, '--release')).toMatchObject({ code: 0 })
    expect((await run(less, '--release', '--thresholds', 'old=3')).said).toMatch(/not both/)
  })
})
