import { expect, test } from 'vitest'
import { findAgeMisfit } from './primary-care.ts'

test.each([
  [['pediatrics'], 9, null],
  [['pediatrics'], 21, null],
  [['pediatrics'], 22, 'for-children'],
  [['pediatrics'], 43, 'for-children'],
  [['internal-medicine', 'primary-care'], 9, 'for-adults'],
  [['internal-medicine'], 15, 'for-adults'],
  [['internal-medicine'], 16, null],
  [['geriatrics'], 9, 'for-adults'],
  [['family-medicine', 'primary-care'], 2, null],
  [['family-medicine', 'pediatrics'], 80, null],
  [['internal-medicine', 'pediatrics'], 43, null],
  [['primary-care'], 5, null],
  [[], 5, null],
] as const)('MP-23 a primary doctor for %j and someone of %i: %s', (specialties, age, misfit) =>
  expect(findAgeMisfit(specialties, age)).toBe(misfit),
)
