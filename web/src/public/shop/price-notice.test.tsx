import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { newPerson } from './kept-people.ts'
import { PriceNotice } from './price-notice.tsx'
import type { Repriced } from './use-repriced.ts'

const people = [{ ...newPerson(), firstName: 'Rosa' }, newPerson()]
const render = (price: Repriced) =>
  renderPage(<PriceNotice market="under65" before={50_000} price={price} people={people} onRetry={() => {}} />)

test('SH-9 the text says whether an application’s plan has a new price, or none and because of whom', () => {
  expect(render({ kind: 'priced', cents: 50_000 })).toBe('')
  expect(render({ kind: 'priced', cents: 62_050 })).toMatch(/now \$620\.50.*It was \$500/)
  expect(render({ kind: 'waiting', of: [1] })).toContain('Enter the date of birth to see the new premium: Person 2')
  const young = render({ kind: 'unsold', of: [0, 1], why: 'young' })
  expect(young).toContain('only for people under 30. It cannot cover: Rosa, Person 2.')
  // The link to plans for all of them.
  expect(young).toMatch(/href="[^"]*\/shop\//)
  expect(render({ kind: 'unsold', of: [], why: 'unknown' })).toContain('cannot be sold to these people together')
  expect(render({ kind: 'failed' })).toContain('<button')
})
