import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTagEvent, messageEvents, readSessionValue, sessionEvents, sessionValue } from './events.ts'

test('MC-7 which events are reported once per session and which once per message', () => {
  expect(sessionEvents).toEqual([
    'select-all',
    'delete',
    'sort',
    'contact-us',
    'attach-file',
    'submit',
    'back',
    'cancel',
  ])
  expect(messageEvents).toEqual(['read', 'print', 'reply'])
  expect(isTagEvent('sort')).toBe(true)
  for (const text of ['', 'Sort', 'open', 'toString']) expect(isTagEvent(text)).toBe(false)
})

test('AN-1 MC-7 the session cookie holds the reported events, and without it another session begins', () => {
  fc.assert(
    fc.property(fc.subarray([...sessionEvents]), (told) => {
      expect(readSessionValue(sessionValue(told))).toEqual(new Set(told))
    }),
  )
  expect(readSessionValue('on')).toEqual(new Set())
  expect(readSessionValue('on.sort.mayte.sort')).toEqual(new Set(['sort']))
  for (const value of [undefined, '', 'sort', 'off.sort']) expect(readSessionValue(value)).toBeNull()
})
