import type { Language } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import { documentTexts } from './texts.ts'

const plans = '{brand}: {count, plural, =0 {no plans} one {# plan} other {# plans}}, {name}'
const english = { plans, days: '{count, plural, one {# day} other {# days}}' }
const arabic =
  '{brand}: {count, plural, zero {لا خطط} one {خطة واحدة} two {خطتان} few {# خطط} many {# خطة} other {# خطة}}, {name}'
const texts = documentTexts({
  en: { own: english, english },
  es: { own: { plans: '{brand}: {count, plural, one {# plan} other {# planes}}, {name}' }, english },
  ar: { own: { plans: arabic }, english },
  zh: { own: { plans: '{brand}：{count, plural, other {# 個計畫}}，{name}' }, english },
})
const say = (language: Language, count: number) => texts(language)('plans', { brand: 'B', count, name: '{x}' })

test('LG-4 documents count as the page does, in each language', () => {
  expect([0, 1, 2, 1200].map((count) => say('en', count))).toEqual([
    'B: no plans, {x}',
    'B: 1 plan, {x}',
    'B: 2 plans, {x}',
    'B: 1,200 plans, {x}',
  ])
  // Spanish has a third form, for millions, which our texts need not distinguish.
  expect([0, 1, 2, 1_000_000].map((count) => say('es', count))).toEqual([
    'B: 0 planes, {x}',
    'B: 1 plan, {x}',
    'B: 2 planes, {x}',
    'B: 1,000,000 planes, {x}',
  ])
})

test('LG-4 each of the six forms of Arabic is chosen by its count, with Latin digits', () => {
  expect([0, 1, 2, 3, 11, 100, 1200].map((count) => say('ar', count))).toEqual([
    '\u2068B\u2069: لا خطط, \u2068{x}\u2069',
    '\u2068B\u2069: خطة واحدة, \u2068{x}\u2069',
    '\u2068B\u2069: خطتان, \u2068{x}\u2069',
    '\u2068B\u2069: 3 خطط, \u2068{x}\u2069',
    '\u2068B\u2069: 11 خطة, \u2068{x}\u2069',
    '\u2068B\u2069: 100 خطة, \u2068{x}\u2069',
    '\u2068B\u2069: 1,200 خطة, \u2068{x}\u2069',
  ])
  expect(say('zh', 1)).toBe('B：1 個計畫，{x}')
})

test('LG-4 a text that a language lacks appears in English, with English plurals', () => {
  expect(([1, 2] as const).map((count) => texts('zh')('days', { count }))).toEqual(['1 day', '2 days'])
  expect(([1, 2] as const).map((count) => texts('ar')('days', { count }))).toEqual(['1 day', '2 days'])
})
