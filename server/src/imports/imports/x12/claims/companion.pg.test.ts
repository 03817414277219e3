import { beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { enrollment, x12 } from '../../../../../test/x12.ts'
import { withdrawClaim } from '../../../records/withdraw-claim.ts'

const portal = testPortal()
const brand = 'ndbcbs'

beforeAll(async () => {
  const people = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].flatMap((one) => [
    ...['INS*Y*18*021*28*A', `REF*0F*CMP${one}`, 'REF*1L*G-1', `REF*23*CMP${one}1`, 'NM1*IL*1*ASK*KNUT'],
    ...['DMG*D8*19810101*M', 'HD*021**HLT*GOLD*FAM', 'DTP*348*D8*20260101'],
  ])
  await load(enrollment(people))
})

const take = (content: string) => importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
async function load(content: string): Promise<void> {
  expect((await take(content)).rejected).toEqual([])
}

/** A payment of one claim: CLP02 to CLP05, and the segments that follow. */
function pay(member: string, said: string, ...segments: string[]): string {
  return x12({
    set: '835',
    segments: [
      ...[`BPR*I*${said.split('*')[2]}*C*ACH************20261125`, 'TRN*1*T1*1450000022', 'DTM*405*20261125'],
      ...['N1*PR*PLAINS HEALTH', 'N1*PE*PRAIRIE CLINIC*XX*1234567893', 'LX*1'],
      ...[`CLP*${member}*${said}*12*N${member}*11*1`, `NM1*QC*1*ASK*KNUT****MI*${member}`, 'DTM*232*20261102'],
      ...segments,
    ],
  })
}

const visit = (paid: string, ...adjusted: string[]) => [`SVC*HC:99213*100*${paid}**1`, 'DTM*472*20261102', ...adjusted]
const draw = ['SVC*HC:36415*50*0**1', 'DTM*472*20261102', 'CAS*CO*97*50']

/** A bill that passes on the decision of the brand's payer: the payer's loop, and that of the line. */
function buildDecided(member: string, version: string, ofPayer: readonly string[], line: readonly string[]): string {
  return x12({
    set: '837',
    version,
    segments: [
      ...['BHT*0019*00*S1*20261115*1023*CH', 'NM1*40*2*PLAINS HEALTH*****46*PLAINS', 'HL*1**20*1'],
      ...['NM1*85*2*PRAIRIE CLINIC*****XX*1234567893', 'HL*2*1*22*0', 'SBR*P*18*G******CI'],
      ...[`NM1*IL*1*ASK*KNUT****MI*${member}`, 'DMG*D8*19810101*M', 'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS'],
      ...[`CLM*${member}*100***11:B:1*Y*A*Y*Y`, 'HI*ABK:J069', 'SBR*P*18*******CI', ...ofPayer],
      ...['NM1*PR*2*PLAINS HEALTH*****PI*PLAINS', 'DTP*573*D8*20261120', `REF*F8*N${member}`, 'LX*1', ...line],
    ],
  })
}

const readClaims = (member: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('member_number', '=', member)
    .execute()

describe('FD-2 practices in companion guides of payers', () => {
  test('FD-2 a service paid as part of another one is not denied', async () => {
    await load(pay('CMPA1', '1*150*80*20', ...visit('80', 'CAS*PR*2*20'), ...draw))
    const [claim] = await readClaims('CMPA1')
    expect(claim).toMatchObject({ state: 'paid', allowed_cents: 10000, discount_cents: 5000, share_cents: 2000 })
  })

  test.each([
    ['CMPB1', 'PR', 10000],
    ['CMPC1', 'CO', 0],
  ])('FD-2 a completely refused claim is denied, whatever CLP02 says (%s, %s)', async (member, group, share) => {
    await load(pay(member, '1*100*0*', `CAS*${group}*204*60`, `CAS*CO*45*40`))
    expect(await readClaims(member)).toMatchObject([{ state: 'denied', plan_paid_cents: 0 }])
    expect((await readClaims(member))[0]?.share_cents).toBe(group === 'PR' ? 6000 : share)
  })

  test('FD-2 a deductible of the whole price is not a refusal', async () => {
    await load(pay('CMPD1', '1*100*0*60', ...visit('0', 'CAS*CO*45*40', 'CAS*PR*1*60')))
    expect(await readClaims('CMPD1')).toMatchObject([{ state: 'paid', share_cents: 6000, deductible_cents: 6000 }])
  })

  test('FD-2 a claim passed on to another payer says nothing about what is owed', async () => {
    await load(pay('CMPE1', '23*100*0*0', 'CAS*OA*B11*100'))
    expect(await readClaims('CMPE1')).toMatchObject([{ state: 'denied', share_cents: null, discount_cents: null }])
  })
})

test('FD-2 OP-7 an X12 claim is withdrawn by its number, and only a newer file restores it', async () => {
  const said = ['1*100*60*40', ...visit('60', 'CAS*PR*1*40')] as const
  await load(pay('CMPH1', ...said))
  const now = new Date('2026-12-01T12:00:00Z')
  const members = await portal.database.transaction((tx) => withdrawClaim(tx, { brand, claimNumber: 'NCMPH1' }, now))
  expect(members).toHaveLength(1)
  expect(await readClaims('CMPH1')).toMatchObject([{ state: 'cancelled' }])
  await load(pay('CMPH1', ...said))
  expect(await readClaims('CMPH1')).toMatchObject([{ state: 'cancelled' }])
  const corrected = pay('CMPH1', '1*100*70*30', ...visit('70', 'CAS*PR*1*30'))
  await load(corrected.replaceAll('20261126*0200', '20261202*0200').replaceAll('20261125', '20261201'))
  expect(await readClaims('CMPH1')).toMatchObject([{ state: 'adjusted', plan_paid_cents: 7000 }])
})

describe('FD-3 payers’ own decisions that they pass on', () => {
  const line = (paid: string, ...adjusted: string[]) => [
    ...['SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20261102', `SVD*PLAINS*${paid}*HC:99213**1`, ...adjusted],
  ]

  test('FD-3 adjustments of the claim count besides those of its lines only if both together explain the unpaid amount', async () => {
    await load(buildDecided('CMPF1', '005010X298A1', ['CAS*PR*1*10', 'AMT*D*60'], line('70', 'CAS*CO*45*30')))
    expect(await readClaims('CMPF1')).toMatchObject([
      { plan_paid_cents: 6000, discount_cents: 3000, deductible_cents: 1000, share_cents: 1000, adds_up: true },
    ])
  })

  test('FD-3 a decision that pays nothing of a claim has denied it', async () => {
    const service = ['SV2*0120**100*DA*3', 'DTP*472*D8*20261101']
    await load(buildDecided('CMPG1', '005010X299A1', ['CAS*CO*197*100', 'AMT*D*0', 'MOA***MA130'], service))
    const [claim] = await readClaims('CMPG1')
    expect(claim).toMatchObject({ state: 'denied', plan_paid_cents: 0, share_cents: 0 })
    expect(claim?.details.reasons.map(({ code }) => code)).toEqual(['197', 'MA130'])
  })
})
