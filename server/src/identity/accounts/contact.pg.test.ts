import { calls } from '@portico/contract/calls'
import { mapContact, normalizeContact } from '@portico/rules/identity/contact'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, listErrors, signInClient } from '../../../test/client.ts'
import { contactSample } from '../../../test/contact-sample.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { undoChanges } from '../../../test/samples.ts'
import { createEmailService, valuesContext } from '../../mailing/email/service.ts'
import { notifyOfNewMessage } from '../../member/notifications/service.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { listAddressees } from './people.ts'

const portal = testPortal()
afterEach(async () => {
  await undoChanges(portal.database)
  await sql`delete from outbox`.execute(portal.database.read)
})

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const readProfile = async (client: Client) => (await make(client, calls.consumerProfile, {})).body.payload
const change = (client: Client, email: string) => make(client, calls.changeEmail, { body: { email } })
const confirm = (ticket: string) => make(new Client(portal.origin), calls.confirmEmail, { body: { ticket } })

/** The waiting e-mails, with their values filled in. */
async function listWaiting() {
  const dataKey = loadDataKey({ configured: undefined, dataDir: portal.dataDir })
  const rows = await portal.database.read.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  return rows.map(({ email_id, template, recipient, language, sealed_values }) => ({
    template,
    recipient,
    language,
    values: sealed_values ? JSON.parse(dataKey.open(sealed_values, valuesContext(email_id)).toString()) : {},
  }))
}
const ticketIn = (link: string) => /ticket=([\w-]{43})$/.exec(link)?.[1] ?? ''

describe('RG-3 RG-2 name and contact information', () => {
  test('RG-3 are read, changed field by field, and cleared; the state follows the ZIP code', async () => {
    const client = await signIn('MEMBERWV')
    const before = await readProfile(client)
    expect(before).toMatchObject({ logonId: 'MEMBERWV', email: 'memberwv@mail.example', pendingEmail: null })
    const body = {
      nickName: ' Wes ',
      phone: '(304) 555-0142',
      phoneType: 'CELL' as const,
      address: "12 o'hara ave #4",
      city: 'Fargo',
      zipCode: '58102',
    }
    const answer = await make(client, calls.updateProfile, { body })
    expect(answer.body.payload).toEqual({
      ...before,
      nickName: 'Wes',
      phone: '(304) 555-0142',
      phoneType: 'CELL',
      address: "12 O'HARA AVE #4",
      city: 'Fargo',
      zipCode: '58102',
      state: 'ND',
    })
    expect(await readProfile(client)).toEqual(answer.body.payload)
    // The page greets the person by this name, and the menu shows it.
    const home = String((await client.get('/mbr/', { headers: { accept: 'text/html' } })).body.payload)
    expect(home).toMatch(/<h1>Good \w+, Wes<\/h1>/)
    expect(home).toMatch(/<bdi class="\w+">Wes<\/bdi>/)
    const cleared = await make(client, calls.updateProfile, { body: { phone: '', nickName: null } })
    expect(cleared.body.payload).toMatchObject({ phone: null, phoneType: null, nickName: null, city: 'Fargo' })
  })

  test('RG-3 SI-10 every line changes, shows in each answer, and is cleared', async () => {
    const client = await signIn('MEMBERMN')
    const stored = mapContact((name) => normalizeContact(name, contactSample[name]))
    const changed = await make(client, calls.updateProfile, { body: contactSample })
    expect(changed.body.payload).toMatchObject(stored)
    expect((await make(client, calls.getUserInfo, {})).body.payload).toMatchObject(stored)
    const empty = { params: { storeID: '10151' }, body: mapContact(() => ' ') } as const
    const cleared = mapContact(() => null)
    expect((await make(client, calls.updatePerson, empty)).body.payload).toMatchObject(cleared)
    expect(await readProfile(client)).toMatchObject(cleared)
  })

  test('VA-1 VA-7 the rules’ refusals name each field, and nothing changes', async () => {
    const client = await signIn('MEMBERDE')
    const before = await readProfile(client)
    const body = { phone: '12', phoneType: 'HOME' as const, address: '<b>', city: '*', zipCode: '1' }
    expect(listErrors(await make(client, calls.updateProfile, { body }))).toEqual([
      400,
      ...['phone phone.invalid', 'address address.invalid', 'city address.invalid', 'zipCode FIELD-INVALID'],
    ])
    expect(await readProfile(client)).toEqual(before)
  })
})

describe('RG-3 a new e-mail address', () => {
  test('RG-3 counts once its link is opened; the old address is told, recovery links sent there stop working, and a link works once', async () => {
    const client = await signIn('MEMBERID')
    const old = 'memberid@mail.example'
    const answer = await change(client, ' New.Id@mail.test ')
    expect(answer.body.payload).toMatchObject({ email: old, pendingEmail: { email: 'New.Id@mail.test' } })
    const [letter] = await listWaiting()
    expect(letter).toMatchObject({ template: 'confirm-email', recipient: 'New.Id@mail.test', language: 'en' })
    expect(letter?.values.validHours).toBe('24')
    const ticket = ticketIn(letter?.values.link)
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from email_change where encode(ticket_hash, 'escape') like ${`%${ticket}%`}`.execute(
      portal.database.read,
    )
    expect(rows[0]?.found).toBe(0)

    await make(new Client(portal.origin), calls.forgottenPassword, { body: { logonId: 'MEMBERID' } })
    const reset = ticketIn((await listWaiting()).find(({ template }) => template === 'forgotten-password')?.values.link)
    const answers = await Promise.all([confirm(ticket), confirm(ticket), confirm(ticket)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(listErrorCodes(await confirm(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await readProfile(client)).toMatchObject({ email: 'New.Id@mail.test', pendingEmail: null })
    expect((await listWaiting()).filter(({ template }) => template === 'email-changed')).toMatchObject([
      { recipient: old },
    ])
    const late = { ticket: reset, newPassword: 'Kestrel-47-Ridge' }
    expect(listErrorCodes(await make(new Client(portal.origin), calls.resetPassword, { body: late }))).toEqual([
      'CHALLENGE-EXPIRED',
    ])

    const { body } = await make(client, calls.accessHistory, {})
    expect(body.payload.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['email-changed', 'email-asked']),
    )
    for (const word of [ticket, 'New.Id']) expect(portal.log.join('\n')).not.toContain(word)
  })

  test('RG-3 a newer one, canceling it, time and a new password make the link worthless', async () => {
    const client = await signIn('MEMBERWY')
    const ticketFor = async (email: string) => {
      expect((await change(client, email)).status).toBe(200)
      return ticketIn((await listWaiting()).findLast(({ recipient }) => recipient === email)?.values.link)
    }
    const first = await ticketFor('one@mail.test')
    const second = await ticketFor('two@mail.test')
    expect(listErrorCodes(await confirm(first))).toEqual(['CHALLENGE-EXPIRED'])
    await make(client, calls.withdrawEmail, {})
    expect(listErrorCodes(await confirm(second))).toEqual(['CHALLENGE-EXPIRED'])
    await undoChanges(portal.database)
    const third = await ticketFor('three@mail.test')
    await sql`update email_change set expires_at = now() - interval '1 second'`.execute(portal.database.read)
    expect(listErrorCodes(await confirm(third))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await readProfile(client)).toMatchObject({ email: 'memberwy@mail.example', pendingEmail: null })
    await undoChanges(portal.database)
    const fourth = await ticketFor('four@mail.test')
    const word = { currentPassword: 'Welcome1!', newPassword: 'Kestrel-47-Ridge' }
    expect((await make(client, calls.changePassword, { body: word })).status).toBe(200)
    expect(listErrorCodes(await confirm(fourth))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('VA-6 RG-3 the rule’s refusals, the current address and too many attempts are refused', async () => {
    const client = await signIn('MEMBER02')
    for (const email of ['', 'x', 'a b@mail.test', 'new@mail.example', `${'x'.repeat(50)}@mail.test`])
      expect(listErrors(await change(client, email)), email).toEqual([400, 'email email.invalid'])
    const dakota = await signIn('MEMBERND')
    expect(listErrors(await change(dakota, 'MEMBERND@mail.example'))).toEqual([400, 'email CONFLICT'])
    expect((await change(dakota, 'new@mail.example')).status).toBe(200)
    expect((await change(client, 'a1@mail.test')).status).toBe(200)
    expect((await change(client, 'a2@mail.test')).status).toBe(200)
    for (const email of ['a3@mail.test', 'a4@mail.test']) {
      const answer = await change(client, email)
      if (answer.status !== 200) expect([answer.status, listErrorCodes(answer)]).toEqual([429, ['TOO-MANY-REQUESTS']])
    }
    expect((await change(client, 'a5@mail.test')).status).toBe(429)
  })

  test('RG-4 RG-3 it requires a recent proof of identity', async () => {
    const client = await signIn('MEMBER01')
    await sql`update session set authenticated_at = now() - interval '1 hour'`.execute(portal.database.read)
    expect(listErrorCodes(await change(client, 'new@mail.test'))).toEqual(['STEP-UP-REQUIRED'])
    expect(await listWaiting()).toEqual([])
  })
})

describe('LG-4 the language of e-mails', () => {
  test('LG-4 a person without a choice gets e-mails in the language of the page that they used last', async () => {
    const client = await signIn('MEMBERMN')
    const { userId } = (await make(client, calls.getUserInfo, {})).body.payload
    const { member_id: memberId } = await portal.database.read
      .selectFrom('account')
      .select('member_id')
      .where('account_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (memberId === null) throw new Error('The demo has it.')
    for (const language of ['es', 'en', 'es']) {
      client.cookies.set('language', language)
      await client.get('/mbr/', { headers: { accept: 'text/html' } })
      expect(await listAddressees(portal.database.read, memberId)).toMatchObject([{ language }])
    }
    expect((await make(client, calls.notificationChoices, {})).body.payload.language).toBe('es')
    const emails = createEmailService(dataKeyAt(portal.origin))
    const message = { memberId, messageId: 'a-message', isForm: false, now: new Date() }
    await portal.database.transaction((tx) => notifyOfNewMessage(tx, emails, message))
    expect(await listWaiting()).toMatchObject([{ template: 'new-message', language: 'es' }])
  })
})
