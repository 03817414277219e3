import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors } from '../../../test/client.ts'
import { expectAnswersHeld } from '../../../test/held-answers.ts'
import { testMail, untilNoMailWaits } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { answerQuestions, chosenAnswers, ownCard, undoChanges } from '../../../test/samples.ts'
import { addAuthenticator, appCode } from '../../../test/second-factor.ts'
import { createEvenTime } from '../../platform/limits/even-time.ts'

const fresh = 'Kestrel-47-Ridge'

const shortSteps = createEvenTime(10)
let inEvenTime = shortSteps
const portal = testPortal({ TRUST_PROXY: '1' }, { inEvenTime: (work) => inEvenTime(work) })
const smtp = testMail(portal)
afterEach(async () => {
  inEvenTime = shortSteps
  await undoChanges(portal.database)
  await sql`delete from outbox`.execute(portal.database.read)
})

const visitor = () => new Client(portal.origin)
async function signIn(loginId: string, word = 'Welcome1!'): Promise<Client> {
  const client = visitor()
  expect((await client.signIn(loginId, word)).status).toBe(200)
  return client
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (logonId: string, client = visitor(), headers = {}) =>
  make(client, calls.forgottenPassword, { body: { logonId } }, headers)
const askLoginId = (email: string, client = visitor()) => make(client, calls.forgottenUsername, { body: { email } })
const reset = (ticket: string, newPassword = fresh) =>
  make(visitor(), calls.resetPassword, { body: { ticket, newPassword } })

const check = (ticket: string) => make(visitor(), calls.checkRecoveryTicket, { body: { ticket } })

const readEmail = async (loginId: string) => {
  const query = portal.database.read.selectFrom('account').select('email').where('login_id', '=', loginId)
  return (await query.executeTakeFirstOrThrow()).email ?? ''
}
const listReceived = (to: string, subject: string) =>
  smtp.received.filter((email) => email.envelope.to.includes(to) && email.subject === subject)
async function nextEmail(to: string, subject: string, before: number) {
  await expect.poll(() => listReceived(to, subject).length).toBe(before + 1)
  return listReceived(to, subject)[before]
}
/** Requests a link and returns the ticket from the e-mail. */
async function ticketFor(loginId: string): Promise<string> {
  const to = await readEmail(loginId)
  await untilNoMailWaits(portal, to)
  const before = listReceived(to, 'Choose a new password').length
  expect((await ask(loginId)).status).toBe(200)
  const email = await nextEmail(to, 'Choose a new password', before)
  return /#\/new-password\?ticket=([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
}
const expectHeld = (asking: readonly (() => Promise<Answer>)[]) =>
  expectAnswersHeld(
    portal.origin,
    (steps) => {
      inEvenTime = steps
    },
    asking,
  )
const listActions = (answer: Answer) => listAuditedActions(portal.database, answer)

describe('RG-2 a forgotten login ID', () => {
  test('RG-2 is sent to the e-mail address, however it is written, in the brand and the language', async () => {
    const to = await readEmail('MEMBERND')
    const client = visitor()
    client.cookies.set('language', 'es')
    const answer = await askLoginId(` ${to.toUpperCase()} `, client)
    expect([answer.status, answer.body.payload]).toEqual([200, { accepted: true }])
    const email = await nextEmail(to, 'Su ID de usuario', 0)
    expect(email?.text).toContain('MEMBERND')
    expect(email?.text).toContain('defBrand=ndbcbs')
    expect(await listActions(answer)).toEqual(['recovery.login-id done'])
  })

  test('VA-6 text that is no e-mail address is refused by the rule', async () => {
    for (const email of ['', 'x', 'a@b', 'a b@mail.example', `${'x'.repeat(50)}@mail.example`])
      expect(listErrors(await askLoginId(email)), email).toEqual([400, 'email email.invalid'])
  })
})

describe('RG-2 a forgotten password, by link', () => {
  test('RG-2 the link opens once; all sessions end, browsers are forgotten, the owner is told, nothing is in the log', async () => {
    const owner = await signIn('MEMBER02')
    const { secret } = await addAuthenticator(owner)
    const browser = visitor()
    await browser.signIn('MEMBER02')
    const code = await make(browser, calls.secondFactor, { body: { code: appCode(secret), rememberDevice: true } })
    expect(code.status).toBe(200)

    const half = visitor()
    expect(listErrorCodes(await half.signIn('MEMBER02'))).toContain('SECOND-FACTOR-REQUIRED')

    const to = await readEmail('MEMBER02')
    const told = listReceived(to, 'Your password was changed').length
    const ticket = await ticketFor('MEMBER02')
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from recovery_ticket where encode(ticket_hash, 'escape') like ${`%${ticket}%`}`.execute(
      portal.database.read,
    )
    expect(rows[0]?.found).toBe(0)

    for (let time = 0; time < 2; time++) expect((await check(ticket)).body.payload).toEqual({ logonId: 'MEMBER02' })
    expect(listErrors(await reset(ticket, 'weak'))).toEqual([400, 'newPassword password.weak'])
    expect(listErrors(await reset(ticket, 'My-member02-9'))).toEqual([400, 'newPassword password.holds-login-id'])
    expect(listErrors(await reset(ticket, 'Welcome1!'))).toEqual([400, 'newPassword password.common'])
    const answers = await Promise.all([reset(ticket), reset(ticket), reset(ticket)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(listErrorCodes(await reset(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    // A used link looks exactly like one that never existed.
    for (const gone of [ticket, 'A'.repeat(43)])
      expect(listErrorCodes(await check(gone))).toEqual(['CHALLENGE-EXPIRED'])
    const done = answers.find(({ status }) => status === 200)
    expect(done && (await listActions(done))).toEqual(['password.recover done'])

    for (const old of [owner, browser]) expect((await make(old, calls.validateSession, {})).status).toBe(401)
    expect((await visitor().signIn('MEMBER02')).status).toBe(401)
    const late = await make(half, calls.secondFactor, { body: { code: appCode(secret, 1), rememberDevice: false } })
    expect(listErrorCodes(late)).toEqual(['CHALLENGE-EXPIRED'])
    // The browser was remembered before; now it is asked for a code again.
    expect(listErrorCodes(await browser.signIn('MEMBER02', fresh))).toContain('SECOND-FACTOR-REQUIRED')
    await nextEmail(to, 'Your password was changed', told)
    for (const word of [ticket, fresh]) expect(portal.log.join('\n')).not.toContain(word)
  })

  test('RG-2 VA-4 a link works beside later ones, until one of them is used; none of the last five passwords', async () => {
    const first = await ticketFor('MEMBERWY')
    const second = await ticketFor('MEMBERWY')
    const answers = await Promise.all([reset(first), reset(second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    for (const used of [first, second]) expect(listErrorCodes(await reset(used))).toEqual(['CHALLENGE-EXPIRED'])
    expect(listErrors(await reset(await ticketFor('MEMBERWY')))).toEqual([400, 'newPassword password.reused'])
  })

  test('RG-2 SI-14 a password change by its owner invalidates every earlier link', async () => {
    const tickets = [await ticketFor('MEMBERMN'), await ticketFor('MEMBERMN')]
    const owner = await signIn('MEMBERMN')
    const body = { currentPassword: 'Welcome1!', newPassword: fresh }
    expect((await make(owner, calls.changePassword, { body })).status).toBe(200)
    for (const ticket of tickets) {
      expect(listErrorCodes(await check(ticket))).toEqual(['CHALLENGE-EXPIRED'])
      expect(listErrorCodes(await reset(ticket, 'Plover-61-Shore'))).toEqual(['CHALLENGE-EXPIRED'])
    }
    await signIn('MEMBERMN', fresh)
  })

  test('RG-2 it works for 15 minutes', async () => {
    const ticket = await ticketFor('MEMBERWV')
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - created_at)::int / 60 as minutes from recovery_ticket`.execute(
      portal.database.read,
    )
    expect(rows[0]?.minutes).toBe(15)
    await sql`update recovery_ticket set expires_at = now() - interval '1 second'`.execute(portal.database.read)
    expect(listErrorCodes(await reset(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    for (const nobodys of ['', 'x', 'A'.repeat(43)])
      expect(listErrorCodes(await reset(nobodys))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('SI-13 RG-2 a login ID closed by too many failures is open again, and a due password is no longer due', async () => {
    expect(listErrorCodes(await visitor().signIn('LOCKED01'))).toEqual(['GEN-SUSPEND'])
    expect((await reset(await ticketFor('LOCKED01'))).status).toBe(200)
    await signIn('LOCKED01', fresh)
  })
})

describe('RG-2 a forgotten password, by security questions', () => {
  const answer = (logonId: string, answers: readonly { questionId: string; answer: string }[], headers = {}) =>
    make(visitor(), calls.answerQuestions, { body: { logonId, answers: [...answers] } }, headers)
  const choose = async (loginId: string) => {
    const client = await signIn(loginId)
    const set = await make(client, calls.setSecurityQuestions, { body: { answers: [...chosenAnswers] } })
    expect(set.status).toBe(200)
    return client
  }

  test('RG-2 the correct answers, however they are written, open it; they are stored hashed', async () => {
    const client = await choose('MEMBERDE')
    const chosen = await make(client, calls.securityQuestions, {})
    expect(chosen.body.payload.chosen).toEqual(chosenAnswers.map(({ questionId }) => questionId))
    expect(chosen.body.payload.offered.length).toBeGreaterThanOrEqual(6)
    const { rows } = await sql<{ answer_hash: string }>`select answer_hash from security_answer`.execute(
      portal.database.read,
    )
    expect(rows.map(({ answer_hash }) => answer_hash.slice(0, 10))).toEqual(Array(3).fill('$argon2id$'))

    const asked = await answerQuestions(visitor(), 'MEMBERDE')
    expect(asked).toHaveLength(2)
    expect(await answerQuestions(visitor(), 'memberde')).toEqual(asked)
    const shouted = asked.map((one) => ({ ...one, answer: ` ${one.answer.toUpperCase()}. ` }))
    const opened = await answer('memberde', shouted)
    expect([opened.status, await listActions(opened)]).toEqual([200, ['recovery.answers done']])
    expect((await reset(opened.body.payload.ticket)).status).toBe(200)
    await signIn('MEMBERDE', fresh)
  })

  test('RG-2 wrong ones do not, nor one correct one twice, nor a question that was not asked', async () => {
    await choose('MEMBERID')
    const [one, other] = await answerQuestions(visitor(), 'MEMBERID')
    if (one === undefined || other === undefined) throw new Error('Two are asked.')
    const third = chosenAnswers.find(({ questionId }) => ![one.questionId, other.questionId].includes(questionId))
    const tries = [
      [one, { ...other, answer: 'Wrong' }],
      [one, one],
      [one, { ...one, answer: one.answer.toLowerCase() }],
      [one, third ?? one],
    ]
    for (const given of tries) expect(listErrors(await answer('MEMBERID', given))).toEqual([400, 'answers GEN-NOMATCH'])
    // The fifth failure locks, even before a correct answer; the same for a login ID that no one has.
    expect(listErrors(await answer('MEMBERID', [one, { ...other, answer: 'x' }]))[0]).toBe(400)
    expect((await answer('MEMBERID', [one, other])).status).toBe(429)
    for (let tried = 0; tried < 5; tried += 1) expect((await answer('NOBODY77', [one, other])).status).toBe(400)
    expect((await answer('NOBODY77', [one, other])).status).toBe(429)
  })

  test('RG-2 SI-13 wrong answers from elsewhere do not keep out someone with correct ones, nor do many from many places if we know their address', async () => {
    await choose('MEMBERWV')
    const right = await answerQuestions(visitor(), 'MEMBERWV')
    const wrong = right.map((one) => ({ ...one, answer: 'Wrong' }))
    const readStatus = async (given: Parameters<typeof answer>[1], headers = {}) =>
      (await answer('MEMBERWV', given, headers)).status
    const statuses = []
    for (let tried = 0; tried < 6; tried += 1) statuses.push(await readStatus(wrong, from('198.51.100.1')))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    await sql`update sign_in_limit set failures = 19 where kind = 'answer-anywhere'`.execute(portal.database.read)
    expect(await readStatus(wrong, from('198.51.100.2'))).toBe(400)
    // Twenty consecutive failures lock it everywhere except where the person signs in.
    expect(await readStatus(right, from('203.0.113.98'))).toBe(429)
    expect(await readStatus(right)).toBe(200)
    expect(await readStatus(right, from('203.0.113.98'))).toBe(200)
  })

  test('RG-2 three different questions of the brand, with answers that are not too easy', async () => {
    const client = await signIn('MEMBER01')
    const [first, second, third] = chosenAnswers
    const setRefused = async (...answers: { questionId: string; answer: string }[]) =>
      listErrors(await make(client, calls.setSecurityQuestions, { body: { answers } }))
    expect(await setRefused(first, { ...first, answer: 'Elm' }, { ...third, questionId: 'made-up' })).toEqual([
      400,
      'questionId2 question.repeated',
      'questionId3 select.not-chosen',
    ])
    expect(
      await setRefused(first, { ...second, answer: 'chestnut!' }, { questionId: third.questionId, answer: 'dish' }),
    ).toEqual([400, 'answer2 answer.repeated', 'answer3 answer.in-question'])
    expect(await setRefused(first, { ...second, answer: ' ' }, { ...third, answer: 'ab' })).toEqual([
      400,
      'answer2 field.required',
      'answer3 answer.length',
    ])
    expect(await setRefused(first, second)).toEqual([400, 'answers FIELD-INVALID'])
    const { body } = await make(client, calls.securityQuestions, {})
    expect(body.payload).toMatchObject({ chosen: [], setAt: null })
  })
})

describe('RG-2 a forgotten login ID, by security questions', () => {
  type Given = readonly { questionId: string; answer: string }[]
  const askQuestions = (card: typeof ownCard) => make(visitor(), calls.usernameQuestions, { body: card })
  const answer = (card: typeof ownCard, answers: Given) =>
    make(visitor(), calls.answerForUsername, { body: { ...card, answers: [...answers] } })
  const nobody = { memberId: '999999999', dateOfBirth: '01/02/1970' }
  const listAskedQuestions = async (card: typeof ownCard) => {
    const { body } = await askQuestions(card)
    const ids = body.payload.questions.map(({ questionId }) => questionId)
    return chosenAnswers.filter(({ questionId }) => ids.includes(questionId))
  }

  test('RG-2 a member’s correct answers, by card and birth date, reveal it; anything else is refused alike', async () => {
    const client = await signIn('MEMBER01')
    await make(client, calls.setSecurityQuestions, { body: { answers: [...chosenAnswers] } })
    const right = await listAskedQuestions(ownCard)
    expect(right).toHaveLength(2)
    expect(await listAskedQuestions(ownCard)).toEqual(right)
    const found = await answer(ownCard, right)
    expect([found.status, found.body.payload]).toEqual([200, { logonId: 'MEMBER01' }])
    expect(await listActions(found)).toEqual(['recovery.answers done'])

    const wrong = right.map((one) => ({ ...one, answer: 'Nothing' }))
    for (const refused of [
      await answer(ownCard, wrong),
      await answer(ownCard, right.slice(0, 1).concat(right.slice(0, 1))),
      await answer({ ...ownCard, dateOfBirth: '09/13/1965' }, right),
      await answer(nobody, wrong),
    ])
      expect(listErrors(refused)).toEqual([400, 'answers GEN-NOMATCH'])
    const [known, unknown] = [await askQuestions({ ...ownCard, dateOfBirth: '09/13/1965' }), await askQuestions(nobody)]
    for (const { status, body } of [known, unknown]) expect([status, body.payload.questions.length]).toEqual([200, 2])
    for (const word of ['Chestnut', ownCard.memberId]) expect(portal.log.join('\n')).not.toContain(word)
  })

  const withAnswers = async (loginId: string) =>
    make(await signIn(loginId), calls.setSecurityQuestions, { body: { answers: [...chosenAnswers] } })
  /** The answers of someone who knows everything that `loginId` chose. */
  const answerTold = async (card: typeof ownCard, client = visitor()) => {
    const { body } = await make(client, calls.usernameQuestions, { body: card })
    const answers = body.payload.questions.map(
      ({ questionId }) =>
        chosenAnswers.find((chosen) => chosen.questionId === questionId) ?? { questionId, answer: 'Nothing' },
    )
    const found = await make(client, calls.answerForUsername, { body: { ...card, answers } })
    return found.status === 200 ? found.body.payload : listErrors(found)
  }

  test('RG-2 VA-5 a dependent is found by the primary subscriber’s ID, too, unless two people match', async () => {
    await withAnswers('FAMILY02')
    const dateOfBirth = '11/02/1984'
    for (const memberId of ['61530988401', '61530988400'])
      expect(await answerTold({ memberId, dateOfBirth })).toEqual({ logonId: 'FAMILY02' })
    expect(await answerTold({ memberId: '61530988400', dateOfBirth: '11/03/1984' })).toEqual([
      400,
      'answers GEN-NOMATCH',
    ])

    // The subscriber gets the same birthday: first with the subscriber's own number, then with neither's number.
    const shareBirthDate = (member: string, number: string) =>
      sql`update member set date_of_birth = '1984-11-02', member_number = ${number} where member_number = ${member}`.execute(
        portal.database.read,
      )
    await withAnswers('FAMILY01')
    await shareBirthDate('61530988400', '61530988400')
    expect(await answerTold({ memberId: '61530988400', dateOfBirth })).toEqual({ logonId: 'FAMILY01' })
    expect(await answerTold({ memberId: '61530988401', dateOfBirth })).toEqual({ logonId: 'FAMILY02' })
    await shareBirthDate('61530988400', '61530988409')
    expect(await answerTold({ memberId: '61530988400', dateOfBirth })).toEqual([400, 'answers GEN-NOMATCH'])
  })

  test('RG-2 VA-5 a card number with letters is found however they are typed', async () => {
    await withAnswers('MEMBERND')
    const { rows } = await sql<{ born: string }>`update member set member_number = 'ND7144649'
      where member_id = (select member_id from account where login_id = 'MEMBERND')
      returning to_char(date_of_birth::date, 'MM/DD/YYYY') as born`.execute(portal.database.read)
    const client = visitor()
    client.cookies.set('brand', 'ndbcbs')
    for (const memberId of ['ND7144649', 'nd7144649'])
      expect(await answerTold({ memberId, dateOfBirth: rows[0]?.born ?? '' }, client)).toEqual({ logonId: 'MEMBERND' })
  })

  test('SI-13 RG-2 guesses are limited by card, whether or not anybody has it, whatever the birth date', async () => {
    const given = chosenAnswers.slice(0, 2)
    for (const { memberId } of [ownCard, nobody]) {
      let refused: Answer | null = null
      for (let day = 10; refused?.status !== 429 && day < 28; day += 1)
        refused = await answer({ memberId, dateOfBirth: `01/${day}/1980` }, given)
      expect(refused && listErrorCodes(refused)).toEqual(['TOO-MANY-REQUESTS'])
    }
  })

  test('VA-5 VA-10 RG-2 details that no card can have are refused by the rules', async () => {
    expect(listErrors(await askQuestions({ memberId: '12', dateOfBirth: '01/02/1970' }))).toEqual([
      400,
      'memberId member-id.invalid',
    ])
    expect(listErrors(await askQuestions({ memberId: nobody.memberId, dateOfBirth: '02/30/1970' }))).toEqual([
      400,
      'dateOfBirth date.invalid',
    ])
  })

  test('RG-2 SI-13 the answer waits for the same moment for a member and for an unknown person', async () => {
    const wrong = chosenAnswers.slice(0, 2)
    await expectHeld([() => answer(ownCard, wrong), () => answer(nobody, wrong)])
  })
})

describe('RG-2 nobody learns who is known', () => {
  const unknown = { login: 'NOBODY88', email: 'nobody@mail.example' }

  test('RG-2 the answers are the same to the letter', async () => {
    const same = async (known: Promise<Answer>, nobody: Promise<Answer>) => {
      const [one, other] = await Promise.all([known, nobody])
      expect([other.status, other.body]).toEqual([one.status, one.body])
      const names = ({ headers }: Answer) => [...headers.keys()].sort()
      expect(names(other)).toEqual(names(one))
    }
    await same(ask('MEMBER01'), ask(unknown.login))
    await same(askLoginId(await readEmail('MEMBER01')), askLoginId(unknown.email))
    const questions = (logonId: string) => make(visitor(), calls.recoveryQuestions, { body: { logonId } })
    for (const logonId of [unknown.login, 'MEMBER01']) {
      const answers = await Promise.all([questions(logonId), questions(logonId)])
      expect(answers[0]?.body.payload.questions).toHaveLength(2)
      expect(answers[1]?.body.payload).toEqual(answers[0]?.body.payload)
    }
  })

  test('RG-2 SI-13 the times are the same: each answer waits for the same moment after the request', async () => {
    const email = await readEmail('MEMBERMN')
    await expectHeld([
      () => ask('MEMBERMN'),
      () => ask(unknown.login),
      () => askLoginId(email),
      () => askLoginId(unknown.email),
    ])
  })

  test('RG-2 SI-13 a person gets three e-mails, then no more for a while, and no answer reveals it', async () => {
    const to = await readEmail('MEDSHOP1')
    for (let asked = 0; asked < 5; asked += 1) expect((await ask('MEDSHOP1')).status).toBe(200)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbox where recipient = ${to}`.execute(portal.database.read)
    expect(rows[0]?.count).toBe(3)
  })

  const readSentTo = async (email: string) => {
    const query = portal.database.read.selectFrom('outbox').select('email_id').where('recipient', '=', email)
    return (await query.execute()).length
  }

  test('RG-2 SI-13 requesting e-mails to somebody does not keep that person from requesting one', async () => {
    const to = await readEmail('MEDSHOP1')
    const before = await readSentTo(to)
    for (let asked = 0; asked < 5; asked += 1) await ask('MEDSHOP1', visitor(), from('198.51.100.20'))
    expect(await readSentTo(to)).toBe(before + 3)
    await ask('MEDSHOP1', visitor(), from('203.0.113.20'))
    expect(await readSentTo(to)).toBe(before + 4)
    // After ten from anywhere, no more are sent for a while, except for requests from where the person signs in.
    for (let place = 21; place < 30; place += 1) await ask('MEDSHOP1', visitor(), from(`198.51.100.${place}`))
    expect(await readSentTo(to)).toBe(before + 10)
    await make(
      visitor(),
      calls.userLogin,
      { body: { userId: 'MEDSHOP1', password: 'Welcome1!' } },
      from('203.0.113.21'),
    )
    await ask('MEDSHOP1', visitor(), from('203.0.113.22'))
    expect(await readSentTo(to)).toBe(before + 10)
    await ask('MEDSHOP1', visitor(), from('203.0.113.21'))
    expect(await readSentTo(to)).toBe(before + 11)
  })

  test('RG-2 SI-13 an address that asks again and again is refused, except for people who sign in there and for tickets', async () => {
    const there = from('203.0.113.40')
    await make(visitor(), calls.userLogin, { body: { userId: 'TWOGROUPS', password: 'Welcome1!' } }, there)
    await sql`insert into sign_in_limit (kind, key, failures, first_failure_at, last_failure_at)
      values ('recovery-address', '203.0.113.40', 99, now(), now())`.execute(portal.database.read)
    expect((await ask(unknown.login, visitor(), there)).status).toBe(200)
    const email = 'nobody@mail.test'
    for (const answer of [
      await ask('MEMBER01', visitor(), there),
      await make(visitor(), calls.forgottenUsername, { body: { email } }, there),
      await make(visitor(), calls.recoveryQuestions, { body: { logonId: unknown.login } }, there),
    ])
      expect([answer.status, listErrorCodes(answer)]).toEqual([429, ['TOO-MANY-REQUESTS']])
    expect((await ask('TWOGROUPS', visitor(), there)).status).toBe(200)
    const lead = { leadId: randomUUID(), firstName: 'Ann', lastName: 'Poe', phone: '(555) 555-0142' }
    const body = { ...lead, email, brand: 'hmbcbs', zipCode: '15222' }
    expect((await make(visitor(), calls.createLead, { body }, there)).status).toBe(200)
    const ticket = await ticketFor('TWOGROUPS')
    const resetWith = (value: string) =>
      make(visitor(), calls.resetPassword, { body: { ticket: value, newPassword: fresh } }, there)
    await sql`insert into sign_in_limit (kind, key, failures, first_failure_at, last_failure_at)
      values ('ticket-address', '203.0.113.40', 99, now(), now())`.execute(portal.database.read)
    expect(listErrorCodes(await resetWith('x'))).toEqual(['CHALLENGE-EXPIRED'])
    expect(listErrorCodes(await resetWith('x'))).toEqual(['TOO-MANY-REQUESTS'])
    const weak = await make(visitor(), calls.resetPassword, { body: { ticket, newPassword: 'Short-1' } }, there)
    expect(listErrors(weak)).toEqual([400, 'newPassword password.weak'])
    expect((await resetWith(ticket)).status).toBe(200)
  })
})
