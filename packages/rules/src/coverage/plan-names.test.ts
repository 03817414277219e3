import { expect, test } from 'vitest'
import { listPlanNames } from './plan-names.ts'

test.each([
  ['12345PA0010001-04', ['12345PA0010001-04', '12345PA0010001']],
  ['12345PA001000106', ['12345PA001000106', '12345PA0010001']],
  ['12345pa0010001-01', ['12345pa0010001-01', '12345PA0010001']],
  ['12345PA0010001', ['12345PA0010001']],
  ['ppo-blue-1500', ['ppo-blue-1500']],
  ['ppo-blue-15', ['ppo-blue-15']],
  ['', ['']],
])('IM-9 IM-7 files may name the plan %s without its variant', (planId, names) => {
  expect(listPlanNames(planId)).toEqual(names)
})
