import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment } from '../../../../../test/x12.ts'

const portal = testPortal()
const brand = 'ndbcbs'
const take = (segments: readonly string[]) =>
  importFiles(portal.database, { 'nightly.834': enrollment(segments) }, { kind: 'x12', brand })
const load = async (...segments: string[]) => expect((await take(segments)).rejected).toEqual([])

/** What the portal shows of a member: name, relationship, and each coverage with its days. */
async function show(number: string) {
  const rows = await portal.database.read
    .selectFrom('member')
    .leftJoin('product', 'product.member_id', 'member.member_id')
    .select(['first_name as name', 'relationship_code as as', 'product_name as plan'])
    .select(['coverage_begin_date as from', 'coverage_end_date as to'])
    .where('brand', '=', brand)
    .where('member_number', '=', number)
    .orderBy('coverage_begin_date')
    .orderBy('benefit_plan_type')
    .execute()
  const coverages = rows.flatMap(({ plan, from, to }) => (plan === null ? [] : [plan, from, to].join(' ').trim()))
  return [rows[0]?.name, rows[0]?.as, ...coverages]
}

const head = (contract: string, type = '021', who = 'Y*18', at = 1) => [
  `INS*${who}*${type}*28*A`,
  ...[`REF*0F*${contract}`, 'REF*1L*G-1', `REF*23*${contract}${at}`],
]
const knut = ['NM1*IL*1*ASK*KNUT', 'DMG*D8*19810101*M']
const liv = ['NM1*IL*1*ASK*LIV', 'DMG*D8*20140202*F']
const gold = ['HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101']

describe('FD-1 practices in companion guides of exchanges and employers', () => {
  test.each([
    ['its first day is not said', ['HD*001**HLT*SILVER*FAM', 'DTP*303*D8*20260701']],
    ['it names the first day of all', ['HD*001**HLT*SILVER*FAM', 'DTP*303*D8*20260701', 'DTP*348*D8*20260101']],
    ['the member has the day of the change', ['HD*001**HLT*SILVER*FAM']],
  ])('FD-1 a change to another plan applies from DTP 303, if %s', async (name, coverage) => {
    const contract = `CHG${name.length}`
    await load(...head(contract), ...knut, ...gold)
    const change = [...head(contract, '001'), 'DTP*303*D8*20260701', 'DTP*356*D8*20260101', ...knut, ...coverage]
    await load(...change)
    await load(...change)
    expect(await show(`${contract}1`)).toEqual(['KNUT', '18', 'GOLD 2026-01-01 2026-06-30', 'SILVER 2026-07-01'])
  })

  test('FD-1 a change within the same plan keeps its first day', async () => {
    await load(...head('LVL'), ...knut, ...gold)
    await load(...head('LVL', '001'), ...knut, 'HD*001**HLT*GOLD*EMP', 'DTP*303*D8*20260701')
    expect(await show('LVL1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01'])
  })

  test('FD-1 one number for two people on a contract turns neither into the other', async () => {
    const { rejected } = await take([
      ...[...head('ONE'), ...knut, ...gold],
      ...[...head('ONE', '021', 'N*19'), ...liv, ...gold],
    ])
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('somebody with another first name')])
    expect(await show('ONE1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01'])
    const corrected = ['NM1*74*1*ASK*KNUD', 'DMG*D8*19810102*M', 'NM1*70*1*ASK*KNUT', 'DMG*D8*19810101*M']
    await load(...head('ONE', '001'), ...corrected)
    expect(await show('ONE1')).toEqual(['KNUD', '18', 'GOLD 2026-01-01'])
  })

  test('FD-1 MP-14 one number for twins turns neither into the other', async () => {
    const twin = (first: string) => [
      ...head('TWN', '021', 'N*19', 2),
      `NM1*IL*1*ASK*${first}`,
      'DMG*D8*20140202',
      ...gold,
    ]
    const { rejected } = await take([...head('TWN'), ...knut, ...gold, ...twin('LIV'), ...twin('OLA')])
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('another first name in this file')])
    expect(await show('TWN2')).toEqual(['LIV', '05', 'GOLD 2026-01-01'])
    // In a later file, it is a new name.
    await load(...twin('LIVIA'))
    expect((await show('TWN2'))[0]).toBe('LIVIA')
  })

  test.each([
    ['ASK, KNUT T', 'G-1'],
    ['KNUT ASK JR', 'G-1'],
    ['KNUT ASK BOATS LLC', 'KNUT ASK BOATS LLC'],
    ['ASK', 'ASK'],
  ])('FD-1 MP-7 a sponsor %s gives a family the group name %s', async (sponsor, name) => {
    const contract = `SPN${sponsor.length}`
    const family = [...head(contract), ...knut, ...gold, ...head(contract, '021', 'N*19', 2), ...liv, ...gold]
    const file = enrollment(family).replace(/N1\*P5\*[^*~]*/, `N1*P5*${sponsor}`)
    expect((await importFiles(portal.database, { 'own.834': file }, { kind: 'x12', brand })).rejected).toEqual([])
    const rows = await portal.database.read
      .selectFrom('coverage')
      .innerJoin('member', 'coverage.member_id', 'member.member_id')
      .select('coverage.group_name')
      .where('member.contract_number', '=', contract)
      .execute()
    expect(rows.map((row) => row.group_name)).toEqual([name, name])
  })

  test('FD-1 a dependent by INS01 is one, whatever INS02 says', async () => {
    await load(...head('DEP'), ...knut, ...gold, ...head('DEP', '021', 'N*18', 2), ...liv, ...gold)
    expect(await show('DEP2')).toEqual(['LIV', '05', 'GOLD 2026-01-01'])
  })

  test('FD-1 a Medicare Advantage plan (AJ) is a medical coverage of Medicare', async () => {
    await load(...head('AJ'), ...knut, 'HD*021**AJ*SENIOR', 'DTP*348*D8*20260101')
    expect(await show('AJ1')).toEqual(['KNUT', '18', 'SENIOR 2026-01-01'])
    const groups = await portal.database.read
      .selectFrom('coverage')
      .innerJoin('member', 'member.member_id', 'coverage.member_id')
      .select('medicare_indicator')
      .where('member_number', '=', 'AJ1')
      .execute()
    expect(groups).toEqual([{ medicare_indicator: true }])
  })

  test('FD-1 a coverage after another one’s reporting categories is read', async () => {
    const told = ['LS*2700', 'LX*1', 'N1*75*PRE AMT TOT', 'REF*9X*400.00', 'DTP*007*D8*20260101', 'LE*2700']
    await load(...head('LS'), ...knut, ...gold, ...told, 'HD*021**DEN*TOOTH', 'DTP*348*D8*20260101')
    expect(await show('LS1')).toEqual(['KNUT', '18', 'TOOTH 2026-01-01', 'GOLD 2026-01-01'])
  })

  test('FD-1 a period in place of a last day ends the coverage at its end', async () => {
    await load(...head('PER'), ...knut, ...gold, 'DTP*349*RD8*20260101-20261231')
    expect(await show('PER1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01 2026-12-31'])
  })

  test('FD-1 a reinstatement without HD reopens a cancelled coverage from its first day', async () => {
    await load(...head('CAN'), ...knut, ...gold)
    await load(...head('CAN', '024'), 'DTP*357*D8*20260101', ...knut)
    expect(await show('CAN1')).toEqual(['KNUT', '18'])
    await load(...head('CAN', '025'), ...knut)
    expect(await show('CAN1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01'])
  })

  test.each([
    ['before', 1],
    ['behind', -1],
  ])(
    'FD-1 a dependent with a last day of their own keeps it, %s the subscriber whose coverage ends sooner',
    async (name, turn) => {
      const contract = `OWN${name}`.toUpperCase()
      await load(...head(contract), ...knut, ...gold, ...head(contract, '021', 'N*19', 2), ...liv, ...gold)
      const ends = [
        [...head(contract, '024', 'N*19', 2), 'DTP*357*D8*20260430', ...liv],
        [...head(contract, '024'), 'DTP*357*D8*20260331', ...knut],
      ]
      await load(...(turn > 0 ? ends : ends.toReversed()).flat())
      expect(await show(`${contract}1`)).toEqual(['KNUT', '18', 'GOLD 2026-01-01 2026-03-31'])
      expect(await show(`${contract}2`)).toEqual(['LIV', '05', 'GOLD 2026-01-01 2026-04-30'])
    },
  )

  test('FD-1 a name ending in a two-byte letter at the end of a segment is complete', async () => {
    await load(...head('LTR'), 'NM1*IL*1*ASK*NICOLÀ', 'DMG*D8*19810101*M', ...gold)
    await load(...head('LTRX'), 'NM1*IL*1*ASK*Pietà', 'DMG*D8*19810101*M', ...gold)
    expect([(await show('LTR1'))[0], (await show('LTRX1'))[0]]).toEqual(['NICOLÀ', 'Pietà'])
  })

  test('FD-1 of two coverages of a kind side by side in a file, a change of one leaves the other alone', async () => {
    const major = ['HD*021**MM*MAJOR', 'DTP*348*D8*20260101']
    await load(...head('TWO'), ...knut, ...gold, ...major)
    await load(...head('TWO', '001'), ...knut, 'HD*001**HLT*GOLD*EMP', 'DTP*348*D8*20260101')
    expect(await show('TWO1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01', 'MAJOR 2026-01-01'])
    // Another plan still replaces both.
    await load(...head('TWO', '001'), ...knut, 'HD*021**HLT*SILVER', 'DTP*348*D8*20260701')
    const ended = ['GOLD 2026-01-01 2026-06-30', 'MAJOR 2026-01-01 2026-06-30']
    expect(await show('TWO1')).toEqual(['KNUT', '18', ...ended, 'SILVER 2026-07-01'])
  })

  test('FD-1 a record corrected (HD01 026) to a later first day was never in force before it', async () => {
    await load(...head('COR'), ...knut, ...gold)
    await load(...head('COR', '001'), ...knut, 'HD*026**HLT*GOLD*FAM', 'DTP*348*D8*20260201')
    expect(await show('COR1')).toEqual(['KNUT', '18', 'GOLD 2026-02-01'])
  })

  test('FD-1 a request to delete a whole member is refused with advice, and the member stays', async () => {
    await load(...head('DEL'), ...knut, ...gold)
    const { rejected } = await take([...head('DEL', '002'), ...knut])
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('HD01 002')])
    expect(await show('DEL1')).toEqual(['KNUT', '18', 'GOLD 2026-01-01'])
  })

  test('FD-1 a date of birth of zeros is missing: a known member keeps theirs', async () => {
    await load(...head('ZER'), ...knut, ...gold)
    await load(...head('ZER', '001'), 'NM1*IL*1*ASKEW*KNUD', 'DMG*D8*00000000*M')
    expect(await show('ZER1')).toEqual(['KNUD', '18', 'GOLD 2026-01-01'])
  })

  test('FD-1 MP-7 an exchange names the plan by its number there (REF CE): another number is a change of plan, or its end', async () => {
    const buildCoverage = (type: string, plan: string, ...days: string[]) => [
      ...[`HD*${type}**HLT`, ...days.map((day) => `DTP*${day}`), `REF*CE*${plan}`],
    ]
    const readPlans = async () => {
      const rows = await portal.database.read
        .selectFrom('product')
        .innerJoin('member', 'member.member_id', 'product.member_id')
        .select(['plan_id', 'coverage_begin_date as from', 'coverage_end_date as to'])
        .where('member_number', '=', 'EXC1')
        .orderBy('coverage_begin_date')
        .execute()
      return rows.map(({ plan_id, from, to }) => [plan_id, from, to].join(' ').trim())
    }
    // As stored before the number was read, and as other senders write the element.
    await load(...head('EXC'), ...knut, ...buildCoverage('021', '10;401;;;;;;', '348*D8*20260101'))
    expect(await readPlans()).toEqual(['2026-01-01'])
    await load(...head('EXC', '001'), ...knut, ...buildCoverage('001', '12345ND001000104', '348*D8*20260101'))
    expect(await readPlans()).toEqual(['12345ND0010001-04 2026-01-01'])
    await load(...head('EXC', '001'), ...knut, ...buildCoverage('021', '12345ND001000201', '348*D8*20260701'))
    await load(...head('EXC', '024'), ...knut, ...buildCoverage('024', '12345ND001000201', '349*D8*20261031'))
    expect(await readPlans()).toEqual([
      '12345ND0010001-04 2026-01-01 2026-06-30',
      '12345ND0010002-01 2026-07-01 2026-10-31',
    ])
  })
})
