import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'

async function take(...segments: string[]) {
  const answers = mkdtempSync(join(tmpdir(), 'portico-answers-'))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'nightly.834': enrollment(segments) },
    { kind: 'x12', brand, answers },
  )
  const lines = readdirSync(answers).flatMap((name) => readFileSync(join(answers, name), 'utf8').split('~\n'))
  return {
    rejected: rejected.map(({ path, reason }) => `${path} ${reason}`),
    warnings: (counts.warnings ?? []).map(({ reason }) => reason),
    answer: lines.filter((one) => /^IK[34]/.test(one)),
  }
}
const load = async (...segments: string[]) => expect((await take(...segments)).rejected).toEqual([])

/** What the portal shows of a member's coverages, and what it only keeps. */
async function show(number: string) {
  const rows = await portal.database.read
    .selectFrom('member')
    .leftJoin('product', 'product.member_id', 'member.member_id')
    .select(['product_name as plan', 'coverage_begin_date as from', 'coverage_end_date as to'])
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .orderBy('benefit_plan_type')
    .execute()
  return rows.flatMap(({ plan, from, to }) => (plan === null ? [] : [plan, from, to].join(' ').trim()))
}

async function readAside(number: string): Promise<unknown> {
  const row = await portal.database.read
    .selectFrom('x12_member')
    .select('person')
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .executeTakeFirstOrThrow()
  return (row.person as { aside: unknown }).aside
}

const head = (contract: string, at = 1, type = '021') => [
  `INS*${at === 1 ? 'Y*18' : 'N*19'}*${type}*28*A`,
  ...[`REF*0F*${contract}`, 'REF*1L*G-1', `REF*23*${contract}${at}`],
]
const knut = ['NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M']
const liv = ['NM1*IL*1*ASK*LIV', 'DMG*D8*20140202*F']
const gold = ['HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101']

describe('FD-1 codes of maintenance and insurance lines', () => {
  test('FD-1 a subscriber who is only named for the sake of dependents (HD01 032) is not covered', async () => {
    const named = ['HD*032**HLT*GOLD*DEP', 'DTP*348*D8*20260101']
    await load(...head('NOT'), ...knut, ...named, ...head('NOT', 2), ...liv, ...gold)
    expect(await show('NOT1')).toEqual([])
    expect(await show('NOT2')).toEqual(['GOLD 2026-01-01'])
    expect(await readAside('NOT1')).toEqual({ 'HD HLT': ['032 GOLD DEP 20260101'] })
  })

  test('FD-1 coverages that are not shown are kept aside as sent', async () => {
    const others = ['HD*021**LTD*INCOME*EMP', 'DTP*348*D8*20260101', 'DTP*349*D8*20261231', 'HD*021**AK*MIND']
    await load(...head('OTH'), ...knut, ...gold, ...others)
    expect(await show('OTH1')).toEqual(['GOLD 2026-01-01'])
    expect(await readAside('OTH1')).toEqual({ 'HD LTD': ['021 INCOME EMP 20260101 20261231'], 'HD AK': ['021 MIND'] })
  })

  test('FD-1 FD-4 an unknown insurance line is kept aside and reported, and a missing one refuses the member', async () => {
    const { rejected, warnings, answer } = await take(...head('UNK'), ...knut, ...gold, 'HD*021**PETS*DOG')
    expect(rejected).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('HD03 in loop 2300')])
    expect(answer.at(-1)).toBe('IK4*3**7*PETS')
    expect(await readAside('UNK1')).toEqual({ 'HD PETS': ['021 DOG'] })
    const missing = await take(...head('MIS'), ...knut, ...gold, 'HD*021***DOG')
    expect(missing.rejected).toEqual([expect.stringMatching(/HD03, insurance line.*is missing: it says what/)])
    expect(await show('MIS1')).toEqual([])
  })

  test('FD-1 an end whose code lacks its zero is an end, and an unknown code changes nothing', async () => {
    await load(...head('ZER'), ...knut, ...gold)
    await load(...head('ZER', 1, '24'), ...knut, 'HD*24**HLT*GOLD', 'DTP*349*D8*20260930')
    expect(await show('ZER1')).toEqual(['GOLD 2026-01-01 2026-09-30'])
    for (const [ins, hd, place] of [
      ['TRM', '021', 'INS03'],
      ['001', 'TRM', 'HD01'],
    ] as const) {
      const { rejected, answer } = await take(...head('ZER', 1, ins), ...knut, `HD*${hd}**HLT*GOLD`)
      expect(rejected).toEqual([expect.stringMatching(`${place}, maintenance type.*is none of 001, 002, 021, 024`)])
      expect(answer.at(-1)).toMatch(/^IK4\*[13]\*\*7\*TRM$/)
    }
    expect(await show('ZER1')).toEqual(['GOLD 2026-01-01 2026-09-30'])
  })
})

describe('FD-1 MP-14 Social Security numbers', () => {
  test('FD-1 MP-14 a subscriber’s is not a dependent’s contract either', async () => {
    const { rejected } = await take(
      ...['INS*Y*18*021*28*A', 'REF*0F*123-45-6789', 'REF*23*SOC1', 'NM1*IL*1*ASK*KNUT****34*123456789'],
      ...['DMG*D8*19810101*M', ...gold],
      ...['INS*N*19*021*28*A', 'REF*0F*123456789', 'REF*23*SOC2', ...liv, ...gold],
    )
    const why = expect.stringContaining('is a Social Security number')
    expect(rejected).toEqual([why, why])
    expect(await show('SOC2')).toEqual([])
  })

  test('FD-1 MP-14 one that is repeated among the numbers that are kept aside is masked', async () => {
    const refs = ['REF*SY*111223333', 'REF*ZZ*111-22-3333', 'REF*3H*111223333', 'REF*DX*DEPT9', 'REF*F6*111223333A']
    await load(...head('SEC'), ...refs, ...knut, ...gold)
    const masked = { 'REF ZZ': ['…3333'], 'REF 3H': ['…3333'], 'REF DX': ['DEPT9'], 'REF F6': ['…333A'] }
    expect(await readAside('SEC1')).toEqual(masked)
  })
})

test('FD-1 MP-14 without a date of birth, a former number is somebody’s only if the name is the same', async () => {
  const readId = async (number: string) =>
    (
      await portal.database.read
        .selectFrom('member')
        .select('member_id')
        .where('brand', '=', brand)
        .where('member_number', '=', number)
        .executeTakeFirst()
    )?.member_id
  await load(...head('FOR'), ...knut, ...gold)
  const id = await readId('FOR1')
  const move = (name: string) => ['INS*Y*18*001*33*A', 'REF*0F*FOR', 'REF*23*FOR9', 'REF*Q4*FOR1', name]
  expect((await take(...move('NM1*IL*1*BERG*OLA'))).rejected).toEqual([expect.stringContaining('has no birth date')])
  expect(await readId('FOR1')).toBe(id)
  await load(...move('NM1*IL*1*ASK*KNUT'))
  expect(await readId('FOR9')).toBe(id)
})

describe('FD-1 what a subscriber’s end means for the family', () => {
  const describeReason = (reason: string) => [
    'LS*2700',
    'LX*1',
    'N1*75*ADDL MAINT REASON',
    `REF*17*${reason}`,
    'LE*2700',
  ]
  test.each([
    ['TERM', '20260101', ['GOLD 2026-01-01 2026-01-01']],
    ['CANCEL', '20260630', []],
  ])('FD-1 %s of the subscriber applies to dependents whom the file does not name', async (reason, day, left) => {
    await load(...head(reason), ...knut, ...gold, ...head(reason, 2), ...liv, ...gold)
    const end = ['HD*024**HLT*GOLD', 'DTP*348*D8*20260101', `DTP*349*D8*${day}`]
    await load(...head(reason, 1, '024'), ...knut, ...end, ...describeReason(reason))
    expect(await show(`${reason}1`)).toEqual(left)
    expect(await show(`${reason}2`)).toEqual(left)
  })

  test('FD-1 a last day of eligibility that ends nothing is reported', async () => {
    await load(...head('GOE'), ...knut, ...gold)
    const { rejected, warnings } = await take(...head('GOE', 1, '001'), 'DTP*357*D8*20261031', ...knut)
    expect({ rejected, warnings }).toEqual({
      rejected: [],
      warnings: ['goes on after the last day of eligibility (DTP 357)'],
    })
    expect(await show('GOE1')).toEqual(['GOLD 2026-01-01'])
  })
})

describe('FD-1 whom and what a loop means', () => {
  const ofGroup = (number: string, group: string, type: string) =>
    head(number, 1, type).map((one) => (one.startsWith('REF*1L') ? `REF*1L*${group}` : one))
  const tooth = ['HD*021**DEN*TOOTH*FAM', 'REF*1L*G-2', 'DTP*348*D8*20260101']

  test('FD-1 an end without coverages ends those of the group that it names, and a reinstatement opens them again', async () => {
    await load(...head('GRP'), ...knut, ...gold, ...tooth)
    await load(...ofGroup('GRP', 'G-2', '024'), 'DTP*357*D8*20261031', ...knut)
    expect(await show('GRP1')).toEqual(['TOOTH 2026-01-01 2026-10-31', 'GOLD 2026-01-01'])
    await load(...ofGroup('GRP', 'G-2', '025'), ...knut)
    expect(await show('GRP1')).toEqual(['TOOTH 2026-01-01', 'GOLD 2026-01-01'])
  })

  test('FD-1 an end without coverages that names a group without any, ends all', async () => {
    await load(...head('GRQ'), ...knut, ...gold, ...tooth)
    await load(...ofGroup('GRQ', 'MASTER', '024'), 'DTP*357*D8*20261031', ...knut)
    expect(await show('GRQ1')).toEqual(['TOOTH 2026-01-01 2026-10-31', 'GOLD 2026-01-01 2026-10-31'])
  })

  test('FD-1 the end of one group’s coverage leaves the family’s coverage in another group', async () => {
    await load(...head('GRR'), ...knut, ...gold, ...tooth, ...head('GRR', 2), ...liv, ...gold, ...tooth)
    await load(...ofGroup('GRR', 'G-2', '024'), 'DTP*357*D8*20261031', ...knut)
    expect(await show('GRR2')).toEqual(['TOOTH 2026-01-01 2026-10-31', 'GOLD 2026-01-01'])
  })

  test.each(['DEP', 'SPC', 'SPO'])(
    'FD-1 a coverage of level %s covers dependents, not the subscriber',
    async (level) => {
      const some = [`HD*021**HLT*GOLD*${level}`, 'DTP*348*D8*20260101']
      await load(...head(level), ...knut, ...some, ...head(level, 2), ...liv, ...some)
      expect(await show(`${level}1`)).toEqual([])
      expect(await show(`${level}2`)).toEqual(['GOLD 2026-01-01'])
      expect(await readAside(`${level}1`)).toEqual({ 'HD HLT': [`021 GOLD ${level} 20260101`] })
    },
  )

  test.each([
    ['TWA', []],
    ['TWB', ['HD*024**HLT*GOLD', 'DTP*349*D8*20260930']],
  ])('FD-1 a change of plan in two loops of %s is one, whichever comes first', async (contract, ended) => {
    const ending = [...ofGroup(contract, 'G-1', '024'), 'DTP*357*D8*20260930', ...knut, ...ended]
    const beginning = [...head(contract), ...knut, 'HD*021**HLT*SILVER*FAM', 'DTP*348*D8*20261001']
    await load(...head(contract), ...knut, ...gold)
    for (const loops of [
      [...beginning, ...ending],
      [...ending, ...beginning],
    ]) {
      await load(...loops)
      expect((await show(`${contract}1`)).toSorted()).toEqual(['GOLD 2026-01-01 2026-09-30', 'SILVER 2026-10-01'])
    }
  })

  test('FD-1 Medicare, employment and day of death are kept aside', async () => {
    const ins = 'INS*Y*18*021*28*A*C:1**RT***D8*20261101*U'
    await load(ins, ...head('INS').slice(1), ...knut, ...gold)
    expect(await readAside('INS1')).toEqual({
      ...{ Medicare: ['C 1'], employment: ['RT'], 'died on': ['20261101'], confidentiality: ['U'] },
    })
  })

  test.each(['4', 'RX'])(
    'FD-1 a coverage that a full file (%s) leaves out for a member stays, with a warning',
    async (action) => {
      const file = (...coverages: readonly string[]) =>
        importFiles(
          portal.database,
          { 'full.834': enrollment([...head(`FUL${action}`), ...knut, ...coverages], { action }) },
          { kind: 'x12', brand },
        )
      const both = [...gold, 'HD*021**DEN*TOOTH*FAM', 'DTP*348*D8*20260101']
      expect((await file(...both)).counts.warnings).toBeUndefined()
      expect((await file(...both)).counts.warnings).toBeUndefined()
      expect((await file(...gold)).counts.warnings).toEqual([
        { type: 'coverage', reason: 'stays, although a full file leaves it out', count: 1 },
      ])
      expect(await show(`FUL${action}1`)).toEqual(['TOOTH 2026-01-01', 'GOLD 2026-01-01'])
    },
  )

  const takeFile = async (sent: string, ...segments: readonly string[]) => {
    const file = { 'nightly.834': enrollment(segments, { sent }) }
    const { counts, rejected } = await importFiles(portal.database, file, { kind: 'x12', brand })
    expect(rejected).toEqual([])
    return counts
  }

  test('FD-1 IM-2 an older file that comes again does not open what ended with the subscriber', async () => {
    const added = [...head('OLD'), ...knut, ...gold, ...head('OLD', 2), ...liv, ...gold]
    await takeFile('20261126*0200', ...added)
    await takeFile('20261127*0200', ...head('OLD', 1, '024'), 'DTP*357*D8*20261031', ...knut)
    expect(await takeFile('20261126*0200', ...added)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await show('OLD2')).toEqual(['GOLD 2026-01-01 2026-10-31'])
  })

  test('FD-1 IM-2 a widow who goes on as the subscriber stays so if the file comes again', async () => {
    const siv = ['NM1*IL*1*ASK*SIV', 'DMG*D8*19830101*F']
    await takeFile('20261126*0200', ...head('WID'), ...knut, ...gold, ...head('WID', 2), ...siv, ...gold)
    const death = [
      ...['INS*Y*18*024*03*A', ...head('WID').slice(1), 'DTP*357*D8*20261015', ...knut],
      ...['INS*Y*18*001*03*A', ...head('WID', 2).slice(1), ...siv, 'HD*001**HLT*GOLD*FAM', 'DTP*348*D8*20261016'],
    ]
    await takeFile('20261127*0200', ...death)
    expect(await takeFile('20261127*0200', ...death)).toMatchObject({ updated: 0, unchanged: 2 })
    expect((await show('WID2')).toSorted()).toEqual(['GOLD 2026-01-01 2026-10-15', 'GOLD 2026-10-16'])
  })
})
