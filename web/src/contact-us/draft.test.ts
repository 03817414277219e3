import { describe, expect, it } from 'vitest'
import type { DraftStorage } from '../message-center/draft.ts'
import { type Draft, holdsDraft, newDraft, readDraft, removeDraftsOfOthers, writeDraft } from './draft.ts'
import { emptyFields } from './fields.ts'

/** Storage as a browser offers it, in memory. */
function memory(): DraftStorage & { readonly keys: () => string[] } {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
    keys: () => [...items.keys()],
  }
}

const refuse = () => {
  throw new Error('SecurityError')
}
const refusing: DraftStorage = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 }

const draft: Draft = {
  fields: { ...emptyFields, text: 'Why?' },
  clientMessageId: 'id-1',
  mayHaveArrived: false,
  attachmentIds: [],
}
const key = 'portico.contact-us.MEMBER01'

describe('MC-3 keeping the draft of a message', () => {
  it('MC-3 it comes back with its id', () => {
    const storage = memory()
    expect(holdsDraft(storage)).toBe(false)
    expect(writeDraft(storage, 'MEMBER01', draft)).toBe(true)
    expect(readDraft(storage, 'MEMBER01')).toEqual(draft)
    expect(holdsDraft(storage)).toBe(true)
  })

  it('MC-3 ST-1 another person in the same tab neither sees nor keeps it', () => {
    const storage = memory()
    writeDraft(storage, 'MEMBER01', draft)
    writeDraft(storage, 'MEMBER', draft)
    storage.setItem('portico.reply.MEMBER01.t-1', '{}')
    expect(readDraft(storage, 'MEMBER02')).toBeNull()
    removeDraftsOfOthers(storage, 'MEMBER')
    expect(storage.keys()).toEqual(['portico.contact-us.MEMBER', 'portico.reply.MEMBER01.t-1'])
  })

  it('MC-3 an emptied one goes, unless an attempt of it may have arrived', () => {
    const storage = memory()
    writeDraft(storage, 'MEMBER01', draft)
    expect(writeDraft(storage, 'MEMBER01', newDraft('id-1'))).toBe(false)
    expect(storage.keys()).toEqual([])
    expect(writeDraft(storage, 'MEMBER01', { ...newDraft('id-1'), mayHaveArrived: true })).toBe(true)
    expect(readDraft(storage, 'MEMBER01')?.clientMessageId).toBe('id-1')
  })

  it.each([
    'not json',
    '[]',
    'null',
    '{"fields":null,"clientMessageId":"a","mayHaveArrived":false}',
    JSON.stringify({ ...draft, fields: { ...draft.fields, text: 1 } }),
    JSON.stringify({ ...draft, fields: { ...draft.fields, bestTime: 'midnight' } }),
    JSON.stringify({ ...draft, clientMessageId: undefined }),
  ])('MC-3 what is not a draft is ignored: %s', (stored) => {
    const storage = memory()
    storage.setItem(key, stored)
    expect(readDraft(storage, 'MEMBER01')).toBeNull()
  })

  it('MC-3 storage that refuses is no error', () => {
    for (const storage of [refusing, null]) {
      expect(readDraft(storage, 'MEMBER01')).toBeNull()
      expect(writeDraft(storage, 'MEMBER01', draft)).toBe(false)
      expect(holdsDraft(storage)).toBe(false)
      expect(() => removeDraftsOfOthers(storage, 'MEMBER02')).not.toThrow()
    }
  })
})
