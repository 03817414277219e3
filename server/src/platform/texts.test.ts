import { expect, test } from 'vitest'
import { documentTexts } from './texts.ts'

const texts = documentTexts({
  en: { plans: '{brand}: {count, plural, =0 {no plans} one {# plan} other {# plans}}, {name}' },
  es: { plans: '{brand}: {count, plural, one {# plan} other {# planes}}, {name}' },
})
const say = (language: 'en' | 'es', count: number) => texts(language)('plans', { brand: 'B', count, name: '{x}' })

test('LG-4 documents count as the page does, in each language', () => {
  expect([0, 1, 2, 1200].map((count) => say('en', count))).toEqual([
    'B: no plans, {x}',
    'B: 1 plan, {x}',
    'B: 2 plans, {x}',
    'B: 1,200 plans, {x}',
  ])
  // Spanish has a third form, for millions, which our texts need not tell apart.
  expect([0, 1, 2, 1_000_000].map((count) => say('es', count))).toEqual([
    'B: 0 planes, {x}',
    'B: 1 plan, {x}',
    'B: 2 planes, {x}',
    'B: 1,000,000 planes, {x}',
  ])
})
