import { expect, test } from 'vitest'
import { emptyFilter, filterItems } from './filter.ts'

const items = [
  {
    id: 'a',
    title: 'Apelar una decisión',
    about: 'Qué hacer',
    type: 'form',
    subject: 'rights',
    languages: ['en', 'es'],
  },
  { id: 'b', title: 'Surprise bills', about: 'Your rights', type: 'guide', subject: 'rights', languages: ['en'] },
  { id: 'c', title: 'Send us a claim', about: 'With the bill', type: 'form', subject: 'claims', languages: ['en'] },
] as const

test.each([
  [{}, 'abc'],
  [{ words: 'DECISION' }, 'a'],
  [{ words: 'bill your' }, 'b'],
  [{ words: 'bill' }, 'bc'],
  [{ type: 'form' }, 'ac'],
  [{ subject: 'rights', type: 'guide' }, 'b'],
  [{ language: 'es' }, 'a'],
  [{ words: 'x' }, ''],
])('MP-21 the library narrowed by %o shows %s', (part, ids) => {
  const all = items.map((one) => ({ ...one, languages: [...one.languages] }))
  expect(
    filterItems(all, { ...emptyFilter, ...part })
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids)
})
