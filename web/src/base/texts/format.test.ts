import { expect, test } from 'vitest'
import { createFormat } from './format.ts'
import { allTexts } from './test-texts.ts'

const en = createFormat('en-US', allTexts('en').t, 'America/New_York')
const es = createFormat('es-US', allTexts('es').t, 'America/New_York')

test('LG-4 days are the same day in every time zone', () => {
  expect(createFormat('en-US', allTexts('en').t, 'Pacific/Kiritimati').date('2026-11-09')).toBe('Nov 9, 2026')
  expect(createFormat('en-US', allTexts('en').t, 'Pacific/Pago_Pago').date('2026-11-09')).toBe('Nov 9, 2026')
})

test('LG-4 dates, times, money and numbers follow the language', () => {
  expect(en.dateLong('2026-11-09')).toBe('November 9, 2026')
  expect(es.dateLong('2026-11-09')).toBe('9 de noviembre de 2026')
  expect(en.dayAndMonth('2026-11-09')).toBe('Nov 9')
  expect(en.time('2026-11-20T14:12:00.000Z')).toBe('9:12 AM')
  expect(en.dateTime('2026-11-20T14:12:00.000Z')).toBe('Nov 20, 2026, 9:12 AM')
  expect(en.money(14020)).toBe('$140.20')
  expect(es.money(14020)).toBe('$140.20')
  for (const locale of ['ar-u-nu-latn', 'zh-Hant'])
    expect(createFormat(locale, allTexts('en').t, 'UTC').money(150_000)).toBe('$1,500.00')
  expect(en.number(12345.5)).toBe('12,345.5')
})

test('LG-4 near days are in words', () => {
  const now = '2026-11-20T15:00:00.000Z'
  expect(en.relativeDay('2026-11-20T14:12:00.000Z', now)).toBe('today')
  expect(en.relativeDay('2026-11-19T14:12:00.000Z', now)).toBe('yesterday')
  expect(es.relativeDay('2026-11-21', now)).toBe('mañana')
  expect(en.relativeDay('2026-11-18', now)).toBe('Nov 18, 2026')
})

test('LG-4 the day of a moment is that of the zone', () => {
  const late = '2026-11-20T03:30:00.000Z'
  expect(en.date(late)).toBe('Nov 19, 2026')
  expect(createFormat('en-US', allTexts('en').t, 'UTC').date(late)).toBe('Nov 20, 2026')
})
