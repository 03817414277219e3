import { describe, expect, it } from 'vitest'
import { changeDraft, chooseDraft, type Draft, markAsked, markSaved, restoreDraft } from './draft.ts'

const savedAt = '2026-11-20T15:00:00.000Z'

const draft = (clientMessageId: string, version = 0, unsaved = false, mayHaveArrived = false): Draft<string> => ({
  fields: 'Why?',
  attachmentIds: [],
  clientMessageId,
  mayHaveArrived,
  ...(version > 0 && { server: { version, savedAt, unsaved } }),
})

describe('MC-3 which draft to continue with', () => {
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
    const saved = { savedAt: '2026-11-20T16:00:00.000Z' }
    const typed = changeDraft(held, { fields: 'Why not?' })
    expect(typed).toEqual({ ...held, fields: 'Why not?', server: { version: 2, savedAt, unsaved: true } })
    expect(markSaved(typed, { draftId: 'b', version: 3, ...saved, latest: true })).toBe(typed)
    expect(markSaved(typed, { draftId: 'a', version: 3, ...saved, latest: false }).server?.unsaved).toBe(true)
    const server = { version: 3, ...saved, unsaved: false }
    expect(markSaved(typed, { draftId: 'a', version: 3, ...saved, latest: true }).server).toEqual(server)
    expect(markSaved(typed, { draftId: 'a', version: 0, savedAt: '', latest: true }).server).toBeUndefined()
    expect(changeDraft(draft('a'), { attachmentIds: ['f'] }).server).toBeUndefined()
  })

  it('MC-3 texts sent to the server for saving are remembered until it answers, each once', () => {
    const asked = ['first', 'second', 'first'].reduce((one, words) => markAsked(one, 'a', words), draft('a'))
    expect(asked.asked).toEqual(['first', 'second'])
    expect(markAsked(asked, 'b', 'third')).toBe(asked)
    expect(markSaved(asked, { draftId: 'a', version: 1, savedAt, latest: true }).asked).toBeUndefined()
    const often = Array.from({ length: 30 }, (_, at) => `${at}`).reduce(
      (one, words) => markAsked(one, 'a', words),
      asked,
    )
    expect(often.asked).toHaveLength(20)
    expect(often.asked?.at(-1)).toBe('29')
  })

  it('MC-3 a draft on the server is known to be there, and since when', () => {
    const opened = restoreDraft({ draftId: 'a', version: 2, savedAt, attachmentIds: ['f'] }, 'Why?')
    expect(opened).toEqual({ ...held, attachmentIds: ['f'] })
  })
})
