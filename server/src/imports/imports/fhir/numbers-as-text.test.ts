import { describe, expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import { readResource } from './read-resource.ts'

const read = (value: unknown, place: 'total' | 'line' | 'payment' = 'total') => {
  const amount = { value, currency: 'USD' }
  const submitted = { category: { coding: [{ code: 'submitted' }] }, amount }
  const claim = {
    ...{ resourceType: 'ExplanationOfBenefit', id: 'one', status: 'active', use: 'claim', outcome: 'complete' },
    ...{ patient: { reference: 'Patient/1' }, billablePeriod: { start: '2026-05-20' } },
    ...(place === 'total' && { total: [submitted] }),
    ...(place === 'line' && { item: [{ sequence: '1', quantity: { value: '2' }, adjudication: [submitted] }] }),
    ...(place === 'payment' && { payment: { amount } }),
  }
  const found = readResource('ExplanationOfBenefit', JSON.stringify(claim), Buffer.alloc(0), '2026-11-26')
  if (found.type !== 'claim') throw new Error('It was not read.')
  return found.incoming.read
}
const readReason = (value: unknown) => {
  try {
    read(value)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return `${error.path}: ${error.message}`
  }
}

describe('IM-1 IM-3 numbers in quotes', () => {
  test.each([
    ['100.00', 10_000],
    ['0.5', 50],
    ['1234567.89', 123_456_789],
    [' 7 ', 700],
    ['120.330000000000001', 12_033],
    ['12.34567', 1235],
  ])('IM-1 %j counts as a number', (text, cents) => {
    expect(read(text).figures.billed).toBe(cents)
    expect(read(text, 'line').lines[0]?.figures.billed).toBe(cents)
  })

  test.each(['1,00', '1,234.50', '$100.00', '100.00 USD', '1e2', '.5', '5.', '007', '+5', 'abc', true, [1]])(
    'IM-3 %j is ambiguous: the claim is refused with the place and advice',
    (value) => {
      expect(readReason(value)).toMatch(
        /^total\.0\.amount\.value: is no number: write it with a point and without quotes/,
      )
    },
  )

  test('IM-1 an empty text counts as missing', () => {
    expect(read('').figures.billed ?? null).toBeNull()
  })
})
