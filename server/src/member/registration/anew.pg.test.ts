import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { newAccount, unregistered } from '../../../test/samples.ts'

const portal = testPortal()
const smtp = testMail(portal)

const logonId = 'ODELL71'
const visitor = () => new Client(portal.origin)
const confirm = (ticket: string) => make(visitor(), calls.confirmRegistration, { body: { ticket } })

/** Registers the member with an address and signs in; also returns the ticket of the link. */
async function register(email: string): Promise<{ readonly client: Client; readonly ticket: string }> {
  const body = { ...unregistered, ...newAccount(), userType: 'MREG', email, emailRepeat: email, logonId }
  expect((await make(visitor(), calls.registerMember, { body })).status).toBe(200)
  const letters = () => smtp.received.filter(({ envelope }) => envelope.to.includes(email))
  await expect.poll(() => letters().length).toBe(1)
  const ticket = /ticket=([\w-]{43})/.exec(letters()[0]?.text ?? '')?.[1] ?? ''
  expect((await confirm(ticket)).body.payload).toEqual({ logonId })
  const client = visitor()
  expect((await client.signIn(logonId, body.newPassword)).status).toBe(200)
  await client.takeToken()
  return { client, ticket }
}

test('RG-1 RG-3 a member with a closed account registers again: the plan’s data is there, the old account’s is not', async () => {
  const { client: old, ticket } = await register('odell@old.test')
  const message = {
    clientMessageId: randomUUID(),
    categoryId: 'claims',
    subCategoryId: 'claim-status',
    subject: 'A question',
    text: 'How is my claim?',
  }
  expect((await make(old, calls.addMessage, { body: message })).status).toBe(201)
  const draft = { clientMessageId: randomUUID(), baseVersion: 0, text: 'Between us' }
  expect((await make(old, calls.saveDraft, { body: draft })).status).toBe(200)
  await make(old, calls.changeNotificationChoices, { body: { newMessage: false, language: 'es' } })
  await make(old, calls.setSessionValue, { body: { key: 'list', value: { pageSize: 50 } } })
  expect((await make(old, calls.addAttachment, {})).status).toBe(201)
  const password = newAccount().newPassword
  expect((await make(old, calls.closeAccount, { body: { password } })).status).toBe(200)
  // The registration's link no longer opens anything or names anyone.
  expect(listErrorCodes(await confirm(ticket))).toEqual(['CHALLENGE-EXPIRED'])

  const { client } = await register('odell@new.test')
  const sent = await make(client, calls.listMessages, { query: { folder: 'sent' } })
  expect(sent.body.payload.messages[0]).toMatchObject({ subject: 'A question' })
  expect((await make(client, calls.listDrafts, {})).body.payload).toEqual({ drafts: [] })
  expect((await make(client, calls.listAttachments, {})).body.payload.attachments).toEqual([])
  const choices = await make(client, calls.notificationChoices, {})
  expect(choices.body.payload).toEqual({
    email: 'odell@new.test',
    newMessage: true,
    formAnswered: true,
    orderNews: true,
    billDue: true,
    paymentMade: true,
    accountEnding: true,
    refillSoon: true,
    language: 'en',
  })
  expect((await make(client, calls.getSessionValue, { query: { key: 'list' } })).body.payload).toEqual({ value: null })
  const { events } = (await make(client, calls.accessHistory, {})).body.payload
  expect(events.map(({ kind }) => kind).filter((kind) => kind === 'signed-in')).toHaveLength(1)
  expect(JSON.stringify((await make(client, calls.getUserInfo, {})).body.payload)).not.toContain('odell@old.test')
  // Only the new account's questions, not both sets.
  expect((await make(client, calls.securityQuestions, {})).body.payload.chosen).toHaveLength(3)
  expect((await make(old, calls.validateSession, {})).status).toBe(401)
})
