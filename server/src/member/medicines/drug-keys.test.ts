import { toNdc } from '@portico/rules/medicines/ndc'
import { expect, test } from 'vitest'
import { createDrugKeys, type NamedDrug } from './drug-keys.ts'

const drug = (name: string, rxnorm: string | null, ndc: string | null = null): NamedDrug => ({ name, rxnorm, ndc })

function listKeys(...all: NamedDrug[]): string[] {
  return all.map(createDrugKeys(all))
}

test('MP-15 an NDC is the same in all forms of labels and claims', () => {
  expect(['0002-8215-01', '00002-8215-01', '00002821501'].map(toNdc)).toEqual(Array(3).fill('00002821501'))
  expect(toNdc('50242-040-62')).toBe('50242004062')
  expect(toNdc('60575-4112-1')).toBe('60575411201')
})

test('MP-15 ten digits without hyphens match no drug, since they are ambiguous', () => {
  const forms = ['0002-8215-01', '00028-215-01', '00028-2150-1'].map(toNdc)
  expect(toNdc('0002821501')).toBe('0002821501')
  expect(forms).not.toContain(toNdc('0002821501'))
  expect(new Set(listKeys(drug('A', null, '0002-8215-01'), drug('B', null, '0002821501'))).size).toBe(2)
})

test('MP-15 a drug prescribed by RxNorm code and billed by NDC is one drug, by its name', () => {
  const keys = listKeys(
    drug('Metformin 500 mg tablets', '861007'),
    drug('metformin 500 MG  tablets', null, '0093-1048-01'),
  )
  expect(new Set(keys)).toEqual(new Set(['861007']))
})

test('MP-15 a drug with codes for its brand and its ingredient is one drug, by the package that both name', () => {
  const keys = listKeys(
    drug('Lipitor 20 MG Oral Tablet', '617320', '0071-0156-23'),
    drug('atorvastatin 20 MG Oral Tablet', '617310', '00071015623'),
    drug('Atorvastatin', null, '00071-0156-23'),
  )
  expect(new Set(keys).size).toBe(1)
})

test('MP-15 links hold in any order, and across several steps', () => {
  const all = [
    drug('A 5 mg', null, '11111-1111-11'),
    drug('B 5 mg', '2', '22222-2222-22'),
    drug('A 5 mg', null, '22222-2222-22'),
    drug('A 5 mg', '1'),
  ]
  expect(new Set(listKeys(...all)).size).toBe(1)
  expect(new Set(listKeys(...all.toReversed())).size).toBe(1)
})

test('MP-15 two insulins of one plain word with codes of their own stay two; so do strengths', () => {
  expect(new Set(listKeys(drug('Insulin', '5856'), drug('Insulin', '253182'))).size).toBe(2)
  expect(new Set(listKeys(drug('Metformin 500 mg', null), drug('Metformin 850 mg', null))).size).toBe(2)
})

test('MP-15 a drug without code and name has no key, and matches no other', () => {
  expect(listKeys(drug('', null), drug(' ', null), drug('Metformin', null))).toEqual(['', '', 'metformin'])
  expect(new Set(listKeys(drug('', '861007'), drug('', null, '0093-1048-01'))).size).toBe(2)
})
