import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const path = join(import.meta.dirname, '../../../../content/preventive-care.json')
const { items } = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly items: readonly { readonly id: string; readonly shownBy: readonly unknown[] }[]
}

test('MP-20 one claim shows nothing of shots that take several doses', () => {
  const several = ['shingles', 'hepatitis-b', 'hpv', 'childhood-shots']
  const found = items.filter(({ id }) => several.includes(id))
  expect(found.map(({ id }) => id).toSorted()).toEqual(several.toSorted())
  expect(found.flatMap(({ shownBy }) => shownBy)).toEqual([])
})
