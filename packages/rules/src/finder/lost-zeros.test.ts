import { expect, test } from 'vitest'
import { restoreZip } from './lost-zeros.ts'

test.each([
  ['2138', 'MA', '02138'],
  ['2138-1234', 'MA', '02138-1234'],
  ['21381234', 'MA', '02138-1234'],
  ['5501', 'MA', '05501'],
  ['6390', 'NY', '06390'],
  ['501', 'NY', '00501'],
  ['5011234', 'NY', '00501-1234'],
  ['602', 'PR', '00602'],
  ['802', 'VI', '00802'],
  ['2138', null, '02138'],
  ['501', null, '00501'],
  // No state's: another digit is missing.
  ['123', null, null],
  ['5810', 'ND', null],
  ['2138', 'NH', null],
  ['501', 'PR', null],
  // They have all of their digits.
  ['02138', 'MA', '02138'],
  ['58102', 'ND', '58102'],
  ['58102-1234', 'ND', '58102-1234'],
  ['581021234', null, '581021234'],
  ['58102', 'MA', '58102'],
])('IM-6 IM-7 of a ZIP code %s in %s, lost zeros are put back only where the state has it: %s', (said, state, zip) => {
  expect(restoreZip(said, state)).toBe(zip)
})
