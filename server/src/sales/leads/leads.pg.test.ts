import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { signIn } from '../../../test/second-factor.ts'

const portal = testPortal()
afterEach(async () => {
  await portal.database.read.deleteFrom('lead').where('last_name', '=', 'Caller').execute()
  await portal.database.read.deleteFrom('sign_in_limit').execute()
})

const as = (loginId: string) => signIn(portal.origin, loginId)
const visitor = () => new Client(portal.origin)
const readDays = async () => (await make(visitor(), calls.callTimes, {})).body.payload.days
type Asked = Parameters<typeof make<typeof calls.requestCall>>[2]['body']
const buildRequest = async (change: Partial<Asked> = {}): Promise<Asked> => ({
  leadId: randomUUID(),
  brand: 'hmbcbs',
  zipCode: '15222',
  firstName: 'Cora',
  lastName: 'Caller',
  phone: '412-555-0199',
  day: (await readDays())[1] ?? '',
  bestTime: 'morning',
  ...change,
})
const ask = async (change: Partial<Asked> = {}) =>
  make(visitor(), calls.requestCall, { body: await buildRequest(change) })
const staffList = async (loginId: string) =>
  (await make(await as(loginId), calls.staffLeads, {})).body.payload.leads.map(({ lastName }) => lastName)

describe('SH-8 a requested call reaches staff once, with a due date', () => {
  test('SH-8 a request sent twice appears once, due by the end of the requested time', async () => {
    const body = await buildRequest()
    const [first, second] = await Promise.all([
      make(visitor(), calls.requestCall, { body }),
      make(visitor(), calls.requestCall, { body }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    const { dueAt } = first.body.payload
    expect(dueAt.slice(0, 10)).toBe(body.day)
    const { leads } = (await make(await as('CSRREP01'), calls.staffLeads, {})).body.payload
    const found = leads.filter(({ lastName }) => lastName === 'Caller')
    expect(found).toMatchObject([
      {
        kind: 'call',
        state: 'new',
        dueAt,
        callOn: body.day,
        bestTime: 'morning',
        phone: '(412) 555-0199',
        agency: null,
      },
    ])
    expect(leads.map((lead) => lead.dueAt)).toEqual(leads.map((lead) => lead.dueAt).toSorted())
    // Staff of other brands cannot see it.
    expect(await staffList('CSRREP03')).not.toContain('Caller')
  })

  test('SH-8 HT-2 a different request under the same id is a conflict: the first one stands', async () => {
    const body = { ...(await buildRequest()), lastName: 'Steady' }
    const { dueAt } = (await make(visitor(), calls.requestCall, { body })).body.payload
    expect((await make(visitor(), calls.requestCall, { body })).body.payload).toEqual({ dueAt })
    for (const change of [{ phone: '412-555-0111' }, { bestTime: 'evening' as const }]) {
      const other = await make(visitor(), calls.requestCall, { body: { ...body, ...change } })
      expect([other.status, listErrorCodes(other)]).toEqual([409, ['CONFLICT']])
    }
    const { leads } = (await make(await as('CSRREP01'), calls.staffLeads, {})).body.payload
    expect(leads.filter(({ lastName }) => lastName === 'Steady')).toMatchObject([{ dueAt, bestTime: 'morning' }])
  })

  test('SH-8 VA-6 a valid e-mail address is accepted however long its top-level domain is, as on the page', async () => {
    expect((await ask({ email: 'ana@sample.health' })).status).toBe(200)
  })

  test('SH-8 each error is reported at its field, and nothing is stored', async () => {
    const wrong = [
      ['day', { day: '2020-01-02' }],
      ['zipCode', { zipCode: '58102' }],
      ['phone', { phone: '12' }],
      ['email', { email: 'nobody' }],
      ['firstName', { firstName: '' }],
    ] as const
    for (const [field, change] of wrong) {
      const { status, body } = await ask(change)
      expect([status, body.errors?.map((entry) => entry.field)]).toEqual([400, [field]])
    }
    expect(await staffList('CSRREP01')).not.toContain('Caller')
  })

  test('SH-8 requests from one address are limited', async () => {
    const limit = { kind: 'lead-address' as const, key: '127.0.0.1', failures: 99 }
    await portal.database.read
      .insertInto('sign_in_limit')
      .values({ ...limit, first_failure_at: new Date(), last_failure_at: new Date() })
      .execute()
    expect((await ask()).status).toBe(200)
    expect(listErrorCodes(await ask())).toEqual(['TOO-MANY-REQUESTS'])
  })
})

describe('SH-8 AG-4 staff hand leads to agencies, whose agents follow up', () => {
  const change = { version: 1, state: 'reached', note: 'Called.', followUpOn: null } as const

  test('SH-8 AG-4 only the agency that a lead was handed to has it; of two simultaneous changes, one counts', async () => {
    const body = await buildRequest()
    await make(visitor(), calls.requestCall, { body })
    const params = { lead: body.leadId }
    const rep = await as('CSRREP01')
    const wrong = await make(rep, calls.changeStaffLead, {
      params,
      body: { ...change, agencyId: '3001', region: 'END' },
    })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'agencyId'])
    const handed = { params, body: { ...change, agencyId: '2001', region: 'WPA' } }
    expect((await make(rep, calls.changeStaffLead, handed)).body.payload.agency?.name).toBe('Three Rivers Benefits')
    expect(listErrorCodes(await make(rep, calls.changeStaffLead, handed))).toEqual(['CONFLICT'])

    const agent = await as('AGENT002')
    const follow = { params, body: { ...change, version: 2, followUpOn: '2030-01-02', mine: true } }
    const taken = (await make(agent, calls.changeAgencyLead, follow)).body.payload
    expect(taken).toMatchObject({ followUpOn: '2030-01-02', agent: { name: 'Noor Hadley', own: true }, version: 3 })
    for (const stranger of ['AGENTND1', 'AGENTWY1', 'INTERNAL1']) {
      const client = await as(stranger)
      if (stranger === 'INTERNAL1')
        await make(client, calls.chooseAgency, { body: { agencyId: '1', region: 'WPA', remember: false } })
      expect(listErrorCodes(await make(client, calls.changeAgencyLead, follow))).toEqual(['NOT-FOUND'])
      const { leads } = (await make(client, calls.agencyLeads, {})).body.payload
      expect(leads.map(({ leadId }) => leadId)).not.toContain(body.leadId)
    }
    // Once it is handed back, the agency no longer has it, and the desk does not inherit its follow-up day.
    const back = { params, body: { ...change, version: 3, agencyId: null, region: null } }
    expect((await make(rep, calls.changeStaffLead, back)).body.payload).toMatchObject({ agent: null, followUpOn: null })
    expect(
      listErrorCodes(await make(agent, calls.changeAgencyLead, { ...follow, body: { ...follow.body, version: 4 } })),
    ).toEqual(['NOT-FOUND'])
  })

  test('SH-8 AG-4 each call and note is kept for the desk and the agency, with its author and the follow-up day', async () => {
    const body = await buildRequest()
    await make(visitor(), calls.requestCall, { body })
    const params = { lead: body.leadId }
    const rep = await as('CSRREP01')
    const call = (version: number, more: object) =>
      make(rep, calls.changeStaffLead, {
        params,
        body: { ...change, version, agencyId: null, region: null, ...more },
      })
    const first = await call(1, { note: 'No one answered.', state: 'new', followUpOn: '2030-01-02' })
    expect(first.body.payload).toMatchObject({ note: 'No one answered.', followUpOn: '2030-01-02' })
    // An empty note keeps the previous note, and a change of nothing adds no entry.
    expect((await call(2, { note: '', state: 'new', followUpOn: '2030-01-02' })).body.payload.note).toBe(
      'No one answered.',
    )
    await call(3, { note: 'Wants a dental plan.' })
    await call(4, { note: 'For the agency.', agencyId: '2001', region: 'WPA' })
    const agent = await as('AGENT002')
    await make(agent, calls.changeAgencyLead, {
      params,
      body: { ...change, version: 5, note: 'Met them.', followUpOn: '2030-02-03', mine: true },
    })
    const wanted = [
      { by: 'Noor Hadley', note: 'Met them.', state: 'reached', followUpOn: '2030-02-03' },
      { note: 'For the agency.', state: 'reached', followUpOn: null },
      { note: 'Wants a dental plan.', state: 'reached', followUpOn: null },
      { note: 'No one answered.', state: 'new', followUpOn: '2030-01-02' },
    ]
    const seen = await make(rep, calls.staffLeadHistory, { params })
    expect(seen.body.payload.entries).toMatchObject(wanted)
    expect(await listAuditedActions(portal.database, seen)).toEqual(['lead.read done'])
    expect((await make(agent, calls.agencyLeadHistory, { params })).body.payload.entries).toMatchObject(wanted)
    for (const stranger of ['AGENTND1', 'AGENTWY1'])
      expect(listErrorCodes(await make(await as(stranger), calls.agencyLeadHistory, { params }))).toEqual(['NOT-FOUND'])
  })

  test('AG-7 an agent without the leads entitlement at the chosen agency sees no leads', async () => {
    const client = await as('AGENT001')
    expect(listErrorCodes(await make(client, calls.agencyLeads, {}))).toEqual(['AGENCY-NOT-CHOSEN'])
    await make(client, calls.chooseAgency, { body: { agencyId: '2002', region: 'CPA', remember: false } })
    expect(listErrorCodes(await make(client, calls.agencyLeads, {}))).toEqual(['WRONG-ROLE'])
  })
})
