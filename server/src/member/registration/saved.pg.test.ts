import { randomUUID } from 'node:crypto'
import type { SentTo } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { savedFields } from '@portico/rules/registration/saved'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, listErrors } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newAccount, typedSoFar, undoChanges } from '../../../test/samples.ts'
import { forgetRegistrations } from './forget-store.ts'

const portal = testPortal()
const smtp = testMail(portal)
afterEach(async () => {
  await undoChanges(portal.database)
  await sql`delete from outbox`.execute(portal.database.read)
})

const visitor = () => new Client(portal.origin)
const address = () => `s${randomUUID().slice(0, 8)}@mail.example.com`
type Body = NonNullable<SentTo<typeof calls.saveRegistration>['body']>
const buildTyped = (more: Partial<Body> = {}): Body => {
  const email = address()
  return { ...typedSoFar, email, emailRepeat: email, saveId: randomUUID(), ...more }
}
const save = (body: Body) => make(visitor(), calls.saveRegistration, { body })
const resume = (ticket: string, dateOfBirth: string = typedSoFar.dateOfBirth) =>
  make(visitor(), calls.resumeRegistration, { body: { ticket, dateOfBirth } })
const listReceived = (to: string) => smtp.received.filter((email) => email.envelope.to.includes(to))
async function ticketAt(to: string): Promise<string> {
  await expect.poll(() => listReceived(to).length).toBeGreaterThan(0)
  return /#\/resume-registration\?ticket=([\w-]{43})/.exec(listReceived(to).at(-1)?.text ?? '')?.[1] ?? ''
}
const rows = () => portal.database.read.selectFrom('saved_registration').selectAll().execute()
const listActions = (answer: Answer) => listAuditedActions(portal.database, answer)

describe('RG-1 a registration is finished later', () => {
  test('RG-1 sealed for a week, and returned as typed to anyone with the link and the date of birth, any number of times', async () => {
    const body = buildTyped({ phone: '555', logonId: 'ab', county: '42003' })
    const first = await save(body)
    expect([first.status, (await save(body)).status]).toEqual([200, 200])
    expect(await listActions(first)).toEqual(['registration.save done'])
    const ticket = await ticketAt(body.email ?? '')
    const [letter] = listReceived(body.email ?? '')
    expect(letter?.subject).toBe('Finish creating your account on the portal')
    expect(letter?.text).not.toMatch(/Odell|Brekke|88701049649|1971/)
    const [row] = await rows()
    const stored = JSON.stringify({ ...row, sealed: row?.sealed.toString('utf8') })
    for (const secret of ['Odell', 'Brekke', body.email, ticket]) expect(stored).not.toContain(secret)
    expect(row?.expires_at.getTime()).toBe((row?.created_at.getTime() ?? 0) + 7 * 24 * 60 * 60_000)

    for (const born of ['04/18/1971', '04/18/71']) {
      const answer = await resume(ticket, born)
      const { saveId, brand: _brand, ...values } = body
      const all = Object.fromEntries(savedFields.map((name) => [name, '']))
      expect(answer.body.payload).toEqual({ savedId: saveId, values: { ...all, ...values } })
      expect(await listActions(answer)).toEqual(['registration.resume done'])
    }
    expect(listReceived(body.email ?? '')).toHaveLength(1)
    const log = portal.log.join('\n')
    for (const word of [ticket, body.email ?? '', 'Brekke', '88701049649']) expect(log).not.toContain(word)
  })

  test('RG-1 three wrong dates of birth end it, even for the right one; a right one in between restarts the count', async () => {
    const body = buildTyped()
    await save(body)
    const ticket = await ticketAt(body.email ?? '')
    for (const round of [1, 2]) {
      const answer = await resume(ticket, '04/19/1971')
      expect(listErrors(answer), String(round)).toEqual([400, 'dateOfBirth birth.wrong'])
      expect(await listActions(answer)).toEqual(['registration.resume refused'])
    }
    expect((await resume(ticket)).status).toBe(200)
    for (const born of ['04/19/1971', '01/01/2000'])
      expect(listErrors(await resume(ticket, born))).toEqual([400, 'dateOfBirth birth.wrong'])
    const tries = await Promise.all(['04/19/1971', '04/20/1971', '04/21/1971'].map((born) => resume(ticket, born)))
    expect(new Set(tries.flatMap(listErrorCodes))).toEqual(new Set(['CHALLENGE-EXPIRED']))
    expect(listErrorCodes(await resume(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await rows()).toEqual([])
  })

  test('RG-1 a link works for seven days; the job deletes expired registrations, and nothing else', async () => {
    const [over, still] = [buildTyped(), buildTyped()]
    await save(over)
    await save(still)
    const ticket = await ticketAt(over.email ?? '')
    await sql`update saved_registration set expires_at = now() - interval '1 second' where saved_id = ${over.saveId}`.execute(
      portal.database.read,
    )
    for (const gone of [ticket, '', 'A'.repeat(43)])
      expect(listErrorCodes(await resume(gone))).toEqual(['CHALLENGE-EXPIRED'])
    expect(await rows()).toHaveLength(2)
    await forgetRegistrations(portal.database, new Date())
    expect((await rows()).map(({ saved_id }) => saved_id)).toEqual([still.saveId])
  })

  test('RG-1 saving again replaces what was saved before; registering forgets it', async () => {
    const first = buildTyped()
    await save(first)
    const ticket = await ticketAt(first.email ?? '')
    const { savedId } = (await resume(ticket)).body.payload
    const second = buildTyped({ savedId })
    expect((await save(second)).status).toBe(200)
    expect(listErrorCodes(await resume(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    expect((await rows()).map(({ saved_id }) => saved_id)).toEqual([second.saveId])
    const { brand, zipCode, firstName, lastName, dateOfBirth } = typedSoFar
    const who = { brand, zipCode, firstName, lastName, dateOfBirth }
    const body = { ...who, ...newAccount(), userType: 'VU65', savedId: second.saveId }
    expect((await make(visitor(), calls.createProspect, { body })).status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('RG-1 VA-6 VA-10 without an address or a date of birth, nothing is stored, and the field is reported', async () => {
    expect(listErrors(await save({ saveId: randomUUID(), brand: 'hmbcbs' }))).toEqual([
      400,
      'email email.invalid',
      'dateOfBirth field.required',
    ])
    expect(listErrors(await save(buildTyped({ emailRepeat: 'x', dateOfBirth: '02/30/1971' })))).toEqual([
      400,
      'emailRepeat email.mismatch',
      'dateOfBirth date.invalid',
    ])
    expect(listErrors(await resume('x', '13/01/1971'))).toEqual([400, 'dateOfBirth date.month'])
    expect(await rows()).toEqual([])
  })

  test('RG-1 an address gets a limited number of e-mails', async () => {
    const email = address()
    for (let times = 0; times < 3; times++)
      expect((await save(buildTyped({ email, emailRepeat: email }))).status).toBe(200)
    expect(listErrorCodes(await save(buildTyped({ email, emailRepeat: email })))).toEqual(['TOO-MANY-REQUESTS'])
    expect(await rows()).toHaveLength(3)
  })

  test('RG-1 any typed text comes back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('firstName', 'lastName', 'memberId', 'phone', 'logonId', 'stay', 'zipCode'),
          fc.string({ unit: 'grapheme', maxLength: 40 }),
          { noNullPrototype: true },
        ),
        async (more) => {
          const body = buildTyped(more)
          expect((await save(body)).status).toBe(200)
          const { savedId, values } = (await resume(await ticketAt(body.email ?? ''))).body.payload
          expect(savedId).toBe(body.saveId)
          expect(values).toMatchObject(more)
        },
      ),
      { numRuns: 8 },
    )
  })
})
