import { randomUUID } from 'node:crypto'
import * as calls from '@portico/contract/calls/messages'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const client = testClient(portal, 'MEMBER01')

const topic = {
  categoryId: 'claims',
  subCategoryId: 'claim-status',
  subject: 'A call, please',
  text: 'Please call me.',
}

async function send(more: Record<string, unknown>) {
  return make(client, calls.addMessage, { body: { clientMessageId: randomUUID(), ...topic, ...more } })
}

async function readStored(messageId: string) {
  return portal.database.read
    .selectFrom('message')
    .select(['phone_number', 'best_time'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

describe('MC-3 a message that asks for a call back', () => {
  test('MC-3 phone and best time are stored, and the sender reads them back', async () => {
    const { body, status } = await send({ phoneNumber: '(555) 555-5555', bestTime: 'evening' })
    expect(status).toBe(201)
    const { messageId } = body.payload
    expect(await readStored(messageId)).toEqual({ phone_number: '(555) 555-5555', best_time: 'evening' })
    const opened = await make(client, calls.openMessage, { params: { messageId } })
    expect(opened.body.payload.callBack).toEqual({ phoneNumber: '(555) 555-5555', bestTime: 'evening' })
  })

  test('MC-3 VA-1 both are optional; an empty phone is none', async () => {
    for (const more of [{}, { phoneNumber: '' }]) {
      const { messageId } = (await send(more)).body.payload
      expect(await readStored(messageId)).toEqual({ phone_number: null, best_time: null })
      const opened = await make(client, calls.openMessage, { params: { messageId } })
      expect(opened.body.payload).not.toHaveProperty('callBack')
    }
  })

  test('MC-3 a best time without a phone is kept: the number on file can be called', async () => {
    const { messageId } = (await send({ bestTime: 'any' })).body.payload
    expect(await readStored(messageId)).toEqual({ phone_number: null, best_time: 'any' })
  })

  test('VA-1 an invalid phone is refused by its rule and nothing is stored', async () => {
    const before = await make(client, calls.listMessages, { query: { folder: 'sent' } })
    for (const phoneNumber of ['12345', '555.555.5555', '555-555-5555 x', ' ']) {
      const answer = await send({ phoneNumber })
      expect([answer.status, listErrorCodes(answer), answer.body.errors?.[0]?.field]).toEqual([
        400,
        ['phone.invalid'],
        'phoneNumber',
      ])
    }
    const after = await make(client, calls.listMessages, { query: { folder: 'sent' } })
    expect(after.body.payload.total).toBe(before.body.payload.total)
  })

  test('MC-3 VA-1 VA-9 all invalid fields are named together', async () => {
    const answer = await send({ subject: ' ', subCategoryId: 'nothing', phoneNumber: '1' })
    expect(answer.body.errors?.map(({ field, errorMessage }) => [field, errorMessage])).toEqual([
      ['subject', 'field.required'],
      ['subCategoryId', 'select.not-chosen'],
      ['phoneNumber', 'phone.invalid'],
    ])
  })

  test('MC-3 an unknown best time is refused', async () => {
    const answer = await send({ bestTime: 'midnight' })
    expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['FIELD-INVALID']])
  })

  test('VA-1 MC-5 the phone in a reply follows the same rule', async () => {
    const { messageId } = (await send({})).body.payload
    const reply = (phoneNumber: string) =>
      make(client, calls.addMessage, {
        body: { clientMessageId: randomUUID(), text: 'And?', inReplyTo: messageId, phoneNumber },
      })
    expect(listErrorCodes(await reply('1'))).toEqual(['phone.invalid'])
    expect((await reply('5555555555')).status).toBe(201)
  })
})
