import { accessHistory } from '@portico/contract/calls/account-security'
import { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { codesOf, memberClient } from '../../test/client.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { tellOfNewMessage } from './service.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterEach(() => sql`delete from outbox`.execute(portal.database.read))
afterAll(() => portal?.close())

const client = (loginId = 'MEMBERND') => memberClient(portal.origin, loginId)
const accountOf = (loginId: string) =>
  portal.database.read
    .selectFrom('account')
    .select(['member_id', 'email', 'account_id'])
    .where('login_id', '=', loginId)
    .executeTakeFirstOrThrow()
async function tell(loginId: string) {
  const { member_id } = await accountOf(loginId)
  await portal.database.transaction((tx) => tellOfNewMessage(tx, member_id ?? '', new Date()))
  return portal.database.read
    .selectFrom('outbox')
    .select(['template', 'brand', 'language', 'recipient', 'sealed_values'])
    .execute()
}

describe('RG-3 notification choices', () => {
  test('RG-3 who chose nothing is told of new messages, by their own brand, at the address of their account', async () => {
    const { email } = await accountOf('MEMBERND')
    const { body } = await make(await client(), notificationChoices, {})
    expect(body.payload).toEqual({ email, newMessage: true, language: 'en' })
    const row = { template: 'new-message', brand: 'ndbcbs', language: 'en', recipient: email, sealed_values: null }
    expect(await tell('MEMBERND')).toEqual([row])
  })

  test('RG-3 a choice counts at once, for oneself alone, and stands in the history', async () => {
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

  test('RG-3 a language that we do not write is refused', async () => {
    const body = { newMessage: true, language: 'xx' as 'en' }
    const answer = await make(await client(), changeNotificationChoices, { body })
    expect([answer.status, codesOf(answer)]).toEqual([400, ['FIELD-INVALID']])
  })

  test('MC-6 a member without an e-mail address is written to nowhere', async () => {
    const { account_id, email } = await accountOf('MEMBERID')
    const setEmail = (to: string | null) =>
      sql`update account set email = ${to} where account_id = ${account_id}`.execute(portal.database.read)
    await setEmail(null)
    expect(await tell('MEMBERID')).toEqual([])
    expect((await make(await client('MEMBERID'), notificationChoices, {})).body.payload.email).toBeNull()
    await setEmail(email)
  })
})
