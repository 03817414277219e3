import fc from 'fast-check'
import { expect, it } from 'vitest'
import { purgeBefore, restorableUntil } from './folders.ts'

it('MC-2 a deleted message can be restored for 30 days', () => {
  expect(restorableUntil(new Date('2026-11-20T10:00:00Z'))).toEqual(new Date('2026-12-20T10:00:00Z'))
})

it('MC-2 a restorable message is not purged, and one that is no longer restorable is', () => {
  const moment = fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
  fc.assert(
    fc.property(moment, moment, (deletedAt, now) => {
      expect(deletedAt < purgeBefore(now)).toBe(restorableUntil(deletedAt) < now)
    }),
  )
})
