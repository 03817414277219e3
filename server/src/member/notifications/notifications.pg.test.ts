import { accessHistory } from '@portico/contract/calls/account-security'
import { customerServicePhone } from '@portico/contract/calls/messages'
import { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { listErrorCodes, memberClient } from '../../../test/client.ts'
import { startMail } from '../../../test/mail.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { notifyOfNewMessage } from './service.ts'

const messageId = '0190b2f0-0000-7000-8000-000000000001'

const portal = testPortal()
afterEach(() => sql`delete from outbox`.execute(portal.database.read))

const client = (loginId = 'MEMBERND') => memberClient(portal.origin, loginId)
const readAccount = (loginId: string) => readByLogin(portal.database.read, loginId)
async function tell(loginId: string) {
  const { member_id } = await readAccount(loginId)
  const emails = createEmailService(dataKeyAt(portal.origin))
  const message = { memberId: member_id ?? '', messageId, isForm: false, now: new Date() }
  await portal.database.transaction((tx) => notifyOfNewMessage(tx, emails, message))
  return portal.database.read.selectFrom('outbox').select(['template', 'brand', 'language', 'recipient']).execute()
}

describe('RG-3 notification choices', () => {
  test('RG-3 by default, members are notified of new messages, by their own brand, at the address of their account', async () => {
    const { email } = await readAccount('MEMBERND')
    const { body } = await make(await client(), notificationChoices, {})
    const all = {
      newMessage: true,
      formAnswered: true,
      orderNews: true,
      billDue: true,
      paymentMade: true,
      accountEnding: true,
      refillSoon: true,
    }
    expect(body.payload).toEqual({ email, ...all, language: 'en' })
    const row = { template: 'new-message', brand: 'ndbcbs', language: 'en', recipient: email }
    expect(await tell('MEMBERND')).toEqual([row])
  })

  test('RG-3 MC-6 for a child under 14, the parent who reads the messages is notified if they want it; for an older child, nobody else', async () => {
    const parent = await readAccount('FAMILY01')
    const notifyAbout = async (name: string) => {
      await sql`delete from outbox`.execute(portal.database.read)
      const { member_id: memberId } = await portal.database.read
        .selectFrom('member')
        .select('member_id')
        .where((is) => is.and({ first_name: name, last_name: 'Lindqvist' }))
        .executeTakeFirstOrThrow()
      const emails = createEmailService(dataKeyAt(portal.origin))
      const message = { memberId, messageId, isForm: false, now: new Date() }
      await portal.database.transaction((tx) => notifyOfNewMessage(tx, emails, message))
      return portal.database.read.selectFrom('outbox').select(['template', 'recipient', 'for_member_id']).execute()
    }
    expect(await notifyAbout('Alma')).toEqual([
      { template: 'new-message-child', recipient: parent.email, for_member_id: parent.member_id },
    ])
    expect(await notifyAbout('Jonas')).toEqual([])
    const one = await client('FAMILY01')
    await make(one, changeNotificationChoices, { body: { newMessage: false, language: 'en' } })
    expect(await notifyAbout('Alma')).toEqual([])
    await make(one, changeNotificationChoices, { body: { newMessage: true, language: 'en' } })
  })

  test('RG-3 a choice takes effect at once, only for oneself, and is in the history', async () => {
    const one = await client()
    const spanish = { newMessage: true, language: 'es' as const }
    const { body } = await make(one, changeNotificationChoices, { body: spanish })
    expect(body.payload).toMatchObject(spanish)
    expect(await tell('MEMBERND')).toEqual([expect.objectContaining({ language: 'es' })])
    await sql`delete from outbox`.execute(portal.database.read)
    await make(one, changeNotificationChoices, { body: { newMessage: false, language: 'es' } })
    expect(await tell('MEMBERND')).toEqual([])
    expect((await make(one, notificationChoices, {})).body.payload).toMatchObject({ newMessage: false })
    expect((await make(await client('MEMBERWY'), notificationChoices, {})).body.payload.newMessage).toBe(true)
    expect(await tell('MEMBERWY')).toEqual([expect.objectContaining({ brand: 'wybcbs', language: 'en' })])
    const history = await make(one, accessHistory, {})
    expect(history.body.payload.events.filter(({ kind }) => kind === 'notifications-changed')).toHaveLength(2)
  })

  test.each([
    ['MEMBERND', '1-800-555-0166'],
    ['MEDICAIDND', '1-800-555-0176'],
    ['MEMBERWY', '1-800-555-0117'],
  ])(
    'BR-10 MC-6 the e-mail to %s gives the number that the portal gives them, and leads to the message by its id alone',
    async (loginId, phone) => {
      const line = (await make(await client(loginId), customerServicePhone, {})).body.payload
      expect(line.phoneNumber).toBe(phone)
      const { email } = await readAccount(loginId)
      // Clears earlier choices.
      await sql`delete from notification_choice`.execute(portal.database.read)
      const mail = await startMail(portal)
      try {
        await tell(loginId)
        await expect.poll(() => mail.smtp.received.length).toBe(1)
        const [letter] = mail.smtp.received
        expect(letter?.envelope.to).toEqual([email])
        expect(letter?.text).toContain(`Call ${phone} (TTY`)
        expect(letter?.text).toMatch(new RegExp(`/msg/\\?defBrand=\\w+#!/message-center/${messageId}\\s`))
      } finally {
        await mail.close()
      }
    },
  )

  test('RG-3 a language that we do not write is refused', async () => {
    const body = { newMessage: true, language: 'xx' as 'en' }
    const answer = await make(await client(), changeNotificationChoices, { body })
    expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['FIELD-INVALID']])
  })

  test('MC-6 a member without an e-mail address gets no e-mail', async () => {
    const { account_id, email } = await readAccount('MEMBERID')
    const setEmail = (to: string | null) =>
      sql`update account set email = ${to} where account_id = ${account_id}`.execute(portal.database.read)
    await setEmail(null)
    expect(await tell('MEMBERID')).toEqual([])
    expect((await make(await client('MEMBERID'), notificationChoices, {})).body.payload.email).toBeNull()
    await setEmail(email)
  })
})
