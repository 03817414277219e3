import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { signIn } from '../../../test/second-factor.ts'

const portal = testPortal()
const as = (loginId: string) => signIn(portal.origin, loginId)
const readBook = async (client: Client) => (await make(client, calls.agencyClients, { query: {} })).body.payload
const listNames = async (client: Client) =>
  (await readBook(client)).clients.map(({ firstName }) => firstName).toSorted()
const consent = (client: Client, agencyId: string, region: string, consent: boolean) =>
  make(client, calls.changeAgencyConsent, { body: { agencyId, region, consent } })
const listEvents = (action: string) =>
  portal.database.read.selectFrom('audit_event').selectAll().where('action', '=', action).execute()

afterEach(async () => {
  await consent(await as('MEMBER01'), '2001', 'WPA', true)
})

describe('AG-4 AG-5 an incomplete list says so', () => {
  test('AG-5 the book of business continues after a given client, and says how many clients there are', async () => {
    const agent = await as('AGENT002')
    const page = async (after?: string) =>
      (await make(agent, calls.agencyClients, { query: after === undefined ? {} : { after } })).body.payload
    const { clients, total, next } = await page()
    expect([clients.length, total, next]).toEqual([2, 2, null])
    const rest = await page(clients[0]?.clientId)
    expect([rest.clients, rest.total, rest.next]).toEqual([clients.slice(1), 2, null])
    expect((await page(clients[1]?.clientId)).clients).toEqual([])
  })

  test('AG-4 leads to follow up with today are found and counted, however many leads are due before them', async () => {
    const agent = await as('AGENCYADM')
    const due = async () => (await make(agent, calls.agencyLeads, { query: { view: 'follow-ups' } })).body.payload
    const before = (await due()).total ?? 0
    const { leads } = (await make(agent, calls.agencyLeads, { query: {} })).body.payload
    await portal.database.transaction((tx) =>
      sql`insert into lead select (jsonb_populate_record(l, jsonb_build_object('lead_id', gen_random_uuid(),
        'due_at', '2100-01-01T00:00:00Z', 'follow_up_on', '2026-01-02'))).*
        from lead l cross join generate_series(1, 60) where l.lead_id = ${leads[0]?.leadId}::uuid`.execute(tx),
    )
    const after = await due()
    expect([after.leads.length, after.total]).toEqual([50, before + 60])
    expect(after.leads.every(({ followUpOn }) => followUpOn === '2026-01-02')).toBe(true)
  })

  test('AG-4 clients to follow up with, and those whose plan ends soon, have their own lists', async () => {
    const agent = await as('AGENT002')
    const [one] = (await readBook(agent)).clients
    const list = async (view: 'follow-ups' | 'ending') =>
      (await make(agent, calls.agencyClients, { query: { view } })).body.payload
    const params = { clientId: one?.clientId ?? '' }
    const change = async (followUpOn: string | null) => {
      const { version = 0, note = '' } =
        (await readBook(agent)).clients.find(({ clientId }) => clientId === params.clientId) ?? {}
      expect(
        (await make(agent, calls.changeAgencyClient, { params, body: { version, note, followUpOn } })).status,
      ).toBe(200)
    }
    await change('2026-01-02')
    expect((await list('follow-ups')).clients.map(({ clientId }) => clientId)).toContain(params.clientId)
    await change('2199-01-02')
    expect((await list('follow-ups')).clients.map(({ clientId }) => clientId)).not.toContain(params.clientId)
    await change(one?.followUpOn ?? null)
    const ends = (await list('ending')).clients.map(({ coverageEnds }) => coverageEnds)
    expect(ends).toEqual(ends.filter((day) => day !== null).toSorted())
  })
})

describe('AG-5 only a client’s own agency sees them, and only with their consent', () => {
  test('AG-5 a client without consent is neither listed nor counted; one who withdraws it disappears at once', async () => {
    const agent = await as('AGENT002')
    expect(await listNames(agent)).toEqual(['Bonnie', 'Mayte'])
    const member = await as('MEMBER01')
    const ended = await consent(member, '2001', 'WPA', false)
    expect(ended.body.payload.agencies).toMatchObject([{ agencyId: '2001', consentedOn: null }])
    expect(await listNames(agent)).toEqual(['Bonnie'])
    await consent(member, '2001', 'WPA', true)
    expect(await listNames(agent)).toEqual(['Bonnie', 'Mayte'])
    expect((await listEvents('agency-consent.end')).length).toBeGreaterThan(0)
  })

  test('AG-5 whatever an agency sees of a member is in the audit log, under the member', async () => {
    await readBook(await as('AGENT002'))
    const { memberId } = await portal.database.read
      .selectFrom('account')
      .select('member_id as memberId')
      .where('login_id', '=', 'MEMBER01')
      .executeTakeFirstOrThrow()
    const events = await listEvents('client.read')
    expect(events.some((event) => event.member_id === memberId && event.actor_login_id === 'AGENT002')).toBe(true)
  })

  test('AG-5 another agency’s clients are 404, and members can consent only to agencies whose clients they are', async () => {
    const [mine] = (await readBook(await as('AGENT002'))).clients
    const change = { params: { clientId: mine?.clientId ?? '' }, body: { version: 1, note: 'x', followUpOn: null } }
    for (const stranger of ['AGENTND1', 'AGENCYND', 'AGENTWY1'])
      expect(listErrorCodes(await make(await as(stranger), calls.changeAgencyClient, change))).toEqual(['NOT-FOUND'])
    expect(await listNames(await as('AGENTND1'))).not.toContain('Mayte')
    expect(listErrorCodes(await consent(await as('MEMBER01'), '3001', 'END', true))).toEqual(['NOT-FOUND'])
  })

  test('AG-5 without consent a client cannot be changed either', async () => {
    const agent = await as('AGENT002')
    const mayte = (await readBook(agent)).clients.find(({ firstName }) => firstName === 'Mayte')
    await consent(await as('MEMBER01'), '2001', 'WPA', false)
    const params = { clientId: mayte?.clientId ?? '' }
    const body = { version: mayte?.version ?? 0, note: 'x', followUpOn: null }
    expect(listErrorCodes(await make(agent, calls.changeAgencyClient, { params, body }))).toEqual(['NOT-FOUND'])
  })

  test('AG-5 AG-7 managers hand a client over, only to agents of their own agency; agents cannot', async () => {
    const manager = await as('AGENCYADM')
    const { clients, agents } = await readBook(manager)
    const client = clients.find(({ firstName }) => firstName === 'Bonnie')
    const other = agents?.find(({ name }) => name === 'Noor Hadley')
    const params = { clientId: client?.clientId ?? '' }
    const handOver = (agentId: string | undefined, version = client?.version ?? 0) => ({
      params,
      body: { version, note: 'Met in May.', followUpOn: '2030-01-02', ...(agentId && { agentId }) },
    })
    expect((await readBook(await as('AGENT002'))).agents).toBeNull()
    const refused = await make(await as('AGENT002'), calls.changeAgencyClient, handOver(other?.agentId))
    expect(listErrorCodes(refused)).toEqual(['WRONG-ROLE'])
    const foreign = (await make(await as('AGENTND1'), calls.getUserInfo, {})).body.payload.userId
    expect(listErrorCodes(await make(manager, calls.changeAgencyClient, handOver(foreign)))).toEqual(['NOT-FOUND'])
    const done = await make(manager, calls.changeAgencyClient, handOver(other?.agentId))
    expect(done.body.payload).toMatchObject({
      note: 'Met in May.',
      followUpOn: '2030-01-02',
      agent: { name: 'Noor Hadley' },
    })
    expect(listErrorCodes(await make(manager, calls.changeAgencyClient, handOver(other?.agentId)))).toEqual([
      'CONFLICT',
    ])
    expect(await listEvents('client.hand-over')).toHaveLength(1)
  })

  test('AG-5 AG-7 many clients are handed over together, once, with an audit entry each; the agent is told how many', async () => {
    const manager = await as('AGENCYADM')
    const { clients, agents } = await readBook(manager)
    const agentId = agents?.find(({ name }) => name.startsWith('Noor'))?.agentId ?? ''
    const back = agents?.find((one) => one.agentId !== agentId)?.agentId ?? ''
    const whole = clients.map(({ clientId, version }) => ({ clientId, version }))
    expect(whole.length).toBeGreaterThan(1)
    const hand = (client: Client, to: string, some = whole) =>
      make(client, calls.handOverClients, { body: { agentId: to, clients: some } })
    const letters = async () =>
      (
        await portal.database.read
          .selectFrom('outbox')
          .select('template')
          .where('template', '=', 'clients-handed-over')
          .execute()
      ).length
    const [logged, told] = [(await listEvents('client.hand-over')).length, await letters()]

    expect(listErrorCodes(await hand(await as('AGENT002'), agentId))).toEqual(['WRONG-ROLE'])
    expect(listErrorCodes(await hand(await as('AGENCYND'), agentId))).toEqual(['NOT-FOUND'])
    const foreign = (await make(await as('AGENTND1'), calls.getUserInfo, {})).body.payload.userId
    expect(listErrorCodes(await hand(manager, foreign))).toEqual(['NOT-FOUND'])
    // If one client does not consent, or one version is outdated, none is handed over.
    await consent(await as('MEMBER01'), '2001', 'WPA', false)
    expect(listErrorCodes(await hand(manager, agentId))).toEqual(['NOT-FOUND'])
    await consent(await as('MEMBER01'), '2001', 'WPA', true)
    const stale = whole.map((one, at) => (at === 0 ? { ...one, version: one.version + 1 } : one))
    expect([
      ...listErrorCodes(await hand(manager, back, stale)),
      ...listErrorCodes(await hand(manager, agentId, stale)),
    ]).toContain('CONFLICT')
    expect((await readBook(manager)).clients).toEqual(clients)

    const others = clients.filter(({ agent }) => agent?.agentId !== agentId)
    expect((await hand(manager, agentId)).body.payload).toEqual({ handedOver: others.length })
    expect((await hand(manager, agentId)).body.payload).toEqual({ handedOver: 0 })
    expect((await readBook(manager)).clients.every(({ agent }) => agent?.agentId === agentId)).toBe(true)
    const events = (await listEvents('client.hand-over')).slice(logged)
    expect(events.map(({ record_id }) => record_id).toSorted()).toEqual(
      others.map(({ clientId }) => clientId).toSorted(),
    )
    expect(events.every(({ member_id }) => member_id !== null)).toBe(true)
    expect(await letters()).toBe(told + 1)
  })
})

describe('AG-2 a broker of record', () => {
  const prefer = (agent: Client, more: object) =>
    make(agent, calls.updateAgencyPreference, {
      body: {
        rememberAgencyRegion: false,
        agencyIdPref: null,
        regionPref: null,
        isBrokerAgencyPref: true,
        brokerAgencyPrefLob: 'ACA',
        broker360Agencies: [],
        broker360ACAAgencies: ['2001', '2002'],
        ...more,
      },
    })
  const together = async (agent: Client, line: 'MA' | 'ACA') =>
    (await make(agent, calls.agencyClients, { query: { line } })).body.payload

  test('AG-2 AG-5 looks at the clients of several agencies together, by line, and changes each for its own agency', async () => {
    const agent = await as('AGENT001')
    await make(agent, calls.chooseAgency, { body: { agencyId: '2001', region: 'WPA', remember: false } })
    const alone = await readBook(agent)
    await prefer(agent, {})
    // An agency where they may not see clients adds none to the combined list.
    expect((await together(agent, 'ACA')).total).toBe(alone.total)
    await sql`update agency_agent set entitlements = '["clients","quote"]' where agency_id = '2002'
      and account_id = (select account_id from account where login_id = 'AGENT001')`.execute(portal.database.read)
    const book = await together(agent, 'ACA')
    expect(new Set(book.clients.map(({ agencyName }) => agencyName))).toEqual(
      new Set(['Three Rivers Benefits', 'Juniata Insurance Partners']),
    )
    expect(book.total).toBeGreaterThan(alone.total)
    expect(book.agents).toBeNull()
    const medicare = await together(agent, 'MA')
    expect(new Set([...book.clients, ...medicare.clients].map(({ clientId }) => clientId)).size).toBe(
      book.clients.length + medicare.clients.length,
    )
    for (const { agencyName } of medicare.clients) expect(agencyName).toBe('Three Rivers Benefits')
    const other = book.clients.find(({ agencyName }) => agencyName !== 'Three Rivers Benefits')
    const params = { clientId: other?.clientId ?? '' }
    const body = { version: other?.version ?? 0, note: 'Seen together', followUpOn: null }
    const changed = await make(agent, calls.changeAgencyClient, { params, body })
    expect(changed.body.payload).toMatchObject({ note: 'Seen together', agencyName: 'Juniata Insurance Partners' })

    // Without the preference, the other agency's client is not in the list.
    await prefer(agent, { isBrokerAgencyPref: false })
    expect(new Set((await together(agent, 'ACA')).clients.map(({ agencyName }) => agencyName))).toEqual(
      new Set(['Three Rivers Benefits']),
    )
    const again = { params, body: { ...body, version: changed.body.payload.version } }
    expect(listErrorCodes(await make(agent, calls.changeAgencyClient, again))).toEqual(['NOT-FOUND'])
  })
})
