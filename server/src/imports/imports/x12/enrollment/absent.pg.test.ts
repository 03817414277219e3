import { calls } from '@portico/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../../../test/call.ts'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { setSettings } from '../../../../../test/settings.ts'
import { testClient } from '../../../../../test/signed-in.ts'
import { enrollment } from '../../../../../test/x12.ts'
import { undoFeeds } from '../undo.ts'

const portal = testPortal()
const nora = testClient(portal, 'ADMIN001')
const brand = 'fl'

beforeAll(async () => {
  await setSettings(portal.database, brand, { FEED_SENDERS: '* absent=end; COUNTCO absent=report' })
})

/** Days of November 2026, at two in the morning. */
const formatSent = (day: number) => `202611${String(20 + day)}*0200`

interface Person {
  readonly number: string
  readonly contract?: string
  readonly group?: string
  readonly from?: string
  readonly to?: string
  /** Replaces the date of birth. */
  readonly born?: string
}

const describePerson = ({
  number,
  contract = number,
  group = 'G-1',
  from = '20260101',
  to,
  born = '19810101',
}: Person) => [
  ...['INS*Y*18*030*XN*A', `REF*0F*${contract}`, `REF*1L*${group}`, `REF*23*${number}`, 'NM1*IL*1*ASK*KNUT'],
  ...[`DMG*D8*${born}*M`, 'HD*030**HLT*GOLD*EMP', `DTP*348*D8*${from}`],
  ...(to === undefined ? [] : [`DTP*349*D8*${to}`]),
]

const file = (
  day: number,
  people: readonly Person[],
  { sender = 'PLAINSHEALTH', action = '4' }: { readonly sender?: string; readonly action?: string } = {},
) => enrollment(people.flatMap(describePerson), { action, sender, sent: formatSent(day) })

const load = (...contents: readonly string[]) =>
  importFiles(portal.database, Object.fromEntries(contents.map((one, at) => [`${at}.834`, one])), {
    kind: 'x12',
    brand,
  })

/** When members' coverages end, by member number. */
async function listEnds(prefix: string) {
  const rows = await portal.database.read
    .selectFrom('product')
    .innerJoin('member', 'member.member_id', 'product.member_id')
    .select(['member_number', 'coverage_end_date'])
    .where('brand', '=', brand)
    .where('member_number', 'like', `${prefix}%`)
    .orderBy('member_number')
    .execute()
  return rows.map(
    ({ member_number, coverage_end_date }) => `${member_number.slice(prefix.length)} ${coverage_end_date}`,
  )
}

const name = (prefix: string, ...names: readonly string[]) => names.map((one) => ({ number: `${prefix}${one}` }))

describe('FD-1 FD-7 a member whom a full file no longer names', () => {
  test('FD-1 ends on the day before it if the sender’s rules say so, and is covered again once a file names them', async () => {
    await load(file(1, name('AA', '1', '2')))
    const { counts } = await load(file(2, name('AA', '1')))
    expect(await listEnds('AA')).toEqual(['1 null', '2 2026-11-21'])
    expect(counts.warnings).toContainEqual(
      expect.objectContaining({ reason: 'of a member has ended: a full file names them no more', count: 1 }),
    )
    await load(file(2, name('AA', '1')))
    expect(await listEnds('AA')).toEqual(['1 null', '2 2026-11-21'])
    await load(file(3, name('AA', '1', '2')))
    expect(await listEnds('AA')).toEqual(['1 null', '2 null'])
  })

  test('FD-1 stays if the sender’s missing members are only counted, and in a file of changes', async () => {
    await load(file(1, name('AB', '1', '2'), { sender: 'COUNTCO' }), file(1, name('AC', '1', '2')))
    await load(file(2, name('AB', '1'), { sender: 'COUNTCO' }), file(2, name('AC', '1'), { action: '2' }))
    expect([await listEnds('AB'), await listEnds('AC')]).toEqual([
      ['1 null', '2 null'],
      ['1 null', '2 null'],
    ])
  })

  test('FD-1 stays in another group or with another sender, and if the coverage ends by itself or has not begun', async () => {
    const sender = 'GROUPCO'
    await load(
      file(
        1,
        [
          ...name('AD', '1'),
          { number: 'AD2', group: 'G-2' },
          { number: 'AD3', to: '20261110' },
          { number: 'AD4', from: '20270101' },
          { number: 'AD5', from: '20261121' },
        ],
        { sender },
      ),
      file(1, name('AD', '6'), { sender: 'DENTALCO' }),
    )
    await load(file(2, name('AD', '1'), { sender }))
    expect(await listEnds('AD')).toEqual([
      '1 null',
      '2 null',
      '3 2026-11-10',
      '4 null',
      // A coverage of a single day.
      '5 2026-11-21',
      '6 null',
    ])
  })

  test('FD-1 is one on no loop: those of a refused loop stay, with all of their contract', async () => {
    const sender = 'WRONGCO'
    const family = [...name('AE', '1', '2'), { number: 'AE3', contract: 'AE2' }, ...name('AE', '4')]
    await load(file(1, family, { sender }))
    const { rejected } = await load(file(2, [...name('AE', '1'), { number: 'AE2', born: '20260230' }], { sender }))
    expect(rejected).toHaveLength(1)
    expect(await listEnds('AE')).toEqual(['1 null', '2 null', '3 null', '4 2026-11-21'])
  })

  test('FD-1 stays if a part of the files was refused, which may name them', async () => {
    const sender = 'PARTCO'
    await load(file(1, name('AF', '1', '2'), { sender }))
    const cut = file(2, name('AF', '2'), { sender }).replace(/SE\*\d+/, 'SE*999')
    const { counts } = await load(file(2, name('AF', '1'), { sender }), cut)
    expect(await listEnds('AF')).toEqual(['1 null', '2 null'])
    expect(counts.warnings).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('some of the files were refused') }),
    )
  })

  test('FD-1 an older full file ends nobody whom a newer file names', async () => {
    const sender = 'LATECO'
    await load(file(1, name('AG', '1'), { sender }))
    await load(file(3, name('AG', '2'), { sender, action: '2' }))
    await load(file(2, name('AG', '1'), { sender }))
    expect(await listEnds('AG')).toEqual(['1 null', '2 null'])
  })
})

test('FD-7 whoever releases a night is told that it ends members, and undoing it restores their coverage', async () => {
  const sender = 'NIGHTCO'
  const people = name('AH', ...Array.from({ length: 10 }, (_, at) => String(at)))
  await load(file(1, people, { sender }))
  const less = file(2, people.slice(0, 8), { sender })
  const take = () => importFiles(portal.database, { 'night.834': less }, { kind: 'x12', brand, isNightly: true })
  await expect(take()).rejects.toThrow(/more than 5 % of the members are missing or end \(20\)/)
  const listFeeds = async () => (await make(nora, calls.whatRuns, {})).body.payload.feeds
  const held = (await listFeeds()).find(({ state }) => state === 'held')
  expect(held?.parts).toMatchObject([{ sender, counts: { missing: 2 }, endsMissing: true }])
  const decide = (feedId: string, decision: 'release' | 'undo') =>
    make(nora, calls.decideFeed, { body: { feedId, decision } })
  expect((await decide(held?.feedId ?? '', 'release')).status).toBe(200)
  await take()
  expect((await listEnds('AH')).slice(-3)).toEqual(['7 null', '8 2026-11-21', '9 2026-11-21'])
  const stored = (await listFeeds()).find(({ state, parts }) => state === 'stored' && parts[0]?.sender === sender)
  expect(stored?.parts).toMatchObject([{ counts: { members: 8, missing: 2 }, endsMissing: false }])
  await decide(stored?.feedId ?? '', 'undo')
  await undoFeeds(portal.database, new Date())
  expect((await listEnds('AH')).slice(-3)).toEqual(['7 null', '8 null', '9 null'])
})
