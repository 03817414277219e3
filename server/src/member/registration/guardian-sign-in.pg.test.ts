import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors } from '../../../test/client.ts'
import { testMail, untilNoMailWaits } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { chipChild, chipGuardian, undoChanges } from '../../../test/samples.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

type Details = Record<keyof typeof chipGuardian, string>
interface Child {
  readonly logonId: string
  readonly code: string
  readonly onFile: string
  readonly details: Details
}
const under: Child = { logonId: 'CHIP14UN', code: 'UNDER_CHIP14', onFile: 'marian@mail.test', details: chipGuardian }
const over: Child = {
  logonId: 'CHIP14OV',
  code: 'OVER_CHIP14',
  onFile: 'lorna@mail.test',
  details: { guardianFirstName: 'Lorna', guardianLastName: 'Cummerata', guardianDateOfBirth: '07/30/1981' },
}

const portal = testPortal({ SESSION_MAX_S: '604800' })
const smtp = testMail(portal)
afterEach(async () => {
  await undoChanges(portal.database)
  const on = portal.database.read
  await sql`delete from outbox`.execute(on)
  await sql`update member set guardian_verified_on = null where chip`.execute(on)
})

/** A browser whose sign-in was refused although the password was right. */
async function signInRefused({ logonId, code }: Child): Promise<Client> {
  const client = new Client(portal.origin)
  const answer = await client.signIn(logonId)
  expect([answer.status, ...listErrorCodes(answer)]).toEqual([401, code])
  return client
}
const ask = (client: Client, details: Partial<Details> = {}) =>
  make(client, calls.requestSignInPin, { body: { ...chipGuardian, ...details } })
const verify = (client: Client, pin: string) => make(client, calls.verifySignInGuardian, { body: { pin } })
const listReceived = (to: string) => smtp.received.filter((email) => email.envelope.to.includes(to))
async function newPin(client: Client, { onFile, details }: Child): Promise<string> {
  await untilNoMailWaits(portal, onFile)
  const before = listReceived(onFile).length
  expect((await ask(client, details)).status).toBe(200)
  await expect.poll(() => listReceived(onFile).length).toBe(before + 1)
  return /\b(\d{6})\b/.exec(listReceived(onFile)[before]?.text ?? '')?.[1] ?? ''
}
const otherThan = (pin: string) => (pin === '111111' ? '222222' : '111111')
const listEvents = async (answer: Answer) => {
  const rows = await portal.database.read
    .selectFrom('audit_event')
    .select(['actor_login_id', 'action', 'outcome', 'member_id'])
    .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
    .execute()
  return rows.map(({ actor_login_id: who, action, outcome, member_id: whose }) => ({
    who,
    what: `${action} ${outcome}`,
    whose: whose !== null,
  }))
}
const wrong = { guardianFirstName: 'Marion' }

test('ER-4 MP-14 a guardian’s session in a child’s account ends before the day on which the child turns 14', async () => {
  const { read } = portal.database
  const tomorrow = isoDayAfter(easternDay(new Date()), 1)
  const before = await read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['member.member_id', 'member.date_of_birth as born'])
    .where('login_id', '=', under.logonId)
    .executeTakeFirstOrThrow()
  const turn = (date_of_birth: string) =>
    read
      .updateTable('member')
      .set({ date_of_birth, guardian_verified_on: easternDay(new Date()) })
      .where('member_id', '=', before.member_id)
      .execute()
  const readEnd = async (born: string) => {
    await turn(born)
    expect((await new Client(portal.origin).signIn(under.logonId)).status).toBe(200)
    const latest = read.selectFrom('session').select('expires_at').where('login_id', '=', under.logonId)
    return (await latest.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).expires_at
  }
  const findDay = (years: number) => tomorrow.replace(/^\d+/, (year) => String(Number(year) - years))
  const end = await readEnd(findDay(14))
  const later = await readEnd(findDay(13))
  await turn(before.born)
  expect(easternDay(end)).toBe(tomorrow)
  expect(easternDay(new Date(end.getTime() - 60_000))).not.toBe(tomorrow)
  expect(later.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000)
})

describe('ER-4 ER-5 a guardian after a sign-in that was refused', () => {
  test.each([
    { whose: 'ER-5 under 14', ...under },
    { whose: 'ER-4 from 14 on', ...over },
  ])('$whose: the PIN from the address on file lets the account in, in this browser alone', async (child) => {
    const client = await signInRefused(child)
    const pin = await newPin(client, child)
    expect(listReceived(child.onFile).at(-1)?.text).toContain('#/guardian')
    expect(listErrors(await verify(client, otherThan(pin)))).toEqual([400, 'pin pin.wrong'])
    expect(listErrorCodes(await verify(new Client(portal.origin), pin))).toEqual(['CHALLENGE-EXPIRED'])

    const right = await verify(client, pin)
    expect([right.status, right.body.payload]).toEqual([200, { logonId: child.logonId }])
    expect(await listEvents(right)).toEqual([{ who: null, what: 'guardian.verify done', whose: true }])
    expect((await client.signIn(child.logonId)).status).toBe(200)
    // The PIN works once, and for this sign-in only.
    expect(listErrorCodes(await verify(client, pin))).toEqual(['CHALLENGE-EXPIRED'])
    expect(listErrorCodes(await ask(client, child.details))).toEqual(['CHALLENGE-EXPIRED'])
    expect(portal.log.join('\n')).not.toContain(`"${pin}"`)
  })

  test('ER-4 ER-5 MP-14 a proof from before the child was 14 is over on that birthday, and given once more it counts', async () => {
    const on = portal.database.read
    const child = sql`(select member_id from account where login_id = 'CHIP14UN')`
    const client = await signInRefused(under)
    expect((await verify(client, await newPin(client, under))).status).toBe(200)
    expect((await client.signIn(under.logonId)).status).toBe(200)

    const { rows } = await sql<{ day: string }>`select date_of_birth as day from member
      where member_id = ${child}`.execute(on)
    await sql`update member set date_of_birth = current_date - interval '14 years 1 month',
      guardian_verified_on = current_date - interval '2 months' where member_id = ${child}`.execute(on)
    const late = await signInRefused({ ...under, code: 'OVER_CHIP14' })
    expect((await verify(late, await newPin(late, under))).status).toBe(200)
    expect((await late.signIn(under.logonId)).status).toBe(200)
    await sql`update member set date_of_birth = ${rows[0]?.day} where member_id = ${child}`.execute(on)
  })

  test('ER-5 without the right password, the details are never checked', async () => {
    const client = new Client(portal.origin)
    await client.signIn('CHIP14UN', 'Wrong-pass1')
    expect(listErrorCodes(await ask(client))).toEqual(['CHALLENGE-EXPIRED'])
    await client.signIn('MEMBER01')
    expect(listErrorCodes(await ask(client))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('ER-5 it is over after half an hour', async () => {
    const client = await signInRefused(under)
    const pin = await newPin(client, under)
    await sql`update sign_in_challenge set expires_at = now() - interval '1 second'`.execute(portal.database.read)
    expect(listErrorCodes(await verify(client, pin))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('ER-4 ER-5 problems are reported at their field, in the words of the refusal', async () => {
    const client = await signInRefused(under)
    const none = { guardianFirstName: '', guardianLastName: '<b>', guardianDateOfBirth: '02/17/2020' }
    expect(listErrors(await ask(client, none))).toEqual([
      400,
      'guardianFirstName field.required',
      'guardianLastName name.invalid',
      'guardianDateOfBirth age.minimum',
    ])
    const answer = await ask(client, wrong)
    expect(listErrors(answer)).toEqual([400, 'guardian UNDER_CHIP14'])
    expect(await listEvents(answer)).toEqual([{ who: null, what: 'guardian.match refused', whose: true }])
    expect(listErrors(await ask(await signInRefused(over), wrong))).toEqual([400, 'guardian OVER_CHIP14'])
    expect(listErrors(await verify(client, '12345'))).toEqual([400, 'pin pin.invalid'])
  })
})

describe('ER-5 three tries, which customer service can lift', () => {
  const memberId = '14630845200'
  const unlock = async (loginId: string, number: string) => {
    const client = new Client(portal.origin)
    await client.signIn(loginId)
    return make(client, calls.unlockGuardian, { body: { memberId: number } })
  }

  test('ER-5 three wrong details count in every browser, and for registration too; then staff let them try again', async () => {
    for (let times = 0; times < 2; times++)
      expect(listErrors(await ask(await signInRefused(under), wrong))).toEqual([400, 'guardian UNDER_CHIP14'])
    expect(listErrorCodes(await ask(await signInRefused(under), wrong))).toEqual(['TOO-MANY-REQUESTS'])
    const client = await signInRefused(under)
    expect(listErrorCodes(await ask(client))).toEqual(['TOO-MANY-REQUESTS'])

    const answer = await unlock('CSRREP01', ` ${memberId} `)
    expect([answer.status, answer.body.payload]).toEqual([200, { memberId }])
    const lifted = { who: 'CSRREP01', what: 'guardian.unlock done', whose: true }
    // One event for each child on the contract.
    expect(await listEvents(answer)).toEqual(Array(5).fill(lifted))
    const pin = await newPin(client, under)
    expect((await verify(client, pin)).status).toBe(200)
  })

  test('ER-5 the three are of the child, whether its contract or its own card is named, and are lifted by either', async () => {
    const june = { ...chipChild, firstName: 'June', dateOfBirth: '10/02/2019' }
    const own = '14630845203'
    const request = (number: string, details: Partial<Details> = {}) =>
      make(new Client(portal.origin), calls.requestGuardianPin, {
        body: { ...june, ...chipGuardian, ...details, memberId: number },
      })
    const match = (number: string, more: Record<string, string> = {}) =>
      make(new Client(portal.origin), calls.matchCoverage, { body: { ...june, memberId: number, ...more } })
    for (const [lockedBy, liftedBy] of [
      [own, memberId],
      [memberId, own],
    ] as const) {
      for (const number of [memberId, own])
        expect(listErrors(await request(number, wrong))).toEqual([400, 'guardian UNDER_CHIP14'])
      expect(listErrorCodes(await request(lockedBy, wrong))).toEqual(['TOO-MANY-REQUESTS'])
      for (const number of [memberId, own]) expect(listErrorCodes(await request(number))).toEqual(['TOO-MANY-REQUESTS'])
      for (let times = 0; times < 5; times++)
        expect((await match(lockedBy, { dateOfBirth: '10/03/2019' })).status).toBe(400)
      expect((await match(lockedBy)).status).toBe(429)

      expect((await unlock('CSRREP01', liftedBy)).status).toBe(200)
      expect((await match(lockedBy)).status).toBe(200)
      for (const number of [memberId, own]) expect((await request(number)).status).toBe(200)
    }
  })

  test('ER-5 three PINs and three wrong PINs are lifted alike', async () => {
    const client = await signInRefused(under)
    const pins = []
    for (let times = 0; times < 3; times++) pins.push(await newPin(client, under))
    expect(listErrorCodes(await ask(client))).toEqual(['TOO-MANY-REQUESTS'])
    const pin = pins.at(-1) ?? ''
    for (let times = 0; times < 2; times++)
      expect(listErrors(await verify(client, otherThan(pin)))).toEqual([400, 'pin pin.wrong'])
    expect(listErrorCodes(await verify(client, otherThan(pin)))).toEqual(['TOO-MANY-REQUESTS'])
    expect(listErrorCodes(await verify(client, pin))).toEqual(['TOO-MANY-REQUESTS'])
    expect((await unlock('INTERNAL1', memberId)).status).toBe(200)
    expect((await verify(client, pin)).status).toBe(200)
  })

  test('ER-5 RO-4 staff lift nothing for a contract of brands that they do not work for', async () => {
    const { read } = portal.database
    await sql`update staff_brand set brand = 'wybcbs' where brand = 'hmbcbs'
      and account_id = (select account_id from account where login_id = 'CSRREP01')`.execute(read)
    for (let times = 0; times < 3; times++) await ask(await signInRefused(under), wrong)
    const answer = await unlock('CSRREP01', memberId)
    expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    expect(await listEvents(answer)).toEqual(
      Array(5).fill({ who: 'CSRREP01', what: 'guardian.unlock refused', whose: true }),
    )
    expect(listErrorCodes(await ask(await signInRefused(under)))).toEqual(['TOO-MANY-REQUESTS'])
    await sql`update staff_brand set brand = 'hmbcbs' where brand = 'wybcbs'
      and account_id = (select account_id from account where login_id = 'CSRREP01')`.execute(read)
    expect((await unlock('CSRREP01', memberId)).status).toBe(200)
  })

  test('ER-5 RO-4 only staff who are entitled to; a member ID that nobody has is answered alike and noted', async () => {
    expect(listErrorCodes(await unlock('CSRREP03', memberId))).toEqual(['WRONG-ROLE'])
    expect(listErrorCodes(await unlock('AGENT001', memberId))).toEqual(['WRONG-ROLE'])
    expect(listErrors(await unlock('CSRREP01', '12 34'))).toEqual([400, 'memberId member-id.invalid-alphanumeric'])
    const answer = await unlock('CSRREP01', '000000000')
    expect([answer.status, answer.body.payload]).toEqual([200, { memberId: '000000000' }])
    expect(await listEvents(answer)).toEqual([{ who: 'CSRREP01', what: 'guardian.unlock done', whose: false }])
  })
})
