import { describe, expect, it } from 'vitest'
import { chooseDraft, type Keeping, savedAs, typedIn } from './merge.ts'

const draft = (clientMessageId: string, version = 0, unsaved = false, mayHaveArrived = false): Keeping => ({
  clientMessageId,
  mayHaveArrived,
  ...(version > 0 && { server: { version, unsaved } }),
})

describe('MC-3 which draft to go on with', () => {
  const held = draft('a', 2)
  it.each([
    ['there is one on the server alone', null, held, held],
    ['there is none', null, null, null],
    ['the window alone has words', draft('a'), held, draft('a')],
    ['the window has newer words', draft('a', 2, true), draft('a', 3), draft('a', 2, true)],
    ['it may have arrived already', draft('a', 2, false, true), null, draft('a', 2, false, true)],
    ['another device has gone on', draft('a', 1), held, held],
    ['another device has begun anew', draft('b', 1), held, held],
    ['it was sent or thrown away elsewhere', draft('a', 2), null, null],
  ])('MC-3 where %s', (_, local, server, expected) => {
    expect(chooseDraft(local, server)).toEqual(expected)
  })

  it('MC-3 typing makes a saved draft unsaved, and only its own save makes it saved', () => {
    const typed = typedIn(held)
    expect(typed.server).toEqual({ version: 2, unsaved: true })
    expect(savedAs(typed, { draftId: 'b', version: 3, latest: true })).toBe(typed)
    expect(savedAs(typed, { draftId: 'a', version: 3, latest: false }).server).toEqual({ version: 3, unsaved: true })
    expect(savedAs(typed, { draftId: 'a', version: 3, latest: true }).server).toEqual({ version: 3, unsaved: false })
    expect(savedAs(typed, { draftId: 'a', version: 0, latest: true }).server).toBeUndefined()
    expect(typedIn(draft('a')).server).toBeUndefined()
  })
})
