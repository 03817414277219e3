import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newApplication, newApplicationDraft } from '../../../test/samples.ts'

const portal = testPortal()
const visitor = () => new Client(portal.origin)
const save = (client: Client, more: object = {}) =>
  make(client, calls.saveApplicationDraft, { body: { ...newApplicationDraft(), ...more } })
const openDraft = (client: Client, ticket: string, brand = 'hmbcbs') =>
  make(client, calls.openApplicationDraft, { body: { ticket, brand } })
const apply = (client: Client, more: object = {}) =>
  make(client, calls.startEnrollment, { body: { ...newApplication(), ...more } })
const withdraw = (ticket: string) => make(visitor(), calls.withdrawApplication, { body: { ticket } })

describe('SH-9 an application is never lost', () => {
  test('SH-9 what was typed, right or not, is kept, and opens by its link on any device', async () => {
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

  test('SH-9 nothing of it is in the clear, and it is bounded', async () => {
    await save(visitor())
    const rows = await portal.database.read.selectFrom('shop_draft').select('sealed').execute()
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/Ana|15222/)
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field-${at}`, 'x']))
    expect((await save(visitor(), { values: many })).status).toBe(400)
    expect((await save(visitor(), { values: { email: 'x'.repeat(201) } })).status).toBe(400)
  })

  test('SH-9 typing on for long never uses up what an address may ask', async () => {
    const draft = newApplicationDraft()
    for (let at = 0; at < 130; at += 1)
      expect((await save(visitor(), { ...draft, values: { city: `${at}` } })).status).toBe(200)
    expect((await apply(visitor())).status).toBe(200)
  })

  test('SH-9 RO-1 begun while signed in, it is on the person’s home until it is sent, and no one else changes it', async () => {
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
  test('SH-9 someone who is on an application of a kind of plan and year is not on another one', async () => {
    const body = newApplication()
    const { ticket } = (await apply(visitor(), body)).body.payload
    const again = await apply(visitor(), { ...body, enrollmentId: randomUUID() })
    expect([again.status, listErrorCodes(again)]).toEqual([409, ['APPLIED-BEFORE']])
    // The same one again, and a correction of it, are no second one.
    expect((await apply(visitor(), body)).status).toBe(200)
    expect((await apply(visitor(), { ...body, city: 'Erie' })).status).toBe(200)
    // Once it has been taken back, there can be another one.
    expect((await withdraw(ticket)).body.payload.state).toBe('withdrawn')
    expect((await apply(visitor(), { ...body, enrollmentId: randomUUID() })).status).toBe(200)
  })

  test('SH-9 of many at the same moment, one arrives', async () => {
    const body = newApplication()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => apply(visitor(), { ...body, enrollmentId: randomUUID() })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('SH-9 an application is taken back while nothing was paid, once, and not without its link', async () => {
    const { ticket } = (await apply(visitor())).body.payload
    const first = await withdraw(ticket)
    expect(await listAuditedActions(portal.database, first)).toEqual(['enrollment.withdraw done'])
    expect((await withdraw(ticket)).body.payload.state).toBe('withdrawn')
    expect(listErrorCodes(await withdraw('nobody-has-this-one'))).toEqual(['CHALLENGE-EXPIRED'])
  })
})
