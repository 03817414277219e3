import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { accessScopes, scopeWords } from '@portico/rules/people/access'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { testMail } from '../../../test/mail.ts'
import { giveAccess, holder, ticketSent, ticketsSentTo } from '../../../test/people.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows, tablesHolding } from '../../../test/rows.ts'
import { newInvitation } from '../../../test/samples.ts'
import { easternDay } from '../../platform/day.ts'

const portal = testPortal()
const mail = testMail(portal)
beforeEach(async () => {
  await portal.database.read.deleteFrom('person_access').where('email', '=', holder.email).execute()
  await portal.database.read.deleteFrom('sign_in_limit').execute()
})

const signIn = (login: string) => memberClient(portal.origin, login)
const readPeople = async (client: Client) => (await make(client, calls.listPeople, {})).body.payload
const invite = (client: Client, more: Partial<ReturnType<typeof newInvitation>> & { lastDay?: string } = {}) =>
  make(client, calls.invitePerson, { body: { ...newInvitation(), ...more } })
const listProblems = (answer: Answer) =>
  (answer.body.errors ?? []).map(({ field, errorMessage }) => [field, errorMessage])
const answer = (client: Client, ticket: string, accept = true) =>
  make(client, calls.answerInvitation, { body: { ticket, accept } })
const lettersTo = (address: string, subject: string) =>
  mail.received.filter((one) => one.envelope.to.includes(address) && one.subject === subject)

/** A pending invitation of MEMBER02 to the prospect, with the ticket of its link. */
async function inviteWaiting(more: Parameters<typeof invite>[1] = {}) {
  const owner = await signIn('MEMBER02')
  const invitationId = randomUUID()
  const sent = await invite(owner, { invitationId, email: holder.email, ...more })
  return { owner, accessId: invitationId, sent, ticket: await ticketSent({ portal, mail }, invitationId) }
}

describe('RG-3 RG-1 whose information somebody may see', () => {
  test('RG-3 the subscriber sees everything of young children, the plan of older ones, and what a spouse shares', async () => {
    const year = new Date().getFullYear()
    const { held, mayInvite } = await readPeople(await signIn('FAMILY01'))
    expect(mayInvite).toBe(true)
    const days = { ends: `${year}-12-31`, until: `${year}-12-31` }
    const common = { personId: expect.any(String), lastName: 'Lindqvist', ...days }
    expect(held).toEqual([
      { ...common, firstName: 'Alma', accessId: null, scopes: [...accessScopes] },
      { ...common, firstName: 'Jonas', accessId: null, scopes: ['coverage'] },
      { ...common, firstName: 'Mirela', accessId: expect.any(String), scopes: ['coverage', 'claims', 'messages'] },
    ])
  })

  test('RG-3 a spouse, and somebody on no plan, see nobody without being given it', async () => {
    expect((await readPeople(await signIn('FAMILY02'))).held).toEqual([])
    expect(await readPeople(await signIn(holder.login))).toEqual({ mayInvite: false, seenBy: [], given: [], held: [] })
  })

  test.each([
    ['the child is grown up', { date_of_birth: '2000-01-01' }],
    ['the child is on another contract', { contract_number: '999' }],
    ['the child is of another brand', { brand: 'ndbcbs' }],
    ['the child is the spouse', { relationship_code: '01' }],
  ])('RG-3 not when %s', async (_, change) => {
    const { read } = portal.database
    const child = () => read.selectFrom('member').selectAll().where('first_name', '=', 'Alma').executeTakeFirstOrThrow()
    const { member_id, ...before } = await child()
    await read.updateTable('member').set(change).where('member_id', '=', member_id).execute()
    const { held } = await readPeople(await signIn('FAMILY01'))
    await read.updateTable('member').set(before).where('member_id', '=', member_id).execute()
    expect(held.map(({ firstName }) => firstName)).toEqual(['Jonas', 'Mirela'])
  })

  test.each([
    [9, true, [...accessScopes], false],
    [14, true, ['coverage'], true],
    [17, true, ['coverage'], true],
    [18, false, [], true],
  ])(
    'RG-3 RG-1 a child of %i is told that the subscriber sees them without asking: %s',
    async (age, told, scopes, mayInvite) => {
      const { read } = portal.database
      const child = { first_name: 'Ines', last_name: 'Escobar' }
      const born = `${new Date().getFullYear() - age}-01-01`
      const { member_id } = await read
        .updateTable('member')
        .set({ date_of_birth: born })
        .where((is) => is.and(child))
        .returning('member_id')
        .executeTakeFirstOrThrow()
      const account = read.updateTable('account').where('login_id', '=', 'NORECORD1')
      await account.set({ member_id }).execute()
      const own = await readPeople(await signIn('NORECORD1'))
      const parent = await readPeople(await signIn('MEMBER01'))
      await account.set({ member_id: null }).execute()
      expect(own.mayInvite).toBe(mayInvite)
      const seen = parent.held.find(({ personId }) => personId === member_id)
      expect(seen?.scopes ?? []).toEqual(scopes)
      expect(own.seenBy).toEqual(
        told
          ? [{ firstName: 'Mayte', lastName: 'Escobar', scopes, ends: seen?.ends ?? '', until: seen?.until ?? '' }]
          : [],
      )
      await read.updateTable('member').set({ date_of_birth: '2012-06-14' }).where('member_id', '=', member_id).execute()
    },
  )

  test('RG-3 nobody sees anything once the coverage of the subscriber has ended', async () => {
    const { read } = portal.database
    const subscriber = await read
      .selectFrom('member')
      .select('member_id')
      .where('first_name', '=', 'Tomas')
      .where('last_name', '=', 'Lindqvist')
      .executeTakeFirstOrThrow()
    const endCoverage = (day: string) =>
      read
        .updateTable('product')
        .set({ coverage_end_date: day })
        .where('member_id', '=', subscriber.member_id)
        .execute()
    await endCoverage('2020-12-31')
    const client = await signIn('FAMILY01')
    expect((await readPeople(client)).held).toEqual([])
    expect((await readPeople(await signIn('FAMILY02'))).given).toMatchObject([{ state: 'over', ends: '2020-12-31' }])
    await endCoverage(`${new Date().getFullYear()}-12-31`)
    expect((await readPeople(client)).held).toHaveLength(3)
  })
})

describe('RG-3 inviting', () => {
  test('RG-3 an e-mail of the brand names nobody, and its ticket is kept as a hash alone', async () => {
    const { sent, ticket, accessId } = await inviteWaiting({ scopes: ['write'], name: ' Priya Prosper ' })
    expect(sent.body.payload.given.find((one) => one.accessId === accessId)).toMatchObject({
      name: 'Priya Prosper',
      email: holder.email,
      relationship: 'SPOUSE',
      state: 'invited',
      scopes: ['coverage', 'messages', 'write'],
      lastDay: null,
      answerBy: expect.any(String),
    })
    const [letter] = lettersTo(holder.email, 'Someone wants to share their health plan information with you').slice(-1)
    expect(letter?.from?.name).toBe('Blue Plan West')
    expect(letter?.text).toContain('https://secure.highmark.example/login/?defBrand=hmbcbs#/invitation?ticket=')
    for (const text of [letter?.text, letter?.html]) expect(text).not.toMatch(/Chung|Haley|Priya|claim|MEMBER02/)
    expect(await tablesHolding(portal.database, ticket)).toEqual([])
  })

  test('RG-3 an invitation sent twice is made once', async () => {
    const owner = await signIn('MEMBER02')
    const body = newInvitation()
    const answers = await Promise.all([1, 2].map(() => make(owner, calls.invitePerson, { body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { given } = await readPeople(owner)
    expect(given.filter(({ email }) => email === body.email)).toHaveLength(1)
    await eventually(() => expect(ticketsSentTo(mail, body.email)).toHaveLength(1))
    // The id of someone else's invitation reveals nothing about it.
    const other = await make(await signIn('MEMBER01'), calls.invitePerson, { body })
    expect([other.status, listErrorCodes(other)]).toEqual([409, ['CONFLICT']])
  })

  test('RG-3 the answer does not reveal whether anybody has the address', async () => {
    const owner = await signIn('MEMBER02')
    const inviteTold = async (email: string) => {
      const { body } = await invite(owner, { email })
      const { accessId, invitedAt, answerBy, ...rest } = body.payload.given[0] ?? {}
      return { ...rest, email: '' }
    }
    expect(await inviteTold('caregiv1@mail.test')).toEqual(await inviteTold(holder.email))
  })

  test('RG-3 problems are reported by field', async () => {
    const owner = await signIn('MEMBER02')
    const before = await digestRows(portal.database)
    const wrong = await invite(owner, { name: '', email: 'x', relationship: 'SELF', scopes: [], lastDay: '01/01/2020' })
    expect([wrong.status, listProblems(wrong)]).toEqual([
      400,
      [
        ['name', 'field.required'],
        ['email', 'email.invalid'],
        ['relationship', 'select.not-chosen'],
        ['lastDay', 'date.past'],
        ['scopes', 'field.required'],
      ],
    ])
    expect(await digestRows(portal.database)).toEqual(before)
    const own = await invite(owner, { email: 'Member02@mail.example' })
    expect(listProblems(own)).toEqual([['email', 'CONFLICT']])
    expect((await invite(owner, { email: 'ana@mail.test' })).status).toBe(200)
    expect(listProblems(await invite(owner, { email: 'ANA@mail.test' }))).toEqual([['email', 'CONFLICT']])
  })

  test('RG-3 nobody can flood mailboxes: an address gets two invitations, an account sends ten', async () => {
    const { owner, accessId } = await inviteWaiting()
    const again = () => make(owner, calls.sendInvitationAgain, { params: { accessId } })
    expect([(await again()).status, (await again()).status, (await again()).status]).toEqual([200, 200, 429])
    const many = await signIn('MEMBER01')
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) statuses.push((await invite(many)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('RG-3 a child under 14 gives nobody access', async () => {
    const { read } = portal.database
    const owner = await signIn('MEMBER02')
    const age = (date_of_birth: string) =>
      read.updateTable('member').set({ date_of_birth }).where('first_name', '=', 'Chung').execute()
    await age(`${new Date().getFullYear() - 12}-01-01`)
    const refused = await invite(owner)
    expect([refused.status, (await readPeople(owner)).mayInvite]).toEqual([403, false])
    await age('1958-02-25')
  })
})

describe('RG-3 answering', () => {
  test('RG-3 the invited person sees who invites to what, accepts once, and the member is notified', async () => {
    const { owner, ticket } = await inviteWaiting({ scopes: ['claims'], lastDay: '12/31/2090' })
    const client = await signIn(holder.login)
    const offer = await make(client, calls.openInvitation, { body: { ticket } })
    expect(offer.body.payload).toEqual({ firstName: 'Chung', scopes: ['coverage', 'claims'], lastDay: '2090-12-31' })
    const first = await answer(client, ticket)
    expect(first.body.payload.held).toMatchObject([{ firstName: 'Chung', scopes: ['coverage', 'claims'] }])
    const events = () =>
      portal.database.read.selectFrom('audit_event').selectAll().where('action', '=', 'access.accept')
    const count = (await events().execute()).length
    expect((await answer(client, ticket)).body).toEqual(first.body)
    expect(await events().execute()).toHaveLength(count)
    const given = (await readPeople(owner)).given.find(({ email }) => email === holder.email)
    expect(given).toMatchObject({ state: 'active', name: holder.name, answerBy: null })
    await eventually(() => expect(lettersTo('member02@mail.example', 'Your invitation was accepted')).toHaveLength(1))
  })

  test('RG-3 a ticket is worth nothing to anybody else', async () => {
    const { ticket } = await inviteWaiting()
    for (const login of ['MEMBER01', 'MEMBER02', 'MEMBERND']) {
      const client = await signIn(login)
      for (const refused of [
        await make(client, calls.openInvitation, { body: { ticket } }),
        await answer(client, ticket),
      ])
        expect([refused.status, listErrorCodes(refused)]).toEqual([404, ['NOT-FOUND']])
    }
    const { read } = portal.database
    const brand = (to: string) =>
      read.updateTable('person_access').set({ brand: to }).where('email', '=', holder.email).execute()
    await brand('ndbcbs')
    const client = await signIn(holder.login)
    expect((await answer(client, ticket)).status).toBe(404)
    await brand('hmbcbs')
    expect((await answer(client, ticket)).status).toBe(200)
  })

  test('RG-3 declined, withdrawn, sent again or expired, a link opens nothing', async () => {
    const client = await signIn(holder.login)
    const declined = await inviteWaiting()
    expect((await answer(client, declined.ticket, false)).body.payload.held).toEqual([])
    expect((await answer(client, declined.ticket)).status).toBe(404)
    expect((await readPeople(declined.owner)).given).toContainEqual(
      expect.objectContaining({ accessId: declined.accessId, state: 'declined' }),
    )

    const withdrawn = await inviteWaiting()
    await make(withdrawn.owner, calls.endAccess, { params: { accessId: withdrawn.accessId } })
    expect((await answer(client, withdrawn.ticket)).status).toBe(404)

    await portal.database.read.deleteFrom('sign_in_limit').execute()
    const renewed = await inviteWaiting()
    await make(renewed.owner, calls.sendInvitationAgain, { params: { accessId: renewed.accessId } })
    const second = await ticketSent({ portal, mail }, renewed.accessId)
    expect(second).not.toBe(renewed.ticket)
    expect((await answer(client, renewed.ticket)).status).toBe(404)
    await portal.database.read
      .updateTable('person_access')
      .set({ answer_by: new Date(Date.now() - 1000) })
      .where('access_id', '=', renewed.accessId)
      .execute()
    expect((await answer(client, second)).status).toBe(404)
    expect((await readPeople(renewed.owner)).given[0]).toMatchObject({ state: 'expired' })
    expect(linkLifetimes.invitation).toBe(7 * 24 * 60 * 60 * 1000)
  })
})

describe('RG-3 MP-14 what somebody gave or offered as a child', () => {
  /** Makes Chung this many years old today. */
  const age = (years: number) => {
    const born = easternDay(new Date()).replace(/^\d+/, (year) => String(Number(year) - years))
    return setBirth(born)
  }
  const setBirth = (date_of_birth: string) =>
    portal.database.read.updateTable('member').set({ date_of_birth }).where('first_name', '=', 'Chung').execute()
  const dateBack = (accessId: string, days: number) =>
    portal.database.read
      .updateTable('person_access')
      .set({ invited_at: new Date(Date.now() - days * 86_400_000) })
      .where('access_id', '=', accessId)
      .execute()
  const changeAll = (change: { readonly last_day: string }) =>
    portal.database.read.updateTable('person_access').set(change).where('email', '=', holder.email).execute()
  let born = ''
  beforeAll(async () => {
    const chung = portal.database.read.selectFrom('member').select('date_of_birth').where('first_name', '=', 'Chung')
    born = (await chung.executeTakeFirstOrThrow()).date_of_birth
  })
  afterEach(() => setBirth(born))

  test('RG-3 MP-14 nobody can accept an offer from before the 18th birthday after it, until it is made again', async () => {
    const { owner, accessId, ticket } = await inviteWaiting({ scopes: ['claims'] })
    await dateBack(accessId, 2)
    await age(18)
    const client = await signIn(holder.login)
    const open = (by: string) => make(client, calls.openInvitation, { body: { ticket: by } })
    expect(listErrorCodes(await open(ticket))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await answer(client, ticket))).toEqual(['NOT-FOUND'])
    const readState = async () => (await readPeople(owner)).given.find((one) => one.accessId === accessId)?.state
    expect(await readState()).toBe('expired')
    expect((await make(owner, calls.sendInvitationAgain, { params: { accessId } })).status).toBe(200)
    expect(await readState()).toBe('invited')
    const anew = await ticketSent({ portal, mail }, accessId)
    expect((await open(anew)).status).toBe(200)
    expect((await answer(client, anew)).body.payload.held).toMatchObject([{ accessId, firstName: 'Chung' }])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its last day has passed', () => changeAll({ last_day: '2020-01-01' })],
    ['whoever offers it is too young to give any', () => age(13)],
  ])('RG-3 an offer that nobody could accept is not sent again: %s', async (_, change) => {
    const { owner, accessId } = await inviteWaiting({ scopes: ['claims'] })
    await change()
    const sent = ticketsSentTo(mail, holder.email).length
    const again = await make(owner, calls.sendInvitationAgain, { params: { accessId } })
    expect(listErrorCodes(again)).toEqual(['NOT-FOUND'])
    expect((await readPeople(owner)).given.find((one) => one.accessId === accessId)?.state).toBe('expired')
    expect(ticketsSentTo(mail, holder.email)).toHaveLength(sent)
  })

  test('RG-3 MP-14 an accepted offer ends on the 18th birthday, even if it was accepted that day', async () => {
    const { owner, accessId, ticket } = await inviteWaiting({ scopes: ['claims'] })
    const client = await signIn(holder.login)
    expect((await answer(client, ticket)).body.payload.held).toHaveLength(1)
    await dateBack(accessId, 1)
    await age(18)
    expect((await readPeople(client)).held).toEqual([])
    const given = (await readPeople(owner)).given.find((one) => one.accessId === accessId)
    expect(given?.state).toBe('over')
  })

  test('RG-3 MP-14 access that a child under 14 gave before this was refused gives nothing, not even from 14 on', async () => {
    const { accessId, ticket } = await inviteWaiting({ scopes: ['claims'] })
    const client = await signIn(holder.login)
    const { personId = '' } = (await answer(client, ticket)).body.payload.held[0] ?? {}
    await dateBack(accessId, 2)
    for (const years of [13, 14]) {
      await age(years)
      expect((await readPeople(client)).held).toEqual([])
      expect((await make(client, calls.startViewing, { body: { personId } })).status).toBe(404)
    }
    await age(15)
    expect((await readPeople(client)).held).toMatchObject([{ accessId }])
  })
})

describe('RG-3 changing and ending', () => {
  test('RG-3 either side ends it, once, and the other is notified', async () => {
    const listEndings = () => mail.received.filter(({ subject }) => subject === 'Shared access was ended')
    const byOwner = await giveAccess({ portal, mail }, ['claims'])
    const end = (client: Client, accessId: string) => make(client, calls.endAccess, { params: { accessId } })
    for (const _ of [1, 2]) expect((await end(byOwner.owner, byOwner.accessId)).status).toBe(200)
    expect((await readPeople(byOwner.holder)).held).toEqual([])
    await eventually(() => expect(listEndings().map(({ envelope }) => envelope.to)).toEqual([[holder.email]]))

    const byHolder = await giveAccess({ portal, mail }, ['claims'])
    expect((await end(byHolder.holder, byHolder.accessId)).body.payload.held).toEqual([])
    await eventually(() => expect(listEndings().at(-1)?.envelope.to).toEqual(['member02@mail.example']))
    const stranger = await end(await signIn('MEMBER01'), byHolder.accessId)
    expect(stranger.status).toBe(404)
  })

  test('RG-3 access given under a narrower wording is announced again, on the first page, too, until the member decides', async () => {
    const { owner, accessId, ticket } = await inviteWaiting({ scopes: ['claims'] })
    const person = await signIn(holder.login)
    const setWords = (words: number) =>
      portal.database.read.updateTable('person_access').set({ words }).where('access_id', '=', accessId).execute()
    const readToldAgain = async () => {
      const { given } = await readPeople(owner)
      const { steps } = (await make(owner, calls.nextSteps, {})).body.payload
      const told = given.find((one) => one.accessId === accessId)?.toldAgain
      return [told, steps.filter(({ kind }) => kind === 'told-again').length]
    }
    // While nobody has the access, there is nothing to notify anyone about.
    await setWords(0)
    expect(await readToldAgain()).toEqual([[], 0])
    await setWords(scopeWords)
    await answer(person, ticket)
    expect(await readToldAgain()).toEqual([[], 0])
    await setWords(0)
    expect(await readToldAgain()).toEqual([['claims'], 1])
    const held = await readPeople(person)
    await make(person, calls.startViewing, { body: { personId: held.held[0]?.personId ?? '' } })
    // The viewer sees no such step: the member decides.
    const { steps } = (await make(person, calls.nextSteps, {})).body.payload
    expect(steps.filter(({ kind }) => kind === 'told-again')).toEqual([])
    const keep = { params: { accessId }, body: { scopes: ['coverage' as const, 'claims' as const], lastDay: '' } }
    const kept = await make(owner, calls.changeAccess, keep)
    expect(kept.status).toBe(200)
    expect(await readToldAgain()).toEqual([[], 0])
    // Nothing was taken away, so a current viewer may go on.
    expect((await make(person, calls.listClaims, { query: {} })).status).toBe(200)
    await make(owner, calls.changeAccess, { ...keep, body: { scopes: ['coverage'], lastDay: '' } })
    expect((await make(person, calls.listClaims, { query: {} })).status).not.toBe(200)
  })

  test('RG-3 its last day ends it, and a closed account ends everything that it gave and had', async () => {
    const { holder: client, owner, accessId } = await giveAccess({ portal, mail }, ['claims'], '12/31/2090')
    const lastDay = (last_day: string) =>
      portal.database.read.updateTable('person_access').set({ last_day }).where('access_id', '=', accessId).execute()
    await lastDay('2020-01-01')
    expect((await readPeople(client)).held).toEqual([])
    expect((await readPeople(owner)).given[0]).toMatchObject({ state: 'over', ends: '2020-01-01' })
    await lastDay('2090-12-31')
    await make(client, calls.closeAccount, { body: { password: 'Welcome1!' } })
    expect((await readPeople(owner)).given[0]).toMatchObject({ accessId, state: 'ended' })
  })
})
