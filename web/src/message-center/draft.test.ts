import { describe, expect, it } from 'vitest'
import { newId } from '../new-id.ts'
import { type Draft, type DraftStorage, readDraft, removeDraft, removeDraftsOfOthers, writeDraft } from './draft.ts'

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

const refusing: DraftStorage = {
  getItem: () => {
    throw new Error('SecurityError')
  },
  setItem: () => {
    throw new Error('QuotaExceededError')
  },
  removeItem: () => {
    throw new Error('SecurityError')
  },
  key: () => null,
  length: 1,
}

const key = { owner: 'MEMBER01', threadId: 't-1' }
const draft: Draft = { text: 'Is it paid?', clientMessageId: 'id-1', mayHaveArrived: false, attachmentIds: [] }

describe('MC-3 keeping drafts', () => {
  it('MC-3 a draft comes back with its id', () => {
    const storage = memory()
    expect(writeDraft(storage, key, draft)).toBe(true)
    expect(readDraft(storage, key)).toEqual(draft)
    expect(readDraft(storage, { ...key, threadId: 't-2' })).toBeNull()
  })

  it('MC-3 ST-1 another person in the same tab neither sees nor keeps it', () => {
    const storage = memory()
    writeDraft(storage, key, draft)
    writeDraft(storage, { owner: 'MEMBER', threadId: 't-1' }, draft)
    storage.setItem('UserData', '{}')
    expect(readDraft(storage, { ...key, owner: 'MEMBER02' })).toBeNull()
    removeDraftsOfOthers(storage, 'MEMBER')
    expect(storage.keys()).toEqual(['portico.reply.MEMBER.t-1', 'UserData'])
  })

  it('MC-3 an emptied draft goes, unless an attempt of it may have arrived', () => {
    const storage = memory()
    writeDraft(storage, key, draft)
    expect(writeDraft(storage, key, { ...draft, text: '' })).toBe(false)
    expect(storage.keys()).toEqual([])
    expect(writeDraft(storage, key, { ...draft, text: '', mayHaveArrived: true })).toBe(true)
    expect(readDraft(storage, key)?.clientMessageId).toBe('id-1')
    removeDraft(storage, key)
    expect(storage.keys()).toEqual([])
  })

  it.each(['not json', '{"text":1}', '[]', 'null'])('MC-3 what is not a draft is ignored: %s', (stored) => {
    const storage = memory()
    storage.setItem('portico.reply.MEMBER01.t-1', stored)
    expect(readDraft(storage, key)).toBeNull()
  })

  it('MC-3 storage that refuses is no error', () => {
    expect(readDraft(refusing, key)).toBeNull()
    expect(readDraft(null, key)).toBeNull()
    expect(writeDraft(refusing, key, draft)).toBe(false)
    expect(writeDraft(null, key, draft)).toBe(false)
    expect(() => removeDraft(refusing, key)).not.toThrow()
    expect(() => removeDraftsOfOthers(refusing, 'MEMBER02')).not.toThrow()
  })
})

it('MC-5 ids of messages are random version 4 UUIDs', () => {
  const ids = Array.from({ length: 50 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})
