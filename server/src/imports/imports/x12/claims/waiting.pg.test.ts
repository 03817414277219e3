import { expect, test } from 'vitest'
import { importFiles } from '../../../../../test/importing.ts'
import { testPortal } from '../../../../../test/portal.ts'
import { x12 } from '../../../../../test/x12.ts'
import { settleWaiting } from './waiting.ts'

const portal = testPortal()
const countWaiting = async () => {
  const rows = await portal.database.read
    .selectFrom('x12_claim_part')
    .select('payer_number')
    .where('member_id', 'is', null)
    .where('brand', '=', 'wi')
    .execute()
  return rows.length
}

test('FD-3 claims of unknown members are deleted once they have waited for X12_WAIT_DAYS, and no sooner', async () => {
  const segments = [
    ...['BPR*I*10*C*ACH************20261125', 'TRN*1*WAITS*1450000022', 'N1*PR*PLAINS HEALTH', 'LX*1'],
    ...['CLP*WAITS-1*1*10*10*0*12*WAITSC1', 'NM1*QC*1*ASK*KNUT****MI*NOBODY7', 'DTM*232*20261102'],
  ]
  await importFiles(portal.database, { 'own.x12': x12({ set: '835', segments }) }, { kind: 'x12', brand: 'wi' })
  expect(await countWaiting()).toBe(1)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await settleWaiting(portal.database, inDays(6), { days: 7 })
  expect(await countWaiting()).toBe(1)
  await settleWaiting(portal.database, inDays(8), { days: 90 })
  expect(await countWaiting()).toBe(1)
  await settleWaiting(portal.database, inDays(8), { days: 7 })
  expect(await countWaiting()).toBe(0)
})
