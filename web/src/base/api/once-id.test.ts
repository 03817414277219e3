import { expect, test } from 'vitest'
import { createOnceId } from './once-id.ts'

test('SH-8 HT-2 data that is sent again has the same id; changed data has another', () => {
  const toOnceId = createOnceId()
  const first = toOnceId({ day: '2026-11-24', phone: '1' })
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(toOnceId({ day: '2026-11-24', phone: '1' })).toBe(first)
  const changed = toOnceId({ day: '2026-11-30', phone: '1' })
  expect(changed).not.toBe(first)
  expect(toOnceId({ day: '2026-11-30', phone: '1' })).toBe(changed)
  expect(createOnceId()({ day: '2026-11-30', phone: '1' })).not.toBe(changed)
})
