import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows, listEvents, tablesHolding } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const elsewhere = testClient(portal, 'MEMBER01')

const save = (clientMessageId: string, baseVersion: number, more: object = {}, client = member) =>
  make(client, calls.saveDraft, { body: { clientMessageId, baseVersion, text: 'Begun', ...more } })
const open = (draftId: string, client = member) => make(client, calls.openDraft, { params: { draftId } })
const list = async (client = member) => (await make(client, calls.listDrafts, {})).body.payload.drafts
const discard = (draftId: string) => make(member, calls.discardDraft, { params: { draftId } })
async function inboxId(subject: string): Promise<string> {
  const { body } = await make(member, calls.listMessages, { query: { pageSize: '100' } })
  return body.payload.messages.find((one) => one.subject === subject)?.messageId ?? ''
}

describe('MC-3 a draft on the server', () => {
  test('MC-3 is on another device as it was typed, blanks and all, until it is discarded', async () => {
    const id = randomUUID()
    const typed = {
      categoryId: 'claims',
      subCategoryId: '',
      subject: ' My cl',
      text: ' Half a sent\n',
      phoneNumber: '555',
      bestTime: 'morning' as const,
      attachmentIds: [randomUUID()],
    }
    const saved = await save(id, 0, typed)
    expect([saved.status, saved.body.payload]).toEqual([200, { draftId: id, version: 1, savedAt: expect.any(String) }])
    expect((await open(id, elsewhere)).body.payload).toEqual({
      ...saved.body.payload,
      ...typed,
      claimId: null,
      appeal: false,
      threadId: null,
      inReplyTo: null,
    })
    expect((await list(elsewhere))[0]).toEqual({
      ...saved.body.payload,
      threadId: null,
      inReplyTo: null,
      subject: ' My cl',
      excerpt: 'Half a sent',
      attachmentCount: 1,
    })
    expect((await discard(id)).body.payload).toEqual({ discarded: true })
    expect([(await discard(id)).status, (await open(id)).status]).toEqual([404, 404])
  })

  test('MC-3 of two devices the later one does not silently destroy what the other wrote', async () => {
    const id = randomUUID()
    await save(id, 0)
    expect((await save(id, 1, { text: 'From the phone' }, elsewhere)).body.payload.version).toBe(2)
    const late = await save(id, 1, { text: 'From the desk' })
    expect([late.status, listErrorCodes(late)]).toEqual([409, ['CONFLICT']])
    expect((await open(id)).body.payload.text).toBe('From the phone')
    // A writer who has seen the other version may overwrite it.
    expect((await save(id, 2, { text: 'From the desk' })).body.payload.version).toBe(3)
    // Simulates a lost answer: sending the same again is no conflict and changes nothing.
    const before = await digestRows(portal.database)
    expect((await save(id, 2, { text: 'From the desk' })).body.payload.version).toBe(3)
    expect(await digestRows(portal.database)).toEqual(before)
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(id, 3, { text: `Tab ${index}` }, index % 2 ? member : elsewhere)),
    )
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await discard(id)
  })

  test('MC-3 sending removes the draft in the same moment, and no late save brings it back', async () => {
    const id = randomUUID()
    const text = 'Sent from a draft'
    await save(id, 0, { text })
    const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A draft' }
    const refused = await make(member, calls.addMessage, { body: { clientMessageId: id, ...topic, subject: '', text } })
    expect([refused.status, (await open(id)).status]).toEqual([400, 200])
    const sent = await make(member, calls.addMessage, { body: { clientMessageId: id, ...topic, text } })
    expect([sent.status, (await open(id)).status]).toEqual([201, 404])
    expect(listErrorCodes(await save(id, 1, { text }))).toEqual(['CONFLICT'])
    expect(listErrorCodes(await save(id, 0, { text }))).toEqual(['CONFLICT'])
    expect(await list()).toEqual([])
  })

  test('MC-3 a save and the send of the same message at once leave the message alone', async () => {
    for (let round = 0; round < 10; round++) {
      const id = randomUUID()
      const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'At once' }
      const [sent] = await Promise.all([
        make(member, calls.addMessage, { body: { clientMessageId: id, ...topic, text: 'Both' } }),
        save(id, 0, { text: 'Both' }, elsewhere),
      ])
      expect(sent.status).toBe(201)
    }
    expect(await list()).toEqual([])
  })
})

describe('MC-2 MC-3 the draft of a reply', () => {
  test('MC-2 MC-3 opens with its message, one a conversation, and has its subject in the list', async () => {
    const inReplyTo = await inboxId('Dental cleaning')
    const openReplied = async (client = member) =>
      (await make(client, calls.openMessage, { params: { messageId: inReplyTo } })).body.payload
    expect((await openReplied()).draft).toBeNull()
    const id = randomUUID()
    const saved = await save(id, 0, { text: 'Half a re', inReplyTo })
    const { threadId, draft } = await openReplied(elsewhere)
    expect(draft).toEqual({ ...saved.body.payload, text: 'Half a re', attachmentIds: [] })
    expect((await list())[0]).toMatchObject({ draftId: id, subject: 'Dental cleaning', threadId, inReplyTo })
    expect(listErrorCodes(await save(randomUUID(), 0, { inReplyTo }, elsewhere))).toEqual(['CONFLICT'])

    // What a rep sees and does as the member does not include the member's own drafts (CS-1).
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect([(await openReplied(rep)).draft, await list(rep), (await open(id, rep)).status]).toEqual([null, [], 404])
    expect(listErrorCodes(await save(id, 1, {}, rep))).toEqual(['SIMULATION-BLOCKED'])

    await make(member, calls.addMessage, { body: { clientMessageId: id, text: 'Half a re', inReplyTo } })
    expect((await openReplied()).draft).toBeNull()
  })

  test('MC-2 if no reply can be sent, none can be started', async () => {
    const inReplyTo = await inboxId('Plan documents are ready')
    expect(listErrorCodes(await save(randomUUID(), 0, { inReplyTo }))).toEqual(['REPLY-NOT-ALLOWED'])
  })
})

test('RO-4 MC-3 a second member has only their own, and the audit log has every save but none of its words', async () => {
  const id = randomUUID()
  const saved = await save(id, 0, { text: 'About my knee' })
  const second = await memberClient(portal.origin, 'MEMBER02')
  expect((await save(id, 0, { text: 'Of the second' }, second)).status).toBe(200)
  expect((await open(id)).body.payload.text).toBe('About my knee')
  expect((await open(id, second)).body.payload.text).toBe('Of the second')
  const audit = await listEvents(portal.database, saved)
  const event = { record_type: 'draft', record_id: id, outcome: 'done' }
  expect(audit).toMatchObject([{ actor_login_id: 'MEMBER01', action: 'draft.save', ...event }])
  expect(await tablesHolding(portal.database, 'About my knee')).toEqual(['message_draft'])
  expect(portal.log.join('\n')).not.toContain('knee')
})

test('LG-4 BR-10 the hours of the customer-service line are told in the language of the page', async () => {
  const client = await memberClient(portal.origin, 'MEMBERND')
  client.cookies.set('language', 'es')
  const { body } = await make(client, calls.customerServicePhone, {})
  expect(body.payload.hours).toBe('Lunes a viernes, de 8 a. m. a 8 p. m., hora del Centro')
})

test('MC-5 BR-10 the customer-service line goes by brand and selected group, in both calls', async () => {
  const phone = async (loginId: string) => {
    const client = await memberClient(portal.origin, loginId)
    const { body } = await make(client, calls.customerServicePhone, {})
    expect((await make(client, calls.retrieveAccountSettings, {})).body.payload).toEqual(body.payload)
    return body.payload
  }
  const [nd, medicaid, mn, wy] = [
    await phone('MEMBERND'),
    await phone('MEDICAIDND'),
    await phone('MEMBERMN'),
    await phone('MEMBERWY'),
  ]
  expect([nd.medicaid, medicaid.medicaid, mn.medicaid]).toEqual([false, true, false])
  expect(new Set([nd, medicaid, mn, wy].map(({ phoneNumber }) => phoneNumber)).size).toBe(4)
  expect(mn.hours).toBe('Monday - Friday 8 AM - 8 PM CT')
  for (const { phoneNumber } of [nd, medicaid, mn, wy]) expect(phoneNumber).toMatch(/\d{3}-\d{4}/)
})
