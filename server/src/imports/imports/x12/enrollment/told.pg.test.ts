import { premiumBills } from '@portico/contract/calls/premium'
import { expect, test } from 'vitest'
import { make } from '../../../../../test/call.ts'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { testClient } from '../../../../../test/signed-in.ts'
import { enrollment } from '../../../../../test/x12.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBERMN')
const readTold = async () => (await make(member, premiumBills, {})).body.payload.told

async function take(more: readonly string[], sent: string) {
  const known = await portal.database.read
    .selectFrom('member')
    .selectAll()
    .where('member_number', '=', '38590879400')
    .where('brand', '=', 'mincr')
    .executeTakeFirstOrThrow()
  const { rejected, counts } = await importFiles(
    portal.database,
    {
      'nightly.834': enrollment(
        [
          ...['INS*Y*18*030*XN*A', `REF*0F*${known.contract_number}`, 'REF*23*38590879400'],
          `NM1*IL*1*${known.last_name}*${known.first_name}`,
          `DMG*D8*${String(known.date_of_birth).replaceAll('-', '')}`,
          ...more,
        ],
        { sent },
      ),
    },
    { kind: 'x12', brand: 'mincr' },
  )
  expect(rejected).toEqual([])
  return counts
}

const gold = ['HD*030**HLT*GOLD*FAM', 'DTP*348*D8*20260101']
const category = (name: string, amount: string, from: string, kind = '9X') => [
  ...['LX*1', `N1*75*${name}`, `REF*${kind}*${amount}`, `DTP*007*D8*${from}`],
]

test('FD-1 MP-18 the payer sees premium and tax credit of an enrollment file, by the day from which they apply', async () => {
  expect(await readTold()).toEqual([])
  await take(
    [
      ...[...gold, 'AMT*P3*512.50', 'LS*2700'],
      ...[...category('PRE AMT TOT', '800', '20260101'), ...category('PRE AMT TOT', '825.00', '20260201')],
      ...[...category('APTC AMT', '300', '20260101', '9V'), ...category('RATING AREA', '7', '20260101'), 'LE*2700'],
    ],
    '20261126*0200',
  )
  const told = [
    { kind: 'premium', plan: null, amountCents: 82_500, from: '2026-02-01' },
    { kind: 'taxCredit', plan: null, amountCents: 30_000, from: '2026-01-01' },
    { kind: 'coveragePremium', plan: 'GOLD', amountCents: 51_250, from: null },
  ]
  expect(await readTold()).toEqual(told)
  // A file that does not mention an amount does not remove it.
  await take(gold, '20261127*0200')
  expect(await readTold()).toEqual(told)
  await take([...gold, 'LS*2700', ...category('APTC AMT', '0', '20261201'), 'LE*2700'], '20261128*0200')
  expect(await readTold()).toEqual([{ kind: 'taxCredit', plan: null, amountCents: 0, from: '2026-12-01' }])
})

test('FD-1 MP-18 an amount with an invalid day is left out and reported, and costs neither the member nor the other amounts', async () => {
  const amounts = [...category('PRE AMT TOT', '900', '20260231'), ...category('APTC AMT', '250', '20270101')]
  const counts = await take([...gold, 'LS*2700', ...amounts, 'LE*2700'], '20261129*0200')
  expect(counts.warnings).toEqual([
    { type: 'member', reason: 'is stored without what cannot be read: DTP03 of DTP 007 in loop 2750', count: 1 },
  ])
  expect(await readTold()).toEqual([{ kind: 'taxCredit', plan: null, amountCents: 25_000, from: '2027-01-01' }])
})
