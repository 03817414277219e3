import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const search = (words: string, more: object = {}, client = member) =>
  make(client, calls.searchMessages, { body: { search: words, ...more } })
const findMessages = async (words: string, more: object = {}, client = member) =>
  (await search(words, more, client)).body.payload.messages
const texts = async (words: string, more: object = {}, client = member) =>
  (await findMessages(words, more, client)).map(({ markedExcerpt }) => markedExcerpt.map(({ text }) => text).join(''))
const send = (subject: string, text: string, client = member) => {
  const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject }
  return make(client, calls.addMessage, { body: { clientMessageId: randomUUID(), ...topic, text } })
}
const hits = (parts: readonly { readonly text: string; readonly hit: boolean }[] = []) =>
  parts.filter(({ hit }) => hit).map(({ text }) => text)

test('MC-2 finds words in text and subject in any form, accent or spelling, and marks them', async () => {
  await send('Zebra crossing', 'The zebras were crossing. Mi reclamación <b>fue</b> negada & "paid" 😀.')
  for (const words of ['zebra', 'ZEBRAS', 'zebra crossings', 'reclamacion', 'reclamaciones', 'RECLAMACIÓN', 'negada']) {
    expect(
      (await findMessages(words)).map(({ subject }) => subject),
      words,
    ).toEqual(['Zebra crossing'])
  }
  const [one] = await findMessages('zebra reclamacion')
  expect(hits(one?.markedSubject)).toEqual(['Zebra'])
  expect(hits(one?.markedExcerpt)).toEqual(['zebras', 'reclamación'])
  expect(one?.markedExcerpt.map(({ text }) => text).join('')).toBe(
    'The zebras were crossing. Mi reclamación <b>fue</b> negada & "paid" 😀.',
  )
  expect(one).toMatchObject({ folder: 'sent', to: 'Customer Service', read: true, category: 'Claims' })
})

test('MC-2 quotes, or, and minus work as in web searches; what is no word finds nothing', async () => {
  await send('Yak one', 'yak wool is warm')
  await send('Yak two', 'warm is the wool of yaks')
  expect(await texts('"yak wool"')).toEqual(['yak wool is warm'])
  expect(await texts('yak -warm')).toEqual([])
  expect(await texts('yak or zebra')).toHaveLength(3)
  const dashes = ['-'.repeat(64), `${'-'.repeat(61)}the`, '- '.repeat(32), '-('.repeat(32), '-"'.repeat(32)]
  for (const nothing of ['the', '!!!', '"', "' or 1=1 --", '& | ! ( )', 'member:', '\u0002', '<b>', ...dashes]) {
    const { status, body } = await search(nothing)
    expect([nothing, status, body.payload.messages]).toEqual([nothing, 200, []])
  }
})

test('MC-2 by folder: inbox, sent, deleted, or all but the deleted ones', async () => {
  const all = await findMessages('dental')
  expect(new Set(all.map(({ folder }) => folder))).toEqual(new Set(['inbox', 'sent']))
  const [inInbox] = await findMessages('dental', { folder: 'inbox' })
  expect((await findMessages('dental', { folder: 'sent' })).every(({ folder }) => folder === 'sent')).toBe(true)
  expect(await findMessages('dental', { folder: 'deleted' })).toEqual([])
  const messageIds = [inInbox?.messageId ?? '']
  await make(member, calls.setDeleteFlag, { body: { messageIds, deleted: true } })
  expect((await findMessages('dental', { folder: 'deleted' })).map(({ messageId }) => messageId)).toEqual(messageIds)
  expect((await findMessages('dental')).map(({ messageId }) => messageId)).not.toContain(messageIds[0])
  await make(member, calls.setDeleteFlag, { body: { messageIds, deleted: false } })
})

test('MC-2 the newest first, ten at a time, each once, also while more arrive', async () => {
  for (let index = 1; index <= 23; index++) await send('Walrus', `walrus number ${index}`)
  const seen: string[] = []
  let before: string | undefined
  do {
    const { body } = await search('walrus', before ? { before } : {})
    seen.push(...body.payload.messages.map(({ excerpt }) => excerpt))
    before = body.payload.next ?? undefined
    await send('Walrus', 'walrus late')
  } while (before)
  expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `walrus number ${23 - index}`))
  for (const wrong of ['x', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z_x', `now_${randomUUID()}`]) {
    expect((await search('walrus', { before: wrong })).body.errors?.[0]?.field, wrong).toBe('before')
  }
})

test('RO-4 MC-2 nobody finds what is in the mailbox of another, by its words or by the name of the mailbox', async () => {
  await send('Secret', 'The password is narwhal')
  const second = await memberClient(portal.origin, 'MEMBER02')
  const { member_id } = await readByLogin(portal.database.read, 'MEMBER01')
  expect(await findMessages('narwhal')).toHaveLength(1)
  for (const words of ['narwhal', `narwhal or member:${member_id}`, `"member:${member_id}"`, '-zzz']) {
    expect(JSON.stringify(await findMessages(words, {}, second)), words).not.toMatch(/narwhal/i)
  }
})

test('VA-8 MC-2 if no message has the words, messages with similar words are found, and marked as such', async () => {
  await send('Deductible', 'How much of my deductible is left? I got a flu vaccine. Quiero cancelar mi cita del okapi.')
  const like = async (words: string, more: object = {}) => {
    const { alike, messages } = (await search(words, more)).body.payload
    return [alike, messages.map(({ subject }) => subject).includes('Deductible'), hits(messages[0]?.markedExcerpt)]
  }
  expect(await like('okapi vaccine')).toEqual([false, true, ['vaccine', 'okapi']])
  expect(await like('okapi vacine')).toEqual([true, true, ['vaccine', 'okapi']])
  expect(await like('okkapi')).toEqual([true, true, ['okapi']])
  expect(await like('okapi flu shot')).toEqual([true, true, ['flu', 'vaccine', 'okapi']])
  expect(await like('okapi cancelaciones')).toEqual([true, true, ['cancelar', 'okapi']])
  expect(await like('okkapi "vacine"')).toEqual([false, false, []])
  expect(await like('okkapi -vaccine')).toEqual([false, false, []])
  expect(await like('okkapi zebu')).toEqual([false, false, []])
  for (let index = 1; index <= 11; index++) await send('Tapir', `tapirs number ${index}`)
  const { body: first } = await search('tapyr')
  expect([first.payload.alike, first.payload.messages.length]).toEqual([true, 10])
  const { body: rest } = await search('tapyr', { before: first.payload.next })
  expect([rest.payload.alike, rest.payload.messages.map(({ excerpt }) => excerpt)]).toEqual([true, ['tapirs number 1']])
})

test('RO-4 VA-8 a typo leads nobody to a message of another person', async () => {
  await send('Secret', 'The password is axolotl')
  const second = await memberClient(portal.origin, 'MEMBER02')
  expect(await findMessages('axolotel')).toHaveLength(1)
  expect(await findMessages('axolotel', {}, second)).toEqual([])
})

test('VA-8 MC-2 nothing or more than 64 characters is refused, and the words are in no log or audit', async () => {
  for (const words of ['', '   ', 'x'.repeat(65)]) {
    expect((await search(words)).body.errors?.[0]?.field).toBe('search')
  }
  const answer = await search('walrusitis')
  const audit = await listEvents(portal.database, answer)
  expect(audit.map(({ action, record_id }) => [action, record_id])).toEqual([['search.read', 'all']])
  expect(JSON.stringify(audit)).not.toContain('walrusitis')
  expect(portal.log.join('\n')).not.toContain('walrusitis')
})
