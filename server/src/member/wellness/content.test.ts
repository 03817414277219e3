import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CareFacts, dueCare, type Recommendation } from '@portico/rules/wellness/preventive'
import { expect, test } from 'vitest'

const path = join(import.meta.dirname, '../../../../content/preventive-care.json')
const { items } = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly items: readonly (Recommendation & { readonly everyMonths: number | null })[]
}
const find = (id: string, services: CareFacts['services'], born = '1970-01-01') =>
  dueCare(
    items.filter((one) => one.id === id),
    { born, today: '2026-11-22', sex: null, smoked: null, services },
  )[0]
const give = (code: string, ...days: string[]) => days.map((day) => ({ code: `CVX ${code}`, day }))

test('MP-20 a single claim proves nothing for shots that take several doses', () => {
  for (const id of ['shingles', 'hepatitis-b', 'hpv', 'childhood-shots']) {
    const proofs = items.find((one) => one.id === id)?.shownBy ?? []
    expect(proofs.every(({ doses = 1 }) => doses > 1)).toBe(true)
  }
  // It shows the day, and the doctor must still be asked.
  expect(find('shingles', give('187', '2026-01-05'))).toMatchObject({ state: 'ask', last: '2026-01-05', next: null })
  expect(find('shingles', give('187', '2026-01-05', '2026-01-05'))?.state).toBe('ask')
  expect(find('shingles', [])).toMatchObject({ state: 'ask', last: null })
})

test('MP-20 shots of several doses are done once the record has all of them', () => {
  const twice = ['2026-01-05', '2026-04-05']
  expect(find('shingles', give('187', ...twice))).toMatchObject({ state: 'shown', last: '2026-04-05', next: null })
  expect(find('shingles', give('121', ...twice))?.state).toBe('ask')
  expect(find('hepatitis-b', give('189', ...twice))?.state).toBe('shown')
  expect(find('hepatitis-b', give('43', ...twice))?.state).toBe('ask')
  expect(
    find('hepatitis-b', [...give('08', '1999-01-05', '1999-03-05'), ...give('110', '1999-08-05')], '1999-01-04')?.state,
  ).toBe('shown')
  // For those who begin before 15, two shots are enough, half a year apart.
  expect(find('hpv', give('165', ...twice), '2004-01-01')?.state).toBe('ask')
  expect(find('hpv', give('165', '2018-01-05', '2018-07-05'), '2004-01-01')?.state).toBe('shown')
  expect(find('hpv', give('165', '2018-01-05', '2018-04-05'), '2004-01-01')?.state).toBe('ask')
  expect(find('hpv', give('165', '2019-01-05', '2019-03-05', '2019-07-05'), '2004-01-01')?.state).toBe('shown')
})
