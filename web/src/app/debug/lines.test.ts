import { expect, test } from 'vitest'
import { toLine, toText, viewAt } from './lines.ts'
import { callsAt } from './timings.ts'

test('EN-5 texts, numbers and errors show as they are, anything else only by its type', () => {
  class Answer {
    readonly diagnosis = 'secret'
  }
  expect(['a', 1, true, null, undefined].map(toText)).toEqual(['a', '1', 'true', 'null', 'undefined'])
  expect(toText(new TypeError('no such thing'))).toBe('TypeError: no such thing')
  expect([{ diagnosis: 'secret' }, ['secret'], new Answer(), () => 'secret', Object.create(null)].map(toText)).toEqual([
    '[Object]',
    '[Array]',
    '[Answer]',
    '[Function]',
    '[Object]',
  ])
  expect(toText('x'.repeat(2000))).toHaveLength(500)
})

test('EN-5 a line knows the view that it was logged in', () => {
  expect(viewAt('/msg/#!/message-center/123')).toBe('message-center')
  expect(viewAt('/login/')).toBe('sign-in')
  expect(viewAt('/highmark.localhost/chmptl/mbr/')).toBe('landing')
  expect(viewAt('/nowhere')).toBe('')
  const said = { level: 'warn', atMs: 12.5, place: '/msg/', said: ['a', { b: 1 }] } as const
  expect(toLine(said, 3)).toEqual({ id: 3, level: 'warn', atMs: 12.5, view: 'message-center', text: 'a [Object]' })
})

test('EN-5 a call shows its name, never an address with ids', () => {
  expect(callsAt('/rbsmbl/account-settings/v3/ext/message/messageCenter/0197f7a0-0000')).toBe('openMessage')
  expect(callsAt('/wcs/x-services/resources/store/10151/ratingInfo')).toBe('getRatingInfo / putRatingInfo')
  expect(callsAt('/wcs/x-services/resources/store/10151/ratingInfo/more')).toBe('')
})
