import { expect, test } from 'vitest'
import { identifySource } from './source.ts'

const identify = (file: string, updatedOn: string) => identifySource({ entity: 'Payer', planId: 'P1', file, updatedOn })

test.each([
  ['2026-11-01_rates_2_of_9.json', '2026-12-01_rates_02_of_10.json.gz'],
  ['rates_2_of_9_2026-11-01.json', 'Rates_2of10_2026-12-01.json'],
  ['rates.2-of-9.20261101.json', 'rates.2-of-10.20261201.json'],
])('IM-8 %s and %s are editions of one file, wherever the day is beside the number of parts', (one, other) => {
  expect(identify(one, '2026-11-01')).toBe(identify(other, '2026-12-01'))
})

test.each([
  ['rates_1_of_9_2026-11-01.json', 'rates_2_of_9_2026-11-01.json'],
  ['rates_2026-11-01.json', 'rates_2_2026-11-01.json'],
])('IM-8 %s and %s are two files', (one, other) => {
  expect(identify(one, '2026-11-01')).not.toBe(identify(other, '2026-11-01'))
})
