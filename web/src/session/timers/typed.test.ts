import { expect, test } from 'vitest'
import { isTyped } from './typed.ts'

const field = { type: 'text', id: 'f1', value: '', defaultValue: '', readOnly: false }

test('SE-1 values that somebody typed or the browser filled in are guarded, values that came with the page are not', () => {
  expect(isTyped(field)).toBe(false)
  expect(isTyped({ ...field, type: 'password', value: 'x' })).toBe(true)
  // The login ID remembered on a device.
  const remembered = { ...field, id: 'loginId', value: 'MEMBER01', defaultValue: 'MEMBER01' }
  expect(isTyped(remembered)).toBe(false)
  expect(isTyped({ ...remembered, value: 'MEMBER02' })).toBe(true)
  // In other fields React keeps the default equal to the value.
  expect(isTyped({ ...field, value: 'MEMBER01', defaultValue: 'MEMBER01' })).toBe(true)
  // The login ID for password managers, beside a new password.
  expect(isTyped({ ...field, value: 'MEMBER01', defaultValue: 'MEMBER01', readOnly: true })).toBe(false)
  for (const type of ['checkbox', 'radio', 'hidden']) expect(isTyped({ ...field, type, value: 'on' })).toBe(false)
})
