import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginContact, type ContactEvent, type ContactState, nextContactState } from './contact-state.ts'
import { newDraft } from './draft.ts'
import type { Fields } from './fields.ts'

const fields: Fields = {
  categoryId: 'claims',
  subCategoryId: 'claim-denied',
  subject: 'My claim',
  text: 'Why was it denied?',
  phoneNumber: '',
  bestTime: 'any',
}
const writing = beginContact({ ...newDraft('id-1'), fields })
const acknowledged = {
  type: 'acknowledged',
  messageId: 'm-1',
  expectedReplyBy: '2026-11-23T22:00:00.000Z',
  older: false,
  nextId: 'id-2',
} as const

function after(state: ContactState, ...events: readonly ContactEvent[]): ContactState {
  return events.reduce(nextContactState, state)
}

describe('MC-3 MC-5 a message on its way', () => {
  it('MC-3 VA-9 one with something wrong is not sent; each try tells it anew', () => {
    const wrong = after(beginContact(newDraft('id-1')), { type: 'submitted' })
    expect(wrong).toMatchObject({ refusals: 1, progress: { step: 'writing' }, draft: { mayHaveArrived: false } })
    expect(Object.keys(wrong.problems)).toEqual(['categoryId', 'subCategoryId', 'subject', 'text'])
    expect(after(wrong, { type: 'submitted' }).refusals).toBe(2)
  })

  it('MC-3 what is put right is no longer told', () => {
    const wrong = after(beginContact({ ...newDraft('id-1'), fields: { ...fields, text: '' } }), { type: 'submitted' })
    expect(wrong.problems).toEqual({ text: { code: 'field.required' } })
    expect(after(wrong, { type: 'typed', fields }).problems).toEqual({})
  })

  it('MC-5 while it is being sent nothing else happens to it: no second click, no letter, no throwing away', () => {
    const sending = after(writing, { type: 'submitted' })
    expect(sending.progress.step).toBe('sending')
    expect(after(sending, { type: 'submitted' })).toBe(sending)
    expect(after(sending, { type: 'typed', fields: { ...fields, text: 'other' } })).toBe(sending)
    expect(after(sending, { type: 'started-over', nextId: 'id-2' })).toBe(sending)
  })

  it('MC-3 sent empties the form and says by when an answer comes', () => {
    const sent = after(writing, { type: 'submitted' }, acknowledged)
    expect(sent.progress).toEqual({
      step: 'sent',
      messageId: 'm-1',
      expectedReplyBy: '2026-11-23T22:00:00.000Z',
      older: false,
    })
    expect(sent.draft).toEqual(newDraft('id-2'))
  })

  it('MC-5 words that the server did not take stay, as a draft of their own', () => {
    const sent = after(writing, { type: 'submitted' }, { ...acknowledged, older: true })
    expect(sent.draft).toEqual({ fields, clientMessageId: 'id-2', mayHaveArrived: false, attachmentIds: [] })
    expect(after(sent, { type: 'submitted' }).progress.step).toBe('sending')
  })

  it('MC-3 fields that the server finds wrong are told like those that the page finds', () => {
    const problems = { subCategoryId: { code: 'select.not-chosen' } } as const
    const refused = after(writing, { type: 'submitted' }, { type: 'found-wrong', problems })
    expect(refused).toMatchObject({ problems, refusals: 1, progress: { step: 'writing' } })
    expect(refused.draft.mayHaveArrived).toBe(false)
  })

  it('MC-5 knows whether an attempt may have arrived', () => {
    const unreachable = after(writing, { type: 'submitted' }, { type: 'failed', failure: 'unreachable' })
    expect(unreachable.draft.mayHaveArrived).toBe(true)
    const refused = after(writing, { type: 'submitted' }, { type: 'failed', failure: 'refused' })
    expect(refused.draft.mayHaveArrived).toBe(false)
    const expired = after(unreachable, { type: 'submitted' }, { type: 'failed', failure: 'expired' })
    expect(expired.draft.mayHaveArrived).toBe(true)
  })

  it('MC-3 throwing it away begins another with another id', () => {
    const failed = after(writing, { type: 'submitted' }, { type: 'failed', failure: 'unreachable' })
    expect(after(failed, { type: 'started-over', nextId: 'id-2' })).toEqual(beginContact(newDraft('id-2')))
  })

  it('MC-5 keeps words and id through everything but an acknowledgement', () => {
    const events: fc.Arbitrary<ContactEvent> = fc.oneof(
      fc.record({ type: fc.constant('submitted' as const) }),
      fc.record({ type: fc.constant('found-wrong' as const), problems: fc.constant({}) }),
      fc.record({
        type: fc.constant('failed' as const),
        failure: fc.constantFrom('expired' as const, 'refused' as const, 'unreachable' as const),
      }),
    )
    fc.assert(
      fc.property(fc.array(events), (list) => {
        const { draft } = after(writing, ...list)
        expect(draft).toMatchObject({ fields, clientMessageId: 'id-1' })
      }),
    )
  })
})
