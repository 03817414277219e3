import { describe, expect, it } from 'vitest'
import { replyDraft } from '../../member/message-center/use-reply.ts'
import { contactDraft } from '../../public/contact-us/draft.ts'
import { emptyFields } from '../../public/contact-us/fields.ts'
import { staffDraft } from '../../staff/workspace/use-staff-draft.ts'
import type { Draft } from './draft.ts'
import { type DraftStorage, draftKeys, readDraft, removeDraftsOfOthers, writeDraft } from './kept-draft.ts'

/** A browser's storage, in memory. */
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

const reply = (owner: string, threadId: string) => ({ ...replyDraft, key: `portico.reply.${owner}.${threadId}` })
const contact = (owner: string) => ({ ...contactDraft, key: `portico.contact-us.${owner}` })
const place = reply('MEMBER01', 't-1')
const buildDraft = <Fields>(fields: Fields): Draft<Fields> => ({
  fields,
  clientMessageId: 'id-1',
  mayHaveArrived: false,
  attachmentIds: [],
  server: undefined,
})
const draft = buildDraft({ text: 'Is it paid?' })
const message = buildDraft({ ...emptyFields, text: 'Why?' })

describe('MC-3 keeping what is written in the tab', () => {
  it('MC-3 it comes back with its id, its files and where else it is kept', () => {
    const storage = memory()
    const server = { version: 2, savedAt: '2026-11-20T15:00:00.000Z', unsaved: false }
    const whole = { ...draft, attachmentIds: ['f-1'], mayHaveArrived: true, server }
    expect(writeDraft(storage, place, whole)).toBe(true)
    expect(readDraft(storage, place)).toEqual(whole)
    expect(readDraft(storage, reply('MEMBER01', 't-2'))).toBeNull()
    expect(writeDraft(storage, contact('MEMBER01'), message)).toBe(true)
    expect(readDraft(storage, contact('MEMBER01'))).toEqual(message)
  })

  it('MC-3 ST-1 another person in the same tab neither sees nor keeps it', () => {
    const storage = memory()
    for (const owner of ['MEMBER01', 'MEMBER']) {
      writeDraft(storage, reply(owner, 't-1'), draft)
      writeDraft(storage, contact(owner), message)
    }
    storage.setItem('UserData', '{}')
    expect(readDraft(storage, reply('MEMBER02', 't-1'))).toBeNull()
    expect(draftKeys(storage)).toHaveLength(4)
    removeDraftsOfOthers(storage, 'MEMBER')
    expect(storage.keys()).toEqual(['portico.reply.MEMBER.t-1', 'portico.contact-us.MEMBER', 'UserData'])
  })

  it('MC-3 an emptied draft is deleted, unless the server may have part of it', () => {
    const storage = memory()
    const emptied = buildDraft({ text: '' })
    writeDraft(storage, place, draft)
    expect(writeDraft(storage, place, emptied)).toBe(false)
    expect(storage.keys()).toEqual([])
    expect(writeDraft(storage, place, { ...emptied, mayHaveArrived: true })).toBe(true)
    expect(readDraft(storage, place)?.clientMessageId).toBe('id-1')
    const server = { version: 1, savedAt: '2026-11-20T15:00:00.000Z', unsaved: true }
    expect(writeDraft(storage, place, { ...emptied, server })).toBe(true)
    expect(readDraft(storage, place)).toEqual({ ...emptied, server })
  })

  it('MC-3 a draft of an earlier release is read, too', () => {
    const storage = memory()
    const { fields: _, ...others } = draft
    storage.setItem(place.key, JSON.stringify({ ...others, text: 'Is it paid?', server: { version: 3 } }))
    expect(readDraft(storage, place)).toEqual({ ...draft, server: { version: 3, savedAt: '', unsaved: true } })
    storage.setItem(place.key, JSON.stringify({ ...others, mode: 'note', text: 'Called.' }))
    expect(readDraft(storage, { ...staffDraft, key: place.key })?.fields).toEqual({ mode: 'note', text: 'Called.' })
  })

  it.each([
    'not json',
    '[]',
    'null',
    '{"text":1}',
    '{"fields":null,"clientMessageId":"a","mayHaveArrived":false}',
    JSON.stringify({ ...message, fields: { ...message.fields, text: 1 } }),
    JSON.stringify({ ...message, fields: { ...message.fields, bestTime: 'midnight' } }),
    JSON.stringify({ ...message, clientMessageId: undefined }),
  ])('MC-3 what is not a draft is ignored: %s', (stored) => {
    const storage = memory()
    for (const one of [place, contact('MEMBER01')]) storage.setItem(one.key, stored)
    expect(readDraft(storage, contact('MEMBER01'))).toBeNull()
    if (!stored.includes('fields":{')) expect(readDraft(storage, place)).toBeNull()
  })

  it('MC-3 storage that refuses is no error', () => {
    for (const storage of [refusing, null]) {
      expect(readDraft(storage, place)).toBeNull()
      expect(writeDraft(storage, place, draft)).toBe(false)
      expect(draftKeys(storage)).toEqual([])
      expect(() => removeDraftsOfOthers(storage, 'MEMBER02')).not.toThrow()
    }
  })
})
