import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { canSend, nextReplyState, type ReplyEvent, type ReplyState, replyFailure } from './reply-state.ts'

const draft: Draft = { text: 'Is it paid?', clientMessageId: 'id-1', mayHaveArrived: false, attachmentIds: [] }
const writing: ReplyState = { step: 'writing', draft }
const acknowledged = { type: 'acknowledged', expectedReplyBy: '2026-11-23T22:00:00.000Z', nextId: 'id-2' } as const

function after(state: ReplyState, ...events: readonly ReplyEvent[]): ReplyState {
  return events.reduce(nextReplyState, state)
}

describe('MC-2 MC-5 a reply on its way', () => {
  it('MC-2 is not sent when it holds blanks alone', () => {
    const blank: ReplyState = { step: 'writing', draft: { ...draft, text: ' \n ' } }
    expect(canSend(blank)).toBe(false)
    expect(after(blank, { type: 'send' })).toBe(blank)
  })

  it('MC-5 a second click while sending changes nothing', () => {
    const sending = after(writing, { type: 'send' })
    expect(sending.step).toBe('sending')
    expect(after(sending, { type: 'send' })).toBe(sending)
    expect(after(sending, { type: 'typed', text: 'other' })).toBe(sending)
  })

  it('MC-2 sent empties the box and says by when an answer comes', () => {
    const sent = after(writing, { type: 'send' }, { ...acknowledged, storedText: ' Is it paid?\r\n' })
    expect(sent).toEqual({
      step: 'sent',
      older: false,
      expectedReplyBy: '2026-11-23T22:00:00.000Z',
      draft: { text: '', clientMessageId: 'id-2', mayHaveArrived: false, attachmentIds: [] },
    })
  })

  it('MC-5 words changed after an attempt without answer are kept when the server had stored the earlier ones', () => {
    const sent = after(
      writing,
      { type: 'send' },
      { type: 'failed', failure: 'unreachable' },
      { type: 'typed', text: 'Is it paid? Please hurry.' },
      { type: 'send' },
      { ...acknowledged, storedText: 'Is it paid?' },
    )
    expect(sent).toMatchObject({
      step: 'sent',
      older: true,
      draft: { text: 'Is it paid? Please hurry.', clientMessageId: 'id-2', mayHaveArrived: false },
    })
  })

  it('MC-5 knows whether an attempt may have arrived', () => {
    const unreachable = after(writing, { type: 'send' }, { type: 'failed', failure: 'unreachable' })
    expect(unreachable.draft.mayHaveArrived).toBe(true)
    const refused = after(writing, { type: 'send' }, { type: 'failed', failure: 'refused' })
    expect(refused.draft.mayHaveArrived).toBe(false)
    const expired = after(unreachable, { type: 'send' }, { type: 'failed', failure: 'expired' })
    expect(expired.draft.mayHaveArrived).toBe(true)
  })

  it('MC-5 keeps words and id through everything but an acknowledgement', () => {
    const events: fc.Arbitrary<ReplyEvent> = fc.oneof(
      fc.record({ type: fc.constant('send' as const) }),
      fc.record({
        type: fc.constant('failed' as const),
        failure: fc.constantFrom('expired' as const, 'blocked' as const, 'refused' as const, 'unreachable' as const),
      }),
    )
    fc.assert(
      fc.property(fc.array(events), (list) => {
        const { text, clientMessageId } = after(writing, ...list).draft
        expect({ text, clientMessageId }).toEqual({ text: 'Is it paid?', clientMessageId: 'id-1' })
      }),
    )
  })
})

it.each([
  [{ status: 401, code: 'NO-SESSION' }, 'expired'],
  [{ status: 400, code: 'invalid_grant' }, 'expired'],
  [{ status: 409, code: 'REPLY-NOT-ALLOWED' }, 'blocked'],
  [{ status: 404, code: 'NOT-FOUND' }, 'blocked'],
  [{ status: 400, code: 'FIELD-INVALID' }, 'refused'],
  [{ status: 429, code: 'TOO-MANY-REQUESTS' }, 'refused'],
  [{ status: 429, code: 'MESSAGES-TOO-MANY' }, 'too-many'],
  [{ status: 408, code: 'UNAVAILABLE' }, 'unreachable'],
  [{ status: 503, code: 'UNAVAILABLE' }, 'unreachable'],
  [{ status: 0, code: 'UNAVAILABLE' }, 'unreachable'],
])('MC-2 an answer %o to a reply means %s', (answer, failure) => {
  expect(replyFailure(answer)).toBe(failure)
})
