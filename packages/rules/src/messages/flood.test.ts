import { expect, it } from 'vitest'
import { HOUR_MS, MESSAGES_PER_HOUR, messagesPerHour, waitAfterMessages } from './flood.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

it('MC-3 MC-5 one message more than the limit within an hour is one too many', () => {
  const three = [ago(1_000), ago(60_000), ago(HOUR_MS - 90_500)]
  expect(waitAfterMessages(three, 4, now)).toBeNull()
  expect(waitAfterMessages(three, 3, now)).toBe(91)
})

it('MC-3 MC-5 a message that is an hour old no longer counts', () => {
  expect(waitAfterMessages([ago(1_000), ago(HOUR_MS)], 2, now)).toBeNull()
})

it('MC-5 a brand sets the number; an invalid one is ignored', () => {
  expect([messagesPerHour(5), messagesPerHour(0), messagesPerHour(null), messagesPerHour(1e9)]).toEqual([
    5,
    MESSAGES_PER_HOUR,
    MESSAGES_PER_HOUR,
    MESSAGES_PER_HOUR,
  ])
})
