import { expect, test } from 'vitest'
import { findDoseUnit } from './units.ts'

test.each([
  ...[
    ['tablets', 'tablet'],
    ['Tablet', 'tablet'],
    ['TAB', 'tablet'],
    ['tablet(s)', 'tablet'],
    ['puffs', 'puff'],
  ],
  ...[
    ['[puff]', 'puff'],
    ['mL', 'milliliter'],
    ['patches', 'patch'],
    ['doses', 'dose'],
    ['grams', 'gram'],
  ],
  ...[
    ['teaspoonfuls', null],
    ['', null],
    ['s', null],
  ],
] as const)('MP-15 a dose in %j is counted in %s', (word, unit) => expect(findDoseUnit(word as string)).toBe(unit))
