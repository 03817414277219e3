import { randomUUID } from 'node:crypto'
import type { SentTo } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { encodeDdToken } from '@portico/rules/brand/dd-token'
import { registrationFields } from '@portico/rules/registration/fields'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newAccount, undoChanges, unregistered } from '../../../test/samples.ts'

const subject = 'Finish creating your account'

const portal = testPortal()
const smtp = testMail(portal)
afterEach(async () => {
  await undoChanges(portal.database)
  await sql`delete from outbox`.execute(portal.database.read)
})

const visitor = () => new Client(portal.origin)
type Member = NonNullable<SentTo<typeof calls.registerMember>['body']>
const member = (more: Partial<Member> = {}): Member => ({
  ...unregistered,
  ...newAccount(),
  userType: 'MREG',
  ...more,
})
const register = (body: Member, client = visitor()) => make(client, calls.registerMember, { body })
const match = (more: Record<string, string> = {}) =>
  make(visitor(), calls.matchCoverage, { body: { ...unregistered, userType: 'MREG', ...more } })
const confirm = (ticket: string, more: { logonId?: string; newPassword?: string } = {}) =>
  make(visitor(), calls.confirmRegistration, { body: { ticket, ...more } })
const listReceived = (to: string) => smtp.received.filter((email) => email.envelope.to.includes(to))
async function ticketAt(to: string, before = 0): Promise<string> {
  await expect.poll(() => listReceived(to).length).toBe(before + 1)
  const email = listReceived(to)[before]
  return /#\/confirm-registration\?ticket=([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
}
const readAccount = (loginId: string) =>
  portal.database.read.selectFrom('account').selectAll().where('login_id', '=', loginId).executeTakeFirst()
const listActions = (answer: Answer) => listAuditedActions(portal.database, answer)
const knutson = {
  brand: 'ndbcbs',
  zipCode: '58102',
  memberId: '88701136758',
  firstName: 'Astrid',
  lastName: 'Knutson',
  dateOfBirth: '05/03/1976',
}
/** A browser with the cookie that allows long top-level domains (VA-6). */
const northDakotan = () => {
  const client = visitor()
  client.cookies.set('ddToken', encodeDdToken(16))
  return client
}
const mail = () => `r${randomUUID().slice(0, 8)}@mail.example.com`

describe('RG-1 BR-11 where a registration leads', () => {
  const profile = (brand: string, zipCode: string, userType = 'MREG') =>
    make(visitor(), calls.registrationProfile, { body: { brand, zipCode, userType } })

  test('BR-11 the counties of the zip, and another brand where that one serves it', async () => {
    const here = await profile('hmbcbs', '15222')
    expect(here.body.payload).toEqual({
      counties: [{ fips: '42003', name: 'Allegheny County', state: 'PA' }],
      otherBrand: null,
    })
    expect((await profile('hbs', '17033')).body.payload.counties).toHaveLength(2)
    const member = await profile('hmbcbs', '55401')
    expect(member.body.payload.otherBrand).toMatchObject({ brand: 'mincr', mayStay: true })
    const shopper = await profile('hmbcbs', '55401', 'VU65')
    expect(shopper.body.payload.otherBrand).toMatchObject({ brand: 'mincr', mayStay: false })
    expect((await profile('default', '55401')).body.payload.otherBrand).toMatchObject({ mayStay: false })
    expect((await profile('mn', '55401')).body.payload.otherBrand).toBeNull()
  })

  test('RG-1 an invalid ZIP code, an unserved one and another brand’s choice are refused', async () => {
    expect(listErrors(await profile('hmbcbs', '1522'))).toEqual([400, 'zipCode zip.invalid'])
    expect(listErrors(await profile('hmbcbs', '00000'))).toEqual([400, 'zipCode zip.unknown'])
    expect(listErrors(await profile('hmbcbs', '10001', 'VU65'))).toEqual([400, 'zipCode zip.not-served'])
    expect((await profile('hmbcbs', '10001')).status).toBe(200)
    expect(listErrors(await profile('ndbcbs', '58102', 'VU65'))).toEqual([400, 'userType select.not-chosen'])
  })

  test('RG-1 the security questions are those of the brand, in the language', async () => {
    const client = visitor()
    client.cookies.set('language', 'es')
    const { body } = await make(client, calls.registrationQuestions, { query: { brand: 'mincr' } })
    expect(body.payload.offered.length).toBeGreaterThanOrEqual(6)
    expect(body.payload.offered.map(({ text }) => text).join()).toContain('¿')
  })
})

describe('RG-1 matching coverage', () => {
  test('RG-1 details match however they are written; nobody, a wrong detail and a registered member are refused alike', async () => {
    const matched = await match({ firstName: ' ODELL ', lastName: 'brekke' })
    expect([matched.status, await listActions(matched)]).toEqual([200, ['registration.match done']])
    const registered = { memberId: '99406232200', firstName: 'Mayte', lastName: 'Escobar', dateOfBirth: '09/12/1965' }
    const wrong = [
      { memberId: '88701049640' },
      { firstName: 'Odelle' },
      { dateOfBirth: '04/19/1971' },
      { relationship: 'SPOUSE' },
      { brand: 'mincr' },
      registered,
      { ...registered, firstName: 'Somebody' },
    ]
    const bodies = []
    for (const more of wrong) {
      const answer = await match(more)
      expect(listErrors(answer), JSON.stringify(more)).toEqual([400, 'coverage GEN-NOMATCH'])
      expect(await listActions(answer)).toEqual(['registration.match refused'])
      bodies.push(JSON.stringify(answer.body))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test('HT-4 RG-1 a spouse and a dependent give the subscriber’s member ID, or that of their own card', async () => {
    const spouse = { memberId: '99406232200', firstName: 'Ramiro', lastName: 'Escobar', dateOfBirth: '02/27/1963' }
    expect((await match({ ...spouse, relationship: 'SPOUSE' })).status).toBe(200)
    expect((await match({ ...spouse, relationship: 'DOMESTIC PARTNER' })).status).toBe(200)
    expect((await match({ ...spouse, relationship: 'SELF' })).status).toBe(400)
    expect((await match({ ...spouse, memberId: '99406232201', relationship: 'SPOUSE' })).status).toBe(200)
    expect((await match({ ...spouse, memberId: '99406232202', relationship: 'SPOUSE' })).status).toBe(400)
  })

  test('RG-1 a member ID, known or not, has a limited number of tries, after which even right ones fail; a match does not count', async () => {
    for (let times = 0; times < 8; times++) expect((await match()).status).toBe(200)
    for (const memberId of [unregistered.memberId, '000000000']) {
      for (let times = 0; times < 5; times++)
        expect(listErrors(await match({ memberId, firstName: 'Odelle' }))).toEqual([400, 'coverage GEN-NOMATCH'])
      expect(listErrorCodes(await match({ memberId }))).toEqual(['TOO-MANY-REQUESTS'])
      expect(listErrorCodes(await register(member({ memberId })))).toEqual(['TOO-MANY-REQUESTS'])
    }
  })

  test('RG-1 an address has a limited number of tries across all member IDs', async () => {
    const tries = Array.from({ length: 34 }, (_, at) => match({ memberId: String(900_000_000 + at) }))
    const codes = (await Promise.all(tries)).map((answer) => listErrorCodes(answer)[0])
    expect(codes.filter((code) => code === 'TOO-MANY-REQUESTS').length).toBeGreaterThanOrEqual(4)
    expect(listErrorCodes(await match())).toEqual(['TOO-MANY-REQUESTS'])
  })
})

describe('RG-1 registering a member', () => {
  test('RG-1 sealed until the link is followed, then an account that can sign in; twice is once', async () => {
    const email = mail()
    const body = member({ email, emailRepeat: email, logonId: 'odell71', phoneType: 'BUS' })
    const [answer, again] = await Promise.all([register(body), register(body)])
    expect([answer.status, again.status]).toEqual([200, 200])
    const ticket = await ticketAt(email)
    expect(listReceived(email)[0]?.subject).toBe(subject)
    expect(listReceived(email)[0]?.text).not.toMatch(/Odell|88701049649|1971/)
    expect(await readAccount('ODELL71')).toBeUndefined()
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(registration)::text as row from registration`.execute(portal.database.read)
    expect(rows).toHaveLength(1)
    for (const secret of ['Odell', 'Brekke', email, 'argon2', ticket]) expect(rows[0]?.row).not.toContain(secret)

    const first = await confirm(ticket)
    expect([first.status, first.body.payload]).toEqual([200, { logonId: 'ODELL71' }])
    expect(await listActions(first)).toEqual(['registration.confirm done'])
    expect((await confirm(ticket)).body.payload).toEqual({ logonId: 'ODELL71' })
    expect(await readAccount('ODELL71')).toMatchObject({
      role: 'MEMBER',
      brand: 'hmbcbs',
      first_name: 'Odell',
      email,
      phone: '(555) 555-0142',
      phone_type: 'BUS',
      zip_code: '15222',
      county: 'Allegheny County',
      state: 'PA',
    })
    const client = visitor()
    expect((await client.signIn('ODELL71', body.newPassword)).status).toBe(200)
    expect((await make(client, calls.securityQuestions, {})).body.payload.chosen).toHaveLength(3)
    const { events } = (await make(client, calls.accessHistory, {})).body.payload
    expect(events.map(({ kind }) => kind)).toEqual(['signed-in', 'account-opened'])
    // Now they are registered: the same refusal as for details that match nobody.
    expect(listErrors(await match())).toEqual([400, 'coverage GEN-NOMATCH'])
    const log = portal.log.join('\n')
    for (const word of [ticket, email, 'Brekke', '88701049649', body.newPassword]) expect(log).not.toContain(word)
    await removeAccount('ODELL71')
  })

  test('RG-1 only their owner learns whether a login ID or e-mail address is known', async () => {
    const email = mail()
    const free = await register(member({ email, emailRepeat: email }))
    const known = await register(member({ email, emailRepeat: email, logonId: 'MEMBER01' }))
    const theirs = (await readAccount('MEMBERND'))?.email ?? ''
    const ofOther = await register(member({ ...knutson, email: theirs, emailRepeat: theirs }), northDakotan())
    for (const answer of [known, ofOther]) expect([answer.status, answer.body]).toEqual([free.status, free.body])
    await expect.poll(() => listReceived(email).length).toBe(2)
    const [one, other] = listReceived(email).map(({ text }) => text?.replace(/ticket=[\w-]+/g, ''))
    expect(other).toBe(one)
  })

  test('RG-1 a taken login ID is chosen again at the link, with a password that does not contain it', async () => {
    const email = mail()
    await register(member({ email, emailRepeat: email, logonId: 'MEMBER01' }))
    const ticket = await ticketAt(email)
    const taken = await confirm(ticket)
    expect(listErrors(taken)).toEqual([400, 'logonId login-id.taken'])
    expect(await listActions(taken)).toEqual(['registration.confirm refused'])
    const choose = (logonId: string, newPassword?: string) =>
      confirm(ticket, { logonId, ...(newPassword !== undefined && { newPassword }) })
    expect(listErrors(await choose('no'))).toEqual([400, 'logonId login-id.invalid', 'newPassword password.weak'])
    expect(listErrors(await choose('KESTREL7', 'My-kestrel7-Nest'))).toEqual([
      400,
      'newPassword password.holds-login-id',
    ])
    expect(listErrors(await choose('MEMBER02', 'Heron-58-Valley'))).toEqual([400, 'logonId login-id.taken'])
    expect((await choose('KESTREL7', 'Heron-58-Valley')).body.payload).toEqual({ logonId: 'KESTREL7' })
    expect((await visitor().signIn('KESTREL7', 'Heron-58-Valley')).status).toBe(200)
    await removeAccount('KESTREL7')
  })

  test('RG-1 of two registrations of one member, the first that is confirmed counts, even if both are simultaneous', async () => {
    const emails = [mail(), mail()]
    for (const [at, email] of emails.entries())
      await register(member({ email, emailRepeat: email, logonId: `BREKKE${at}` }))
    const tickets = await Promise.all(emails.map((email) => ticketAt(email)))
    const answers = await Promise.all(tickets.map((ticket) => confirm(ticket)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(listErrorCodes(answers.find(({ status }) => status === 409) as Answer)).toEqual(['CONFLICT'])
    for (const at of emails.keys()) await removeAccount(`BREKKE${at}`)
  })

  test('RG-1 a link is good for a day', async () => {
    const email = mail()
    await register(member({ email, emailRepeat: email }))
    const ticket = await ticketAt(email)
    await sql`update registration set expires_at = now() - interval '1 second'`.execute(portal.database.read)
    for (const gone of [ticket, '', 'A'.repeat(43)])
      expect(listErrorCodes(await confirm(gone))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('RG-1 VA-1 VA-4 VA-6 all problems are reported together, at their fields', async () => {
    const answer = await register(
      member({
        zipCode: '00000',
        memberId: 'x',
        email: 'x',
        emailRepeat: 'y',
        phone: '1',
        phoneType: 'FAX',
        logonId: 'no',
        newPassword: 'short',
        termsAccepted: false,
        userType: 'VU65',
        answers: [...newAccount().answers].map((one) => ({ ...one, answer: 'x' })),
      }),
    )
    expect(
      listErrors(answer)
        .slice(1)
        .map((text) => String(text).split(' ')[0]),
    ).toEqual([
      ...['userType', 'zipCode', 'email', 'emailRepeat', 'phone', 'phoneType', 'logonId', 'terms'],
      ...['newPassword', 'answer1', 'answer2', 'answer3'],
    ])
  })
})

describe('RG-1 visitors', () => {
  const prospect = (more: Record<string, unknown> = {}) => {
    const { relationship: _, memberId: __, ...who } = unregistered
    const email = mail()
    return { ...who, ...newAccount(), userType: 'VMED', email, emailRepeat: email, ...more }
  }
  const create = (body: ReturnType<typeof prospect>) => make(visitor(), calls.createProspect, { body })

  test('RG-1 RO-1 a prospect gets the role PROS and their market', async () => {
    const body = prospect({ segment: 'MED', logonId: 'PROSP71' })
    expect((await create(body)).status).toBe(200)
    expect((await confirm(await ticketAt(body.email))).status).toBe(200)
    const client = visitor()
    const { body: signedIn } = await client.signIn('PROSP71', body.newPassword)
    expect(JSON.stringify(signedIn.payload)).toContain('"PROS"')
    expect(await readAccount('PROSP71')).toMatchObject({
      member_id: null,
      market: 'MEDICARE',
      county: 'Allegheny County',
    })
    // Staff are notified once, with a due date (SH-8).
    const asked = portal.database.read.selectFrom('lead').selectAll().where('lead_id', '=', body.registrationId)
    expect(await asked.execute()).toMatchObject([
      { kind: 'prospect', brand: 'hmbcbs', segment: 'MED', email: body.email, due_at: expect.any(Date) },
    ])
    await removeAccount('PROSP71')
  })

  test('VA-2 BR-11 by age, zip and the choices of the brand; a member is none', async () => {
    const of17 = { dateOfBirth: '01/01/2009' }
    expect(listErrors(await create(prospect({ ...of17, brand: 'ms', zipCode: '25301' })))).toEqual([
      400,
      'dateOfBirth age.minimum',
    ])
    expect(listErrors(await create(prospect({ zipCode: '55401' })))).toEqual([400, 'zipCode zip.not-served'])
    expect(listErrors(await create(prospect({ zipCode: '17033', brand: 'hbs' })))).toEqual([
      400,
      'county field.required',
    ])
    expect(listErrors(await create(prospect({ userType: 'MREG' })))).toContain('userType select.not-chosen')
    expect(listErrors(await create(prospect({ brand: 'ndbcbs', zipCode: '58102' })))).toEqual([
      400,
      'userType select.not-chosen',
    ])
  })

  test('SH-1 a lead is stored once, under the same rules', async () => {
    const { zipCode, firstName, lastName, email, phone } = prospect()
    const body = { brand: 'hmbcbs', zipCode, firstName, lastName, email, phone, leadId: randomUUID() }
    const send = (more: Record<string, string> = {}) =>
      make(visitor(), calls.createLead, { body: { ...body, ...more } })
    const answer = await send()
    expect([answer.status, (await send()).status]).toEqual([200, 200])
    expect(await listActions(answer)).toEqual(['lead.create done'])
    const asked = portal.database.read.selectFrom('lead').selectAll().where('lead_id', '=', body.leadId)
    const leads = await asked.execute()
    expect(leads).toMatchObject([{ brand: 'hmbcbs', county: 'Allegheny County', phone: '(555) 555-0142' }])
    expect(listErrors(await send({ zipCode: '10001', email: 'x', lastName: '' }))).toEqual([
      400,
      'zipCode zip.not-served',
      'lastName field.required',
      'email email.invalid',
    ])
  })
})

describe('RG-1 hostile registrations', () => {
  /** How many bursts of twenty registrations; `docs/benchmarks.md` says how to try more. */
  const bursts = Number(process.env.HOSTILE_BURSTS ?? 100)
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('', '\0', "' or 1=1 --", '<script>', '../../etc', 'SELF', '99999999999999999', '02/30/2000'),
  )

  test(
    'RG-1 thousands of them are refused at their field, never fail, and leave nothing',
    async () => {
      const before = await sizes()
      const names = registrationFields.filter((name) => name !== 'terms')
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...names), texts), { minLength: 1, maxLength: 3 }),
          async (spoilt) => {
            const more = Object.fromEntries(spoilt.map(([name, text]) => [name, text.toWellFormed().slice(0, 90)]))
            const burst = Array.from({ length: 20 }, (_, at) =>
              register(
                member({ memberId: String(900_000_000 + at), ...(at % 4 > 0 && { newPassword: 'weak' }), ...more }),
              ),
            )
            for (const answer of await Promise.all(burst)) expect([400, 429]).toContain(answer.status)
          },
        ),
        { numRuns: bursts },
      )
      expect(await sizes()).toEqual(before)
    },
    bursts * 600,
  )

  async function sizes() {
    const { rows } = await sql`select (select count(*) from registration)::int as registrations,
      (select count(*) from account)::int as accounts, (select count(*) from outbox)::int as emails,
      (select count(*) from security_answer)::int as answers`.execute(portal.database.read)
    return rows
  }
})

/** Removes an account that a test has opened. */
async function removeAccount(loginId: string): Promise<void> {
  const id = (await readAccount(loginId))?.account_id
  if (id === undefined) return
  const on = portal.database.read
  await sql`update registration set account_id = null where account_id = ${id}`.execute(on)
  await sql`delete from security_answer where account_id = ${id}`.execute(on)
  await sql`delete from refresh_token where session_id in (select session_id from session where account_id = ${id})`.execute(
    on,
  )
  await sql`delete from session where account_id = ${id}`.execute(on)
  await sql`delete from account where account_id = ${id}`.execute(on)
}
