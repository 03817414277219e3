import { expect, test } from 'vitest'
import { restoreCapitals, toProperCase } from './proper-case.ts'

test('MP-22 IM-7 names of places and people keep their inner capital', () => {
  expect(restoreCapitals('Mckeesport')).toBe('McKeesport')
  expect(restoreCapitals('Mckees Rocks')).toBe('McKees Rocks')
  expect(['Pittsburgh', 'McDonald', 'Mc Kean', 'Scmcare'].map(restoreCapitals)).toEqual([
    'Pittsburgh',
    'McDonald',
    'Mc Kean',
    'Scmcare',
  ])
  expect(toProperCase('MCDONALD')).toBe('McDonald')
  expect(toProperCase("O'BRIEN-SMITH")).toBe("O'Brien-Smith")
  expect(toProperCase('100 2ND ST, DRIVER’S CORNER')).toBe('100 2nd St, Driver’s Corner')
  expect(toProperCase('ST. MARY’S MCM CLINIC (EAST)')).toBe('St. Mary’s Mcm Clinic (East)')
  expect(toProperCase('Ann McGee')).toBe('Ann McGee')
})
