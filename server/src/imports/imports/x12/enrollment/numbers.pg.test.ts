import { expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { setSettings } from '../../../../../test/settings.ts'
import { enrollment } from '../../../../../test/x12.ts'

const portal = testPortal()

async function loadFrom(sender: string, head: readonly string[], { suffix = '', nm109 = '' } = {}) {
  const ins = `INS*Y*18*021*28*A***FT*********${suffix}`
  const segments = [
    ...[ins, ...head, `NM1*IL*1*ASK*KNUT****${nm109 && `II*${nm109}`}`, 'DMG*D8*19810101*M'],
    ...['HD*021**HLT*GOLD*EMP', 'DTP*348*D8*20260101'],
  ]
  const { rejected } = await importFiles(
    portal.database,
    { 'nightly.834': enrollment(segments, { sender }) },
    { kind: 'x12', brand: 'wy' },
  )
  return rejected.map(({ reason }) => reason)
}

async function listNumbers(prefix: string) {
  const rows = await portal.database.read
    .selectFrom('member')
    .select(['member_number', 'contract_number'])
    .where('brand', '=', 'wy')
    .where('member_number', 'like', `${prefix}%`)
    .execute()
  return rows.map(({ member_number, contract_number }) => [member_number, contract_number])
}

test('FD-1 senders’ settings say where they write the member number and the person’s position', async () => {
  await setSettings(portal.database, 'wy', {
    FEED_SENDERS: [
      ...['EXCHANGE number=17', 'PAPERCO number=NM109', 'LONE number=0F'],
      ...['COUNTCO number=0F+suffix, suffix=INS17/2', 'REFCO number=0F+suffix, suffix=ZZ'],
    ].join('; '),
  })
  const both = ['REF*0F*NUM', 'REF*23*NUM99', 'REF*17*NUM17', 'REF*ZZ*07']
  expect(await loadFrom('EXCHANGE', both)).toEqual([])
  expect(await loadFrom('PAPERCO', both, { nm109: 'NUM109' })).toEqual([])
  expect(await loadFrom('COUNTCO', both, { suffix: '3' })).toEqual([])
  expect(await loadFrom('REFCO', both)).toEqual([])
  expect(await loadFrom('LONE', ['REF*0F*NUMLONE'])).toEqual([])
  expect((await listNumbers('NUM')).sort()).toEqual([
    ...[
      ['NUM03', 'NUM'],
      ['NUM07', 'NUM'],
      ['NUM109', 'NUM'],
      ['NUM17', 'NUM'],
      ['NUMLONE', 'NUMLONE'],
    ],
  ])
  // Other senders write it in the usual place.
  expect(await loadFrom('OTHERCO', ['REF*0F*USU', 'REF*23*USU23', 'REF*17*USU17'])).toEqual([])
  expect(await listNumbers('USU')).toEqual([['USU23', 'USU']])
})

test.each([
  ['for the member', ['REF*0F*SEVA1', 'REF*23*9;20261101;20261115']],
  ['for the contract', ['REF*0F*SEVB1|SEVB2', 'REF*23*SEVB1']],
])('FD-1 several values in one place are no number %s, and the message says what to do', async (_, head) => {
  const reason = expect.stringMatching(/^is several values in one: say in FEED_SENDERS where /)
  expect(await loadFrom('JOINCO', head)).toEqual([reason])
  expect(await listNumbers('SEV')).toEqual([])
  expect(await listNumbers('92026')).toEqual([])
})

test('FD-1 several former numbers in one place cost only themselves', async () => {
  expect(await loadFrom('JOINCO', ['REF*0F*FRM', 'REF*23*FRM1', 'REF*Q4*FRM8;FRM9'])).toEqual([])
  expect(await listNumbers('FRM')).toEqual([['FRM1', 'FRM']])
})
