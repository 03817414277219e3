import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFields } from '../../public/contact-us/check.ts'
import { emptyFields, type MessageFields } from '../../public/contact-us/fields.ts'
import type { Draft } from './draft.ts'
import { begin, type Composed, type ComposeEvent, nextState, problemsLeft, toSendFailure } from './state.ts'

type State = Composed<MessageFields, string>
type Event = ComposeEvent<MessageFields, string>

const fields: MessageFields = {
  categoryId: 'claims',
  subCategoryId: 'claim-denied',
  subject: 'My claim',
  text: 'Why was it denied?',
  phoneNumber: '',
  bestTime: 'any',
  claimId: '',
  appeal: false,
}
const buildDraft = (of: MessageFields): Draft<MessageFields> => ({
  fields: of,
  clientMessageId: 'id-1',
  mayHaveArrived: false,
  attachmentIds: [],
})
const writing: State = begin(buildDraft(fields))
const acknowledged = { type: 'acknowledged', sent: 'm-1', older: false, next: emptyFields } as const
const required = { code: 'field.required' }

function after(state: State, ...events: readonly Event[]): State {
  return events.reduce((last, event) => nextState(last, event, checkFields), state)
}

describe('MC-2 MC-3 MC-5 MC-6 a written text while it is sent', () => {
  it('MC-3 VA-9 a text with problems is not sent; each try reports them again', () => {
    const wrong = after(begin(buildDraft(emptyFields)), { type: 'submitted' })
    expect(wrong).toMatchObject({ refusals: 1, progress: { step: 'writing' }, draft: { mayHaveArrived: false } })
    expect(Object.keys(wrong.problems)).toEqual(['categoryId', 'subCategoryId', 'subject', 'text'])
    expect(after(wrong, { type: 'submitted' }).refusals).toBe(2)
  })

  it('MC-2 spaces alone cannot be sent, and a corrected problem disappears', () => {
    const wrong = after(begin(buildDraft({ ...fields, text: ' \n ' })), { type: 'submitted' })
    expect(wrong.problems).toEqual({ text: required })
    expect(after(wrong, { type: 'typed', fields }).problems).toEqual({})
  })

  it('MC-5 nothing changes it while it is being sent: no second click, no letter, no file, no discarding', () => {
    const sending = after(writing, { type: 'submitted' })
    expect(sending.progress.step).toBe('sending')
    expect(after(sending, { type: 'submitted' })).toBe(sending)
    expect(after(sending, { type: 'typed', fields: { ...fields, text: 'other' } })).toBe(sending)
    expect(after(sending, { type: 'attached', attachmentIds: ['f'] })).toBe(sending)
    expect(after(sending, { type: 'replaced', draft: buildDraft(emptyFields) })).toBe(sending)
  })

  it('MC-3 sending empties the form, under another id, for the next text', () => {
    const next = { ...emptyFields, bestTime: 'morning' } as const
    const sent = after(writing, { type: 'submitted' }, { ...acknowledged, next })
    expect(sent.progress).toEqual({ step: 'sent', sent: 'm-1', older: false })
    expect(sent.draft).toMatchObject({ fields: next, mayHaveArrived: false, attachmentIds: [] })
    expect(sent.draft.clientMessageId).not.toBe('id-1')
  })

  it('MC-5 words that the server did not accept stay as a separate draft, and can be sent', () => {
    const begun = after(writing, { type: 'attached', attachmentIds: ['f'] })
    const sent = after(begun, { type: 'submitted' }, { ...acknowledged, older: true })
    expect(sent.draft).toMatchObject({ fields, mayHaveArrived: false, attachmentIds: ['f'] })
    expect(sent.draft.clientMessageId).not.toBe('id-1')
    expect(after(sent, { type: 'submitted' }).progress.step).toBe('sending')
  })

  it('MC-3 invalid fields show alike, whether the server or the page found them', () => {
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

  it('MC-4 the problem of a blocking file disappears once the file is removed', () => {
    const begun = after(writing, { type: 'attached', attachmentIds: ['f'] }, { type: 'submitted' })
    const failed = after(begun, { type: 'failed', failure: 'files' })
    expect(after(failed, { type: 'attached', attachmentIds: ['f'] })).toBe(failed)
    expect(after(failed, { type: 'attached', attachmentIds: [] }).progress).toEqual({ step: 'writing' })
  })

  it('MC-3 discarding it starts another', () => {
    const failed = after(writing, { type: 'submitted' }, { type: 'failed', failure: 'unreachable' })
    const next = buildDraft(emptyFields)
    expect(after(failed, { type: 'replaced', draft: next })).toEqual(begin(next))
  })

  it('MC-5 keeps words and id through everything but an acknowledgement', () => {
    const events: fc.Arbitrary<Event> = fc.oneof(
      fc.record({ type: fc.constant('submitted' as const) }),
      fc.record({ type: fc.constant('found-wrong' as const), problems: fc.constant({}) }),
      fc.record({
        type: fc.constant('failed' as const),
        failure: fc.constantFrom('expired', 'files', 'blocked', 'changed', 'refused', 'unreachable'),
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

describe('MC-3 problems while writing', () => {
  const listProblemsLeft = (problems: State['problems'], before: MessageFields, to: MessageFields) =>
    problemsLeft(problems, { before, after: to, check: checkFields })

  it('MC-3 a corrected problem disappears at once', () => {
    const before = { ...emptyFields, phoneNumber: '1' }
    const names = Object.keys(listProblemsLeft(checkFields(before), before, { ...before, subject: 'My claim' }))
    expect(names).toEqual(['categoryId', 'subCategoryId', 'text', 'phoneNumber'])
  })

  it('MC-3 a new problem shows only at the next try', () => {
    expect(listProblemsLeft({}, fields, { ...fields, phoneNumber: '5' })).toEqual({})
    expect(listProblemsLeft({}, fields, { ...fields, text: '' })).toEqual({})
  })

  it('MC-3 a problem that the server found stays until that field is changed', () => {
    const found = { subCategoryId: { code: 'select.not-chosen' } } as const
    expect(listProblemsLeft(found, fields, { ...fields, text: 'Why?' })).toEqual(found)
    expect(listProblemsLeft(found, fields, { ...fields, subCategoryId: 'claim-status' })).toEqual({})
    expect(listProblemsLeft(found, fields, { ...fields, subCategoryId: '' })).toEqual({ subCategoryId: required })
  })
})

it.each([
  [{ status: 401, code: 'NO-SESSION' }, 'expired'],
  [{ status: 400, code: 'invalid_grant' }, 'expired'],
  [{ status: 409, code: 'REPLY-NOT-ALLOWED' }, 'blocked'],
  [{ status: 404, code: 'NOT-FOUND' }, 'blocked'],
  [{ status: 409, code: 'THREAD-CHANGED' }, 'changed'],
  [{ status: 422, code: 'ATTACHMENT-VIRUS' }, 'files'],
  [{ status: 400, code: 'FIELD-INVALID' }, 'refused'],
  [{ status: 429, code: 'TOO-MANY-REQUESTS' }, 'refused'],
  [{ status: 429, code: 'MESSAGES-TOO-MANY' }, 'too-many'],
  [{ status: 408, code: 'UNAVAILABLE' }, 'unreachable'],
  [{ status: 503, code: 'UNAVAILABLE' }, 'unreachable'],
  [{ status: 0, code: 'UNAVAILABLE' }, 'unreachable'],
])('MC-2 an answer %o to what is sent means %s', (answer, failure) => {
  expect(toSendFailure(answer)).toBe(failure)
})
