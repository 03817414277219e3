import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newApplication, newApplicationDraft } from '../../../test/samples.ts'
import { testGateway } from '../../../test/test-gateway.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { insertDraft } from './draft-store.ts'
import { recordFirstPremium } from './first-premiums.ts'

const gateway = testGateway()
const portal = testPortal({}, { gateway: gateway.port })
const visitor = () => new Client(portal.origin)
const save = (client: Client, more: object = {}) =>
  make(client, calls.saveApplicationDraft, { body: { ...newApplicationDraft(), ...more } })
const openDraft = (client: Client, ticket: string, brand = 'hmbcbs') =>
  make(client, calls.openApplicationDraft, { body: { ticket, brand } })
const apply = (client: Client, more: object = {}) =>
  make(client, calls.startEnrollment, { body: { ...newApplication(), ...more } })
const pay = (ticket: string) =>
  make(visitor(), calls.payFirstPremium, { body: { ticket, market: 'under65', clientPaymentId: randomUUID() } })
/** The first premium arrives by another way than the gateway. */
const payByBank = (applicationNumber: string) => {
  const now = new Date()
  const paid = { brand: 'hmbcbs', applicationNumber, cents: newApplication().agreedCents, paidOn: easternDay(now) }
  return portal.database.transaction((tx) => recordFirstPremium(tx, paid, now))
}
const reopen = (
  client: Client,
  body: { readonly ticket: string; readonly held?: string; readonly dateOfBirth?: string },
) => make(client, calls.reopenApplication, { body: { brand: 'hmbcbs', ...body } })
const withdraw = (ticket: string) => make(visitor(), calls.withdrawApplication, { body: { ticket } })

describe('SH-9 an application is never lost', () => {
  test('SH-9 whatever was typed, right or wrong, is kept, and opens through its link on any device', async () => {
    const draft = newApplicationDraft()
    const first = await save(visitor(), draft)
    const { ticket } = first.body.payload
    expect(await listAuditedActions(portal.database, first)).toEqual(['enrollment.save done'])
    const values = { ...draft.values, 'dateOfBirth-0': '04/05/19', email: 'no address' }
    expect((await save(visitor(), { ...draft, values })).body.payload.ticket).toBe(ticket)
    const opened = await openDraft(visitor(), ticket)
    expect(opened.body.payload).toMatchObject({ enrollmentId: draft.enrollmentId, planId: draft.planId, values })
    expect(listErrorCodes(await openDraft(visitor(), ticket, 'de'))).toEqual(['OTHER-BRAND', 'hmbcbs'])
    expect(listErrorCodes(await openDraft(visitor(), 'nobody-has-this-one'))).toEqual(['CHALLENGE-EXPIRED'])
  })

  test('SH-9 MC-3 simultaneous first saves of a form are all accepted, and one draft is kept', async () => {
    const now = new Date()
    const insert = (draft: Parameters<typeof insertDraft>[1]) =>
      portal.database.transaction((tx) => insertDraft(tx, draft))
    for (let round = 0; round < 400; round += 1) {
      const draft = {
        ...{ enrollment_id: randomUUID(), ticket_hash: randomBytes(32), brand: 'hmbcbs', account_id: null },
        ...{ plan_year: 2027, plan_id: 'any', sealed: Buffer.of(1), saved_at: now, expires_at: now },
      }
      const kept = await Promise.all([insert(draft), insert(draft), insert(draft), insert(draft)])
      expect(kept.filter((ends) => ends !== null)).toEqual([now])
    }
    const draft = newApplicationDraft()
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((city) => save(visitor(), { ...draft, values: { city } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.payload.ticket)).size).toBe(1)
  })

  test('SH-9 a draft is stored encrypted, and its size is limited', async () => {
    await save(visitor())
    const rows = await portal.database.read.selectFrom('shop_draft').select('sealed').execute()
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/Ana|15222/)
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field-${at}`, 'x']))
    expect((await save(visitor(), { values: many })).status).toBe(400)
    expect((await save(visitor(), { values: { email: 'x'.repeat(201) } })).status).toBe(400)
  })

  test('SH-9 a long time of typing never uses up the request limit of an address', async () => {
    const draft = newApplicationDraft()
    for (let at = 0; at < 130; at += 1)
      expect((await save(visitor(), { ...draft, values: { city: `${at}` } })).status).toBe(200)
    expect((await apply(visitor())).status).toBe(200)
  })

  test('SH-9 it expires when promised, however often it is changed', async () => {
    const draft = newApplicationDraft()
    const first = (await save(visitor(), draft)).body.payload
    const move = (days: number) =>
      sql`update shop_draft set expires_at = expires_at + make_interval(days => ${days}) where ticket_hash = ${hashSecret(first.ticket)}`.execute(
        portal.database.read,
      )
    await move(-59)
    const later = (await save(visitor(), { ...draft, values: { city: 'Erie' } })).body.payload
    expect(later.until).toBe(isoDayAfter(first.until, -59))
    await move(-2)
    expect(listErrorCodes(await openDraft(visitor(), first.ticket))).toEqual(['CHALLENGE-EXPIRED'])
    // Someone who types on after that starts over.
    expect((await save(visitor(), draft)).body.payload.until).toBe(first.until)
  })

  test('SH-9 RO-1 an application begun while signed in is on the person’s home until it is sent, and no one else changes it', async () => {
    const client = await signInClient(portal.origin, 'PROSPECT1')
    const draft = newApplicationDraft()
    const { ticket } = (await save(client, draft)).body.payload
    const listMine = async () => (await make(client, calls.myShopping, {})).body.payload.drafts
    expect(await listMine()).toMatchObject([{ market: 'under65', planId: draft.planId, ticket }])
    expect(listErrorCodes(await save(visitor(), draft))).toEqual(['CONFLICT'])
    expect((await apply(client, { enrollmentId: draft.enrollmentId })).status).toBe(200)
    expect(await listMine()).toEqual([])
  })
})

describe('SH-9 nobody applies or pays twice', () => {
  test('SH-9 a person on one application for a kind of plan and a year cannot be on another', async () => {
    const body = newApplication()
    const { ticket } = (await apply(visitor(), body)).body.payload
    const again = await apply(visitor(), { ...body, enrollmentId: randomUUID() })
    expect([again.status, listErrorCodes(again)]).toEqual([409, ['APPLIED-BEFORE']])
    // The same application again, and a correction of it, do not count as a second one.
    expect((await apply(visitor(), body)).status).toBe(200)
    expect((await apply(visitor(), { ...body, city: 'Erie' })).status).toBe(200)
    // After a withdrawal, the person can apply again.
    expect((await withdraw(ticket)).body.payload.state).toBe('withdrawn')
    expect((await apply(visitor(), { ...body, enrollmentId: randomUUID() })).status).toBe(200)
  })

  test('SH-9 someone who merely knows a name and a date of birth keeps no one from applying, and only one application is paid', async () => {
    const body = newApplication()
    const strange = (await apply(visitor(), { ...body, email: 'someone@example.org' })).body.payload
    const own = await apply(visitor(), { ...body, enrollmentId: randomUUID() })
    expect(own.status).toBe(200)
    // A second application of the same person must continue the first, whatever the case of the address.
    const again = await apply(visitor(), { ...body, enrollmentId: randomUUID(), email: 'ANA@example.net' })
    expect(listErrorCodes(again)).toEqual(['APPLIED-BEFORE'])
    await payByBank(own.body.payload.application.applicationNumber)
    expect(listErrorCodes(await pay(strange.ticket))).toEqual(['APPLIED-BEFORE'])
  })

  test('SH-9 of two applications for one person, the first to be paid counts, wherever it was sent from', async () => {
    const body = newApplication()
    const first = (await apply(visitor(), body)).body.payload
    const later = { ...body, enrollmentId: randomUUID(), email: 'ana@example.org' }
    const second = (await apply(visitor(), later)).body.payload
    expect((await pay(first.ticket)).status).toBe(201)
    expect(listErrorCodes(await pay(second.ticket))).toEqual(['APPLIED-BEFORE'])
  })

  test('SH-9 a later event in the same year reopens enrollment, once, for someone who has paid', async () => {
    const body = newApplication()
    const { application } = (await apply(visitor(), body)).body.payload
    await payByBank(application.applicationNumber)
    const send = (event: object | null) => apply(visitor(), { ...body, enrollmentId: randomUUID(), event })
    const buildLoss = (days: number) => ({ kind: 'lost-coverage', day: isoDayAfter(easternDay(new Date()), days) })
    for (const event of [null, buildLoss(-3), buildLoss(0), buildLoss(300)])
      expect(listErrorCodes(await send(event))).toEqual(['APPLIED-BEFORE'])
    const anew = await send(buildLoss(10))
    expect(anew.status).toBe(200)
    expect((await pay(anew.body.payload.ticket)).status).toBe(201)
    await payByBank(anew.body.payload.application.applicationNumber)
    expect(listErrorCodes(await send(buildLoss(10)))).toEqual(['APPLIED-BEFORE'])
  })

  test('SH-9 of many simultaneous applications, one arrives', async () => {
    const body = newApplication()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => apply(visitor(), { ...body, enrollmentId: randomUUID() })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('SH-9 a minor signs no application: a parent or guardian does, who is not covered by it', async () => {
    const { people, ...rest } = newApplication()
    const [ana] = people
    if (ana === undefined) throw new Error('The sample covers nobody.')
    const year = rest.planYear
    const child = { ...ana, firstName: 'Leo', dateOfBirth: `05/06/${year - 10}`, relation: 'child' }
    const wrong = async (more: object) =>
      ((await apply(visitor(), { ...rest, ...more })).body.errors ?? []).map(
        ({ field, errorMessage }) => `${field} ${errorMessage}`,
      )
    const signature = `Leo ${ana.lastName}`
    expect(await wrong({ people: [{ ...child, relation: 'self' }], signature })).toEqual([
      'guardianFirstName field.required',
      'guardianLastName field.required',
      'guardianDateOfBirth field.required',
      'signature name.invalid',
      'relation-0 select.not-chosen',
    ])
    // Next to a minor, the adult applies, too.
    const spouse = { ...ana, relation: 'spouse' }
    expect(await wrong({ people: [{ ...child, relation: 'self' }, spouse], signature })).toEqual([
      'dateOfBirth-0 age.minimum',
    ])
    const guardian = { firstName: 'Ana', lastName: ana.lastName, dateOfBirth: `05/06/${year - 17}` }
    expect(await wrong({ people: [child], guardian })).toEqual(['guardianDateOfBirth age.minimum'])

    const quoted = await make(visitor(), calls.shopQuote, {
      body: { ...newApplicationDraft().basis, people: [{ age: 9, tobacco: false }], brand: 'hmbcbs', planYear: year },
    })
    const plan = quoted.body.payload.plans.find(({ planId }) => planId === rest.planId)
    const asked = {
      ...{ ...rest, people: [child], guardian: { ...guardian, dateOfBirth: ana.dateOfBirth } },
      agreedCents: plan?.premiumCents ?? 0,
    }
    const done = await apply(visitor(), asked)
    expect(done.body.payload.application).toMatchObject({
      state: 'pending',
      people: [{ firstName: 'Leo', relation: 'child' }],
    })
    // Sent again, it is the same one; without a signer it is invalid.
    expect((await apply(visitor(), asked)).body.payload).toEqual(done.body.payload)
    expect((await apply(visitor(), { ...asked, guardian: null })).status).toBe(400)
  })

  test('SH-9 with the link and the date of birth, anyone corrects an application on any device; nobody else reads what was typed', async () => {
    const draft = newApplicationDraft()
    const { enrollmentId } = draft
    const { ticket: held } = (await save(visitor(), draft)).body.payload
    const { ticket } = (await apply(visitor(), { enrollmentId })).body.payload
    expect((await reopen(visitor(), { ticket })).body.errors).toMatchObject([
      { field: 'dateOfBirth', errorMessage: 'field.required' },
    ])
    const wrong = await reopen(visitor(), { ticket, dateOfBirth: '04/06/1985' })
    expect(wrong.body.errors).toMatchObject([{ field: 'dateOfBirth', errorMessage: 'birth.wrong' }])
    expect(await listAuditedActions(portal.database, wrong)).toEqual(['enrollment.reopen refused'])
    const back = await reopen(visitor(), { ticket, dateOfBirth: '04/05/85' })
    expect(back.body.payload).toEqual({ ticket: held })
    expect((await openDraft(visitor(), back.body.payload.ticket)).body.payload).toMatchObject({ enrollmentId })
    // The device on which it was typed is not asked anything.
    expect((await reopen(visitor(), { ticket, held })).body.payload).toEqual({ ticket: held })
    expect((await reopen(visitor(), { ticket, held: ticket })).status).toBe(400)
    expect(listErrorCodes(await reopen(visitor(), { ticket: held, held }))).toEqual(['CHALLENGE-EXPIRED'])
    // Guessing ends, even for the right answer.
    for (let tries = 0; tries < 12; tries += 1)
      await reopen(visitor(), { ticket, dateOfBirth: `05/${tries + 10}/1985` })
    expect(listErrorCodes(await reopen(visitor(), { ticket, dateOfBirth: '04/05/1985' }))).toEqual([
      'TOO-MANY-REQUESTS',
    ])
    expect((await reopen(visitor(), { ticket, held })).status).toBe(200)
    await withdraw(ticket)
    expect(listErrorCodes(await reopen(visitor(), { ticket, held }))).toEqual(['CONFLICT'])
  })

  test('SH-9 RO-1 someone who sent it while signed in corrects it on any device, and nobody else with an account does', async () => {
    const client = await signInClient(portal.origin, 'PROSPECT1')
    const draft = newApplicationDraft()
    const { ticket: typed } = (await save(client, draft)).body.payload
    const { ticket } = (await apply(client, { enrollmentId: draft.enrollmentId })).body.payload
    expect((await reopen(client, { ticket })).status).toBe(200)
    expect((await reopen(await signInClient(portal.origin, 'MEMBER01'), { ticket })).status).toBe(400)
    const { ticket: unkept } = (await apply(visitor())).body.payload
    expect(listErrorCodes(await reopen(visitor(), { ticket: unkept }))).toEqual(['NOT-FOUND'])
    // A link whose key is gone opens nothing.
    await portal.database.read
      .updateTable('shop_draft')
      .set({ ticket_hash: hashSecret('of another key') })
      .where('ticket_hash', '=', hashSecret(typed))
      .execute()
    expect(listErrorCodes(await reopen(client, { ticket }))).toEqual(['NOT-FOUND'])
  })

  test('SH-9 an application can be withdrawn once, while nothing has been paid, and not without its link', async () => {
    const { ticket } = (await apply(visitor())).body.payload
    const first = await withdraw(ticket)
    expect(await listAuditedActions(portal.database, first)).toEqual(['enrollment.withdraw done'])
    expect((await withdraw(ticket)).body.payload.state).toBe('withdrawn')
    expect(listErrorCodes(await withdraw('nobody-has-this-one'))).toEqual(['CHALLENGE-EXPIRED'])
  })
})
