import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors } from '../../../test/client.ts'
import { testMail, untilNoMailWaits } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { chipChild, chipGuardian, newAccount, undoChanges, unregistered } from '../../../test/samples.ts'

const onFile = 'marian@mail.test'
const noah = { ...chipChild, relationship: 'DEPENDENT/OTHER', firstName: 'Noah', dateOfBirth: '02/14/2011' }

const portal = testPortal()
const smtp = testMail(portal)
afterEach(async () => {
  await undoChanges(portal.database)
  await sql`delete from outbox`.execute(portal.database.read)
})

const visitor = () => new Client(portal.origin)
const match = (child: Record<string, string>) =>
  make(visitor(), calls.matchCoverage, { body: { ...chipChild, ...child } })
const requestPin = (more: Record<string, string> = {}) =>
  make(visitor(), calls.requestGuardianPin, { body: { ...chipChild, ...chipGuardian, ...more } })
const verify = (pin: string, more: Record<string, string> = {}) =>
  make(visitor(), calls.verifyGuardian, { body: { ...chipChild, ...more, pin } })
const register = (more: Record<string, string>) =>
  make(visitor(), calls.registerMember, { body: { ...chipChild, ...newAccount(), ...more } })
const listReceived = (to: string) => smtp.received.filter((email) => email.envelope.to.includes(to))
/** The matching part of the next e-mail to an address. */
async function inNextEmail(to: string, before: number, pattern: RegExp): Promise<string> {
  await expect.poll(() => listReceived(to).length).toBe(before + 1)
  return pattern.exec(listReceived(to)[before]?.text ?? '')?.[1] ?? ''
}
async function newPin(more: Record<string, string> = {}): Promise<string> {
  await untilNoMailWaits(portal, onFile)
  const before = listReceived(onFile).length
  expect((await requestPin(more)).status).toBe(200)
  return inNextEmail(onFile, before, /\b(\d{6})\b/)
}
const otherThan = (pin: string) => (pin === '111111' ? '222222' : '111111')
const listActions = async (answer: Answer) => (await listAuditedActions(portal.database, answer)).sort()

describe('ER-4 ER-5 a guardian proves who they are', () => {
  test.each([
    { whose: 'ER-5 under 14, by the account of the guardian', child: chipChild, logonId: 'IVYMARIAN' },
    { whose: 'ER-4 from 14 on, by an account of their own', child: noah, logonId: 'NOAH2011' },
  ])('RG-1 a child $whose, can sign in after the PIN from the address on file', async ({ child, logonId }) => {
    const found = await match(child)
    expect(found.body.payload).toEqual({ matched: true, guardianNeeded: true })
    const email = `g${randomUUID().slice(0, 8)}@mail.example.com`
    const code = child === noah ? 'OVER_CHIP14' : 'UNDER_CHIP14'
    const account = { ...child, email, emailRepeat: email, logonId }
    expect(listErrors(await register(account))).toEqual([400, `guardian ${code}`])
    expect(listErrors(await register({ ...account, guardianProof: 'A'.repeat(43) }))).toEqual([400, `guardian ${code}`])

    const pin = await newPin(child)
    expect(pin).toMatch(/^\d{6}$/)
    expect(listReceived(email)).toHaveLength(0)
    const right = await verify(pin, child)
    expect([right.status, await listActions(right)]).toEqual([200, ['guardian.verify done', 'registration.match done']])
    const { guardianProof } = right.body.payload
    expect(listErrors(await verify(pin, child))).toEqual([400, 'pin pin.wrong'])
    // The proof is only for this child.
    const other = { firstName: 'June', dateOfBirth: '10/02/2019', relationship: chipChild.relationship }
    expect(listErrors(await register({ ...account, ...other, guardianProof }))).toEqual([400, 'guardian UNDER_CHIP14'])

    const sent = { ...account, guardianProof, registrationId: randomUUID() }
    for (const answer of [await register(sent), await register(sent)]) expect(answer.status).toBe(200)
    const ticket = await inNextEmail(email, 0, /ticket=([\w-]{43})/)
    expect((await make(visitor(), calls.confirmRegistration, { body: { ticket } })).status).toBe(200)
    expect((await visitor().signIn(logonId, newAccount().newPassword)).status).toBe(200)

    const { rows } = await sql<{ row: string }>`select row_to_json(guardian_check)::text as row
      from guardian_check`.execute(portal.database.read)
    for (const secret of [pin, guardianProof]) {
      expect(rows.map(({ row }) => row).join()).not.toContain(`"${secret}"`)
      expect(portal.log.join('\n')).not.toContain(`"${secret}"`)
    }
  })

  test('ER-4 a guardian does not register a child of 14 in their own name; nobody else needs a guardian', async () => {
    const june = { firstName: 'June', dateOfBirth: '10/02/2019' }
    expect(listErrors(await match({ ...noah, ...june, dateOfBirth: '02/14/2011' }))).toEqual([
      400,
      'coverage GEN-NOMATCH',
    ])
    const theo = { firstName: 'Theo', dateOfBirth: '05/21/2020' }
    await sql`update member set date_of_birth = '2011-05-21' where member_number = '14630845204'`.execute(
      portal.database.read,
    )
    expect(listErrors(await match({ ...theo, dateOfBirth: '05/21/2011' }))).toEqual([
      400,
      'relationship relationship.own-login',
    ])
    await sql`update member set date_of_birth = '2020-05-21' where member_number = '14630845204'`.execute(
      portal.database.read,
    )
    const adult = await make(visitor(), calls.matchCoverage, { body: { ...unregistered, userType: 'MREG' } })
    expect(adult.body.payload).toEqual({ matched: true, guardianNeeded: false })
  })
})

describe('ER-5 at most three of each', () => {
  const june = { firstName: 'June', dateOfBirth: '10/02/2019' }

  test('ER-5 three tries with details that do not match; then the right ones do not count either', async () => {
    const wrong = [
      { guardianFirstName: 'Marion' },
      { guardianLastName: 'Rosen' },
      { guardianDateOfBirth: '02/18/1984' },
    ]
    for (const [at, more] of wrong.entries()) {
      const answer = await requestPin({ ...june, ...more })
      // The third answer says that it was the last try.
      if (at < 2) expect(listErrors(answer)).toEqual([400, 'guardian UNDER_CHIP14'])
      else expect(listErrorCodes(answer)).toEqual(['TOO-MANY-REQUESTS'])
      expect(await listActions(answer)).toEqual(['guardian.match refused', 'registration.match done'])
    }
    expect(listErrorCodes(await requestPin(june))).toEqual(['TOO-MANY-REQUESTS'])
  })

  test('ER-5 three PINs, of which the newest counts, however many ask at once', async () => {
    const before = listReceived(onFile).length
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => requestPin(june)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
    expect(statuses).toContain(429)
    expect(listErrorCodes(await requestPin(june))).toEqual(['TOO-MANY-REQUESTS'])
    const sent = statuses.filter((status) => status === 200).length
    await expect.poll(() => listReceived(onFile).length).toBe(before + sent)
  })

  test('ER-5 three wrong PINs end it, even for the right one', async () => {
    const pin = await newPin(june)
    for (let at = 0; at < 2; at++)
      expect(listErrors(await verify(otherThan(pin), june))).toEqual([400, 'pin pin.wrong'])
    expect(listErrorCodes(await verify(otherThan(pin), june))).toEqual(['TOO-MANY-REQUESTS'])
    expect(listErrorCodes(await verify(pin, june))).toEqual(['TOO-MANY-REQUESTS'])
  })

  test('ER-5 a PIN is over after a quarter of an hour, and replaced by the next', async () => {
    const first = await newPin(june)
    const second = await newPin(june)
    if (first !== second) expect(listErrors(await verify(first, june))).toEqual([400, 'pin pin.wrong'])
    await sql`update guardian_check set pin_expires_at = now() - interval '1 second'`.execute(portal.database.read)
    expect(listErrors(await verify(second, june))).toEqual([400, 'pin pin.wrong'])
  })

  test('ER-5 problems are reported at their field, and an unknown child as in every registration', async () => {
    const none = { guardianFirstName: '', guardianLastName: '<b>', guardianDateOfBirth: '02/17/2020' }
    expect(listErrors(await requestPin({ ...june, ...none }))).toEqual([
      400,
      'guardianFirstName field.required',
      'guardianLastName name.invalid',
      'guardianDateOfBirth age.minimum',
    ])
    expect(listErrors(await verify('12345', june))).toEqual([400, 'pin pin.invalid'])
    expect(listErrors(await requestPin({ firstName: 'Nobody' }))).toEqual([400, 'coverage GEN-NOMATCH'])
    expect(listErrors(await verify('123456', { firstName: 'Nobody' }))).toEqual([400, 'coverage GEN-NOMATCH'])
  })
})
