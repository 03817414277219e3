import type { PayloadOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'
import { signIn } from '../../../test/second-factor.ts'

const portal = testPortal()
afterEach(async () => {
  await portal.database.read.deleteFrom('agency_choice').execute()
  await portal.database.read.deleteFrom('agency_preference').execute()
})

const as = (loginId: string) => signIn(portal.origin, loginId)
const readChoices = async (client: Client) => (await make(client, calls.agencyChoices, {})).body.payload
const readInfo = async (client: Client) => (await make(client, calls.getUserInfo, {})).body.payload
const choose = (client: Client, agencyId: string, region: string, remember = false) =>
  make(client, calls.chooseAgency, { body: { agencyId, region, remember } })
const place = (choices: PayloadOf<typeof calls.agencyChoices>) =>
  choices.selected && [choices.selected.agencyId, choices.selected.region, choices.chosenBy]

describe('AG-1 the agency and region that a producer works for', () => {
  test('AG-1 an agent of two agencies has to choose one, may switch at any time, and sessions do not share the choice', async () => {
    const client = await as('AGENT001')
    const before = await readChoices(client)
    expect(place(before)).toBeNull()
    expect(before.choices.map(({ agencyId, region, entitlements }) => [agencyId, region, entitlements])).toEqual([
      ['2002', 'CPA', ['quote']],
      ['2001', 'WPA', ['leads', 'clients', 'quote', 'enroll']],
    ])
    expect(place((await choose(client, '2002', 'CPA')).body.payload)).toEqual(['2002', 'CPA', 'stored'])
    expect(place((await choose(client, '2001', 'WPA')).body.payload)).toEqual(['2001', 'WPA', 'stored'])
    expect(await readInfo(client)).toMatchObject({
      selectedAgency: '2001',
      selectedRegion: 'WPA',
      rememberAgencyRegion: false,
    })
    expect(place(await readChoices(await as('AGENT001')))).toBeNull()
  })

  test('AG-1 a remembered choice applies to the next session, and a choice made in that session overrides it', async () => {
    await choose(await as('AGENT001'), '2002', 'CPA', true)
    const next = await as('AGENT001')
    expect(place(await readChoices(next))).toEqual(['2002', 'CPA', 'preference'])
    expect((await readInfo(next)).rememberAgencyRegion).toBe(true)
    await choose(next, '2001', 'WPA', false)
    expect(place(await readChoices(next))).toEqual(['2001', 'WPA', 'stored'])
    // A choice made without "remember" clears the remembered one.
    expect(place(await readChoices(await as('AGENT001')))).toBeNull()
  })

  test('AG-1 an agent of one agency works for it at once; internal staff have agency 1 with its entitlements', async () => {
    expect(place(await readChoices(await as('AGENCYADM')))).toEqual(['2001', 'WPA', 'only'])
    const internal = await readChoices(await as('INTERNAL1'))
    expect(internal.choices.map(({ agencyId, region }) => [agencyId, region])).toEqual([
      ['1', 'ND'],
      ['1', 'WPA'],
    ])
    expect(internal.choices[0]?.entitlements).toEqual(['leads', 'clients', 'quote', 'enroll'])
    // Only agencies of the brands that they work for.
    expect(place(await readChoices(await as('CSRREP02')))).toEqual(['1', 'WPA', 'only'])
  })

  test('AG-1 an agency that the agent has left is no longer chosen, even if it is stored and preferred', async () => {
    const client = await as('AGENT001')
    await choose(client, '2002', 'CPA', true)
    const given = await portal.database.read
      .deleteFrom('agency_agent')
      .where('agency_id', '=', '2002')
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(place(await readChoices(client))).toEqual(['2001', 'WPA', 'only'])
    await portal.database.read
      .insertInto('agency_agent')
      .values({ ...given, entitlements: JSON.stringify(given.entitlements) })
      .execute()
  })
})

test('AG-2 preferences are saved whole, and an agency that the agent does not belong to is not found', async () => {
  const client = await as('AGENT001')
  const preference = {
    rememberAgencyRegion: true,
    agencyIdPref: '2001',
    regionPref: 'WPA',
    isBrokerAgencyPref: true,
    brokerAgencyPrefLob: 'MA' as const,
    broker360Agencies: ['2001', '2002'],
    broker360ACAAgencies: ['2002'],
  }
  const saved = await make(client, calls.updateAgencyPreference, { body: preference })
  expect(saved.body.payload.preference).toEqual(preference)
  expect(place(await readChoices(await as('AGENT001')))).toEqual(['2001', 'WPA', 'preference'])
  for (const wrong of [{ agencyIdPref: '3001', regionPref: 'END' }, { broker360Agencies: ['3001'] }]) {
    const answer = await make(client, calls.updateAgencyPreference, { body: { ...preference, ...wrong } })
    expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
  }
  const half = await make(client, calls.updateAgencyPreference, { body: { ...preference, regionPref: null } })
  expect([half.status, half.body.errors?.[0]?.field]).toEqual([400, 'regionPref'])
  expect((await readChoices(client)).preference).toEqual(preference)
})

describe('AG-3 appointments, courses and certifications', () => {
  const read = (client: Client, agentId?: string) =>
    make(client, calls.partyAppointmentsAndCourses, { query: agentId === undefined ? {} : { agentId } })

  test('AG-3 an agent sees their own, and what they still need to sell where they work', async () => {
    const client = await as('AGENT001')
    expect((await read(client)).body.payload.selling).toBeNull()
    await choose(client, '2001', 'WPA')
    const { npnNo, ffmId, appointments, courses, certifications, selling } = (await read(client)).body.payload
    expect([npnNo, ffmId, appointments.length, courses.length, certifications.length]).toEqual([
      ...['8812345', 'PA-AGENT-4471', 3, 3, 2],
    ])
    const missing = Object.fromEntries(selling?.lines.map((one) => [one.line, one.missing]) ?? [])
    expect([selling?.state, missing]).toEqual([
      'PA',
      {
        aca: [],
        ma: [],
        'part-d': ['appointment', 'certification', 'course'],
        medigap: ['appointment', 'course'],
        dental: [],
        vision: ['appointment'],
      },
    ])
    expect((await readInfo(client)).certifications).toEqual(['Marketplace certification', 'Medicare certification'])
  })

  test('AG-3 managers of an agency see those of its agents, and no one else does', async () => {
    const agent = (await readInfo(await as('AGENT002'))).userId
    const foreign = (await readInfo(await as('AGENTND1'))).userId
    const manager = await as('AGENCYADM')
    expect((await read(manager, agent)).body.payload.name).toBe('Noor Hadley')
    expect(listErrorCodes(await read(manager, foreign))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await read(await as('AGENCYND'), agent))).toEqual(['NOT-FOUND'])
    const colleague = await as('AGENT001')
    expect(listErrorCodes(await read(colleague, agent))).toEqual(['AGENCY-NOT-CHOSEN'])
    await choose(colleague, '2001', 'WPA')
    expect(listErrorCodes(await read(colleague, agent))).toEqual(['WRONG-ROLE'])
    expect(await eventsWith(portal.database, { action: 'credentials.read', record_id: agent })).toHaveLength(1)
  })
})

describe('AG-7 managing an agency', () => {
  const listAgents = async (client: Client) => (await make(client, calls.agencyAgents, {})).body.payload
  type Given = Parameters<typeof make<typeof calls.changeAgentEntitlements>>[2]['body']['entitlements']
  const entitle = (client: Client, agentId: string, before: Given, entitlements: Given) =>
    make(client, calls.changeAgentEntitlements, { params: { agentId }, body: { before, entitlements } })
  const own: Given = ['leads', 'clients', 'quote']

  test('AG-7 managers see their agents with entitlements and workload, and no agent of another agency', async () => {
    const { agents, agency } = await listAgents(await as('AGENCYADM'))
    expect(agency).toEqual(['leads', 'clients', 'quote', 'enroll', 'manage'])
    expect(agents.map(({ name, own, entitlements, clients }) => [name, own, entitlements.length, clients])).toEqual([
      ['Ada Minter', true, 5, 1],
      ['Ari Gentry', false, 4, 1],
      ['Noor Hadley', false, 3, 0],
    ])
    expect((await listAgents(await as('AGENCYND'))).agents.map(({ name }) => name)).not.toContain('Noor Hadley')
    for (const loginId of ['AGENT002', 'INTERNAL1']) {
      const client = await as(loginId)
      if (loginId === 'INTERNAL1') await choose(client, '1', 'WPA')
      for (const call of [calls.agencyAgents, calls.agencyFigures] as const)
        expect(listErrorCodes(await make(client, call, {}))).toEqual(['WRONG-ROLE'])
    }
  })

  test('AG-7 a change to an agent’s entitlements counts at once, within the agency’s own, based on what the manager saw', async () => {
    const [manager, agent] = [await as('AGENCYADM'), await as('AGENT002')]
    const agentId = (await readInfo(agent)).userId
    const readEntitlements = async () => (await readChoices(agent)).selected?.entitlements
    expect((await entitle(manager, agentId, own, ['quote'])).status).toBe(200)
    expect(await readEntitlements()).toEqual(['quote'])
    expect(listErrorCodes(await make(agent, calls.agencyClients, { query: {} }))).toEqual(['WRONG-ROLE'])
    expect((await entitle(manager, agentId, own, ['quote'])).status).toBe(200)
    expect(listErrorCodes(await entitle(manager, agentId, own, ['leads']))).toEqual(['CONFLICT'])
    expect(listErrorCodes(await entitle(await as('AGENCYND'), agentId, ['quote'], own))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await entitle(agent, agentId, ['quote'], ['quote', 'manage']))).toEqual(['WRONG-ROLE'])
    expect((await entitle(manager, agentId, ['quote'], own)).status).toBe(200)
    expect(await readEntitlements()).toEqual(own)
    const events = await eventsWith(portal.database, { action: 'agent.entitle' })
    expect(events.map(({ record_id }) => record_id)).toEqual([agentId, agentId])
  })

  test('AG-7 an agency cannot grant an entitlement that it does not have, and someone always manages it', async () => {
    const manager = await as('AGENCYADM')
    const [me, agentId] = [(await readInfo(manager)).userId, (await readInfo(await as('AGENT002'))).userId]
    const all: Given = ['leads', 'clients', 'quote', 'enroll', 'manage']
    expect(listErrorCodes(await entitle(manager, me, all, own))).toEqual(['field.required'])
    const narrow = (entitlements: Given) =>
      portal.database.read
        .updateTable('agency')
        .set({ entitlements: JSON.stringify(entitlements) })
        .where('agency_id', '=', '2001')
        .execute()
    await narrow(['leads', 'clients', 'quote', 'manage'])
    expect(listErrorCodes(await entitle(manager, agentId, own, [...own, 'enroll']))).toEqual(['select.not-chosen'])
    await narrow(all)
    expect((await listAgents(manager)).agents.find((one) => one.agentId === agentId)?.entitlements).toEqual(own)
  })

  test('AG-7 figures for twelve months: each event counts in its month', async () => {
    const manager = await as('AGENCYADM')
    const { months } = (await make(manager, calls.agencyFigures, {})).body.payload
    expect(months).toHaveLength(12)
    const now = months.at(-1)
    expect(now?.month).toBe(new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' }).slice(0, 7))
    const leads = await portal.database.read
      .selectFrom('lead')
      .select('lead_id')
      .where('agency_id', '=', '2001')
      .where('region', '=', 'WPA')
      .execute()
    expect(months.reduce((sum, month) => sum + month.leads, 0)).toBe(leads.length)
    expect(leads.length).toBeGreaterThan(0)
  })
})
