import { expect, test } from 'vitest'
import { listNetworks } from './plan-networks.ts'
import type { ShownDirectory } from './store.ts'

test('IM-7 MP-22 a plan’s networks are those listed for it, for any variant, and those listed for every plan', () => {
  const build = (network_id: string, plan_ids: readonly string[]) => ({ network_id, plan_ids })
  const networks = [build('own', ['12345PA0010001']), build('other', ['12345PA0010002']), build('all', [])]
  const shown = { networks } as unknown as ShownDirectory
  const list = (planId: string | null) => listNetworks(shown, planId).map(({ network_id }) => network_id)
  for (const planId of ['12345PA0010001', '12345PA0010001-04', '12345PA001000104'])
    expect(list(planId)).toEqual(['own', 'all'])
  expect(list('12345PA0010009-01')).toEqual(['all'])
  expect(list(null)).toEqual(['all'])
})
