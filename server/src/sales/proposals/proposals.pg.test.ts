import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { calls } from '@portico/contract/calls'
import { firstOfNextMonth } from '@portico/rules/shop/windows'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { eventsWith, listAuditedActions } from '../../../test/rows.ts'
import { newApplication } from '../../../test/samples.ts'
import { signIn } from '../../../test/second-factor.ts'
import { loadDemoProposals } from '../../demo/demo/proposals.ts'
import { easternDay } from '../../platform/day.ts'
import { forgetProposals } from './store.ts'
import { ticketFor } from './ticket.ts'

const portal = testPortal()
const mail = testMail(portal)
const as = (loginId: string) => signIn(portal.origin, loginId)
const visitor = () => new Client(portal.origin)

afterEach(async () => {
  await portal.database.read.updateTable('shop_application').set({ proposal_id: null }).execute()
  for (const table of ['agency_proposal', 'sent_letter', 'sign_in_limit', 'agency_choice'] as const)
    await portal.database.read.deleteFrom(table).execute()
})

/** The year of the first day of next month: dental plans for it can be bought on any day. */
const planYear = Number(firstOfNextMonth(easternDay(new Date())).slice(0, 4))
const [dental, silver] = ['90001PA0010021', '90001PA0010004']
const basis = {
  market: 'under65' as const,
  zipCode: '15222',
  people: [{ age: 40, tobacco: false }],
  income: null,
}
const draft = (more: object = {}) => ({
  proposalId: randomUUID(),
  firstName: 'Wanda',
  lastName: 'Pruitt',
  email: `${randomUUID()}@mail.example`,
  agreed: true,
  language: 'en' as const,
  basis,
  planYear,
  planIds: [dental],
  ...more,
})
const propose = async (client: Client, more: object = {}) =>
  (await make(client, calls.createProposal, { body: draft(more) })).body.payload
const list = async (client: Client) => (await make(client, calls.agencyProposals, {})).body.payload.proposals
const one = (client: Client, proposal: string) => make(client, calls.agencyProposal, { params: { proposal } })
const send = (client: Client, proposal: string, letterId = randomUUID()) =>
  make(client, calls.sendProposal, { params: { proposal }, body: { letterId } })
const correct = (client: Client, proposal: string, version: number, npn: string) =>
  make(client, calls.updateProposalNpn, { params: { proposal }, body: { version, npn } })
const pickPrice = ({ planId, premiumCents }: { planId: string; premiumCents: number | null }) => ({
  planId,
  premiumCents,
})
const open = (ticket: string) => make(visitor(), calls.openProposal, { body: { ticket } })
const lettersTo = (email: string) => mail.received.filter(({ to }) => JSON.stringify(to).includes(email))
const ticketTo = async (email: string) => {
  await expect.poll(() => lettersTo(email).length).toBeGreaterThan(0)
  return /ticket=([\w-]+)/.exec(lettersTo(email).at(-1)?.text ?? '')?.[1] ?? ''
}
const apply = (more: object) => make(visitor(), calls.startEnrollment, { body: { ...newApplication(), ...more } })

describe('AG-6 proposals of plans to clients', () => {
  test('AG-6 the demo’s proposals open through their links like any other, with plans and the prices of the shop', async () => {
    const [dataKey, now] = [dataKeyAt(portal.origin), new Date()]
    const file = fileURLToPath(new URL('../../../../demo/proposals.json', import.meta.url))
    await loadDemoProposals({ database: portal.database, dataKey, file, now })
    const rows = await portal.database.read
      .selectFrom('agency_proposal')
      .select(['proposal_id', 'expires_at'])
      .where('sent_at', 'is not', null)
      .execute()
    const running = rows.filter(({ expires_at: at }) => at > now)
    expect(running.length).toBeGreaterThan(2)
    for (const { proposal_id: id } of running) {
      const { plans, agentName, basis: household } = (await open(ticketFor(dataKey, id))).body.payload
      expect([plans.length > 0, agentName.length > 0]).toEqual([true, true])
      const sold = (await make(visitor(), calls.shopQuote, { body: { ...household, brand: 'hmbcbs', planYear } })).body
      for (const plan of plans) expect(sold.payload.plans).toContainEqual(expect.objectContaining(pickPrice(plan)))
    }
  })

  test('AG-6 SH-5 the client sees the prices that the agent saw, with or without the credit, in the shop, too', async () => {
    const agent = await as('AGENCYADM')
    const credited = { planIds: [silver], basis: { ...basis, income: { householdSize: 1, cents: 4_000_000 } } }
    const after = await propose(agent, credited)
    const full = await propose(agent, { ...credited, withCredit: false })
    expect(after.plans[0]?.creditCents).toBeGreaterThan(0)
    expect(full.plans).toMatchObject([{ premiumCents: after.plans[0]?.premiumCents, creditCents: 0 }])
    const shown = [after, full].map(async ({ proposalId, email }) => {
      await send(agent, proposalId)
      return (await open(await ticketTo(email))).body.payload.withCredit
    })
    expect(await Promise.all(shown)).toEqual([true, false])
  })

  test('AG-6 SH-5 a proposal has the limits that the shop shows with the credit: those with reduced cost sharing', async () => {
    const agent = await as('AGENCYADM')
    const helped = { ...basis, income: { householdSize: 1, cents: 3_000_000 } }
    const body = { ...helped, brand: 'hmbcbs', planYear }
    const { plans } = (await make(visitor(), calls.shopQuote, { body })).body.payload
    const shown = plans.find(({ reduced }) => reduced !== null)
    expect(shown?.reduced).toMatchObject({ reduction: expect.any(Number) })
    const planIds = [shown?.planId ?? '']
    const [whole] = (await propose(agent, { planIds, basis: helped, withCredit: false })).plans
    expect(whole).toMatchObject({ reduction: null, limits: { outOfPocketCents: shown?.outOfPocketCents } })
    const made = await propose(agent, { planIds, basis: helped })
    const { reduction, outOfPocketCents, deductibleCents, deductibleFamilyCents } = shown?.reduced ?? {}
    const limits = { outOfPocketCents, deductibleCents, deductibleFamilyCents }
    expect(outOfPocketCents).toBeLessThan(whole?.limits?.outOfPocketCents ?? 0)
    expect(made.plans).toMatchObject([{ reduction, limits }])
    await send(agent, made.proposalId)
    expect((await open(await ticketTo(made.email))).body.payload.plans).toMatchObject([{ reduction, limits }])
  })

  test('AG-6 from the shop to an application: made, sent by the brand, opened by its link, applied for', async () => {
    const agent = await as('AGENCYADM')
    const made = await propose(agent, { planIds: [dental, silver] })
    expect(made).toMatchObject({ firstName: 'Wanda', state: 'draft', npn: '8854321', sentAt: null, openedAt: null })
    expect(made.plans.map(({ planId, premiumCents }) => [planId, premiumCents])).toContainEqual([dental, 2_232])

    expect((await send(agent, made.proposalId)).body.payload.state).toBe('sent')
    const ticket = await ticketTo(made.email)
    expect((await one(agent, made.proposalId)).body.payload.openedAt).toBeNull()

    const opened = (await open(ticket)).body.payload
    expect(opened).toMatchObject({
      firstName: 'Wanda',
      exchange: { name: 'Pennie', address: 'https://pennie.com/' },
      agencyName: 'Three Rivers Benefits',
      npn: '8854321',
      mayApply: true,
    })
    expect(opened.plans).toEqual(made.plans)
    const first = (await one(agent, made.proposalId)).body.payload
    expect([first.state, first.openedAt === null]).toEqual(['opened', false])
    await open(ticket)
    expect((await one(agent, made.proposalId)).body.payload.openedAt).toBe(first.openedAt)

    const applied = await apply({ proposalTicket: ticket })
    expect(applied.status).toBe(200)
    const { applicationNumber } = applied.body.payload.application
    expect((await list(agent))[0]).toMatchObject({
      state: 'applied',
      applications: [{ applicationNumber, state: 'pending' }],
    })
  })

  test('AG-6 the e-mail names agent and agency, neither client nor plans, and loads nothing that could reveal its opening', async () => {
    const agent = await as('AGENCYADM')
    const { proposalId, email, plans } = await propose(agent, {
      language: 'es',
      firstName: 'Wandalina',
      note: 'Call me on Monday.',
    })
    await send(agent, proposalId)
    await ticketTo(email)
    const [letter] = lettersTo(email)
    expect(letter?.subject).toBe('Una propuesta de planes para usted')
    for (const words of ['Three Rivers Benefits (412-555-0171)', '8854321']) expect(letter?.text).toContain(words)
    for (const words of ['Wandalina', 'Pruitt', plans[0]?.name ?? '', '15222', 'Call me on Monday'])
      expect(`${letter?.text}${letter?.html}`).not.toContain(words)
    const outside = [...`${letter?.html}`.matchAll(/(?:src|background)="(https?:[^"]*)"/g)].map(([, from]) => from)
    expect(outside).toEqual([])
  })

  test('AG-6 the agent’s message to the client stands behind the link, with the agent’s own number', async () => {
    const agent = await as('AGENCYADM')
    const made = await propose(agent, { note: ' Look at the\nsecond one. ' })
    expect(made.note).toBe('Look at the\nsecond one.')
    await send(agent, made.proposalId)
    const ticket = await ticketTo(made.email)
    const read = async () => (await open(ticket)).body.payload
    expect(await read()).toMatchObject({ note: 'Look at the\nsecond one.', agencyPhone: '412-555-0171' })
    const { agentId } = made.agent
    const setPhone = (phone: string | null) =>
      portal.database.read.updateTable('account').set({ phone }).where('account_id', '=', agentId).execute()
    await setPhone('412-555-0199')
    expect((await read()).agencyPhone).toBe('412-555-0199')
    await setPhone(null)
    expect((await propose(agent)).note).toBe('')
  })

  test('AG-6 making or sending it twice under the same id happens once', async () => {
    const agent = await as('AGENCYADM')
    const body = draft()
    const both = await Promise.all([1, 2].map(() => make(agent, calls.createProposal, { body })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await list(agent)).toHaveLength(1)
    const letterId = randomUUID()
    const sent = await Promise.all([1, 2].map(() => send(agent, body.proposalId, letterId)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await one(agent, body.proposalId)).body.payload.sendsLeft).toBe(2)
    await ticketTo(body.email)
    expect(lettersTo(body.email)).toHaveLength(1)
  })

  test('AG-6 it is sent at most three times', async () => {
    const agent = await as('AGENCYADM')
    const { proposalId } = await propose(agent)
    const forget = () => portal.database.read.deleteFrom('sign_in_limit').execute()
    for (const left of [2, 1, 0]) {
      await forget()
      expect((await send(agent, proposalId)).body.payload.sendsLeft).toBe(left)
    }
    await forget()
    expect(listErrorCodes(await send(agent, proposalId))).toEqual(['CONFLICT'])
  })

  test('AG-6 one address gets only a few proposals, whoever sends them, so that the portal is no relay', async () => {
    const email = `${randomUUID()}@mail.example`
    const codes: (string[] | number)[] = []
    for (let at = 0; at < 5; at += 1) {
      const agent = await as('AGENCYADM')
      const answer = await send(agent, (await propose(agent, { email })).proposalId)
      codes.push(answer.status === 200 ? 200 : listErrorCodes(answer))
    }
    expect(codes).toContainEqual(['TOO-MANY-REQUESTS'])
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(3)
  })

  test('AG-6 AG-3 a correction of the NPN is validated, and is based on what the agent saw', async () => {
    const agent = await as('AGENCYADM')
    const { proposalId, version } = await propose(agent)
    const wrong = await correct(agent, proposalId, version, '0123')
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'npn'])
    expect((await correct(agent, proposalId, version, ' 7712345 ')).body.payload.npn).toBe('7712345')
    expect(listErrorCodes(await correct(agent, proposalId, version, '7712346'))).toEqual(['CONFLICT'])
    await portal.database.read.updateTable('agency_proposal').set({ npn: null }).execute()
    const unsent = await send(agent, proposalId)
    expect([unsent.status, unsent.body.errors?.[0]?.field]).toEqual([400, 'npn'])
    const events = await eventsWith(portal.database, { record_id: proposalId })
    expect(events.map(({ action }) => action)).toEqual(['proposal.create', 'proposal.npn'])
  })

  test('AG-6 another agency’s proposal is 404 on every call, and not in the list', async () => {
    const { proposalId, version } = await propose(await as('AGENCYADM'))
    for (const stranger of [await as('AGENCYND'), await as('AGENTWY1'), await as('CSRREP02')]) {
      expect(listErrorCodes(await one(stranger, proposalId))).toEqual(['NOT-FOUND'])
      expect(listErrorCodes(await send(stranger, proposalId))).toEqual(['NOT-FOUND'])
      expect(listErrorCodes(await correct(stranger, proposalId, version, '7712345'))).toEqual(['NOT-FOUND'])
      expect(await list(stranger)).toEqual([])
    }
    expect((await one(await as('AGENT002'), proposalId)).status).toBe(200)
    expect(listErrorCodes(await one(await as('AGENT001'), proposalId))).toEqual(['AGENCY-NOT-CHOSEN'])
  })

  test('AG-6 a renewal starts with the household of the last proposal, with their ages in the year for sale', async () => {
    const agent = await as('AGENCYADM')
    const { clients } = (await make(agent, calls.agencyClients, { query: {} })).body.payload
    const clientId = clients.find(({ firstName }) => firstName === 'Mayte')?.clientId ?? ''
    const last = async () => (await make(agent, calls.lastQuoteOf, { params: { clientId } })).body.payload.last
    expect(await last()).toBeNull()
    const income = { householdSize: 2, cents: 4_000_000 }
    const family = { ...basis, county: '', people: [...basis.people, { age: 9, tobacco: false }], income }
    await propose(agent, { clientId })
    const { proposalId } = await propose(agent, { clientId, basis: family })
    const forSale = async () => {
      const body = { brand: 'hmbcbs', market: 'under65' as const, zipCode: '15222', people: basis.people, income: null }
      return (await make(visitor(), calls.shopQuote, { body })).body.payload.planYear ?? 0
    }
    const older = (await forSale()) - planYear
    const people = [40, 9].map((age) => ({ age: age + Math.max(0, older), tobacco: false }))
    expect(await last()).toEqual({ market: 'under65', basis: { ...family, market: 'under65', people } })
    await portal.database.read
      .updateTable('agency_proposal')
      .set({ plan_year: planYear - 2 })
      .where('proposal_id', '=', proposalId)
      .execute()
    expect((await last())?.basis.people.map(({ age }) => age)).toEqual([42 + older, 11 + older])
  })

  test('AG-6 a first quote for a client starts with the ZIP code and the age that the plan knows', async () => {
    const agent = await as('AGENCYADM')
    const { clients } = (await make(agent, calls.agencyClients, { query: {} })).body.payload
    const clientId = clients.find(({ firstName }) => firstName === 'Mayte')?.clientId ?? ''
    const readKnown = async () => (await make(agent, calls.lastQuoteOf, { params: { clientId } })).body.payload
    const { read } = portal.database
    const member = await read
      .selectFrom('account')
      .innerJoin('member', 'member.member_id', 'account.member_id')
      .select(['account.account_id', 'account.zip_code', 'member.date_of_birth'])
      .where('account.login_id', '=', 'MEMBER01')
      .executeTakeFirstOrThrow()
    const keep = (zip_code: string | null) =>
      read.updateTable('account').set({ zip_code }).where('account_id', '=', member.account_id).execute()
    const begins = firstOfNextMonth(easternDay(new Date()))
    const years = Number(begins.slice(0, 4)) - Number(member.date_of_birth.slice(0, 4))
    const age = begins.slice(5) < member.date_of_birth.slice(5) ? years - 1 : years
    await keep('15237')
    expect(await readKnown()).toEqual({ last: null, known: { zipCode: '15237', age } })
    await keep(null)
    expect((await readKnown()).known).toEqual({ zipCode: null, age })
    await keep(member.zip_code)
  })

  test('AG-6 AG-5 a client who withdraws consent disappears from the list, the counts and every call', async () => {
    const agent = await as('AGENCYADM')
    const { clients } = (await make(agent, calls.agencyClients, { query: {} })).body.payload
    const mayte = clients.find(({ firstName }) => firstName === 'Mayte')
    const { proposalId } = await propose(agent, { clientId: mayte?.clientId })
    const proposals = async () =>
      (await make(agent, calls.agencyAgents, {})).body.payload.agents.find(({ own }) => own)?.proposals
    expect([(await list(agent)).length, await proposals()]).toEqual([1, 1])
    const member = await as('MEMBER01')
    const consent = (given: boolean) =>
      make(member, calls.changeAgencyConsent, { body: { agencyId: '2001', region: 'WPA', consent: given } })
    await consent(false)
    expect([(await list(agent)).length, await proposals()]).toEqual([0, 0])
    expect(listErrorCodes(await one(agent, proposalId))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await send(agent, proposalId))).toEqual(['NOT-FOUND'])
    const again = await make(agent, calls.createProposal, { body: draft({ clientId: mayte?.clientId }) })
    expect(listErrorCodes(again)).toEqual(['NOT-FOUND'])
    const params = { clientId: mayte?.clientId ?? '' }
    expect(listErrorCodes(await make(agent, calls.lastQuoteOf, { params }))).toEqual(['NOT-FOUND'])
    await consent(true)
    expect(await list(agent)).toHaveLength(1)
  })

  test('AG-6 each error is reported at its field; a plan that is not sold there is not found', async () => {
    const agent = await as('AGENCYADM')
    const wrong = await make(agent, calls.createProposal, {
      body: draft({ firstName: '', email: 'no', agreed: false }),
    })
    expect((wrong.body.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)).toEqual([
      ...['firstName field.required', 'email email.invalid', 'agreed terms.required'],
    ])
    const elsewhere = draft({ basis: { ...basis, zipCode: '58501' } })
    expect(listErrorCodes(await make(agent, calls.createProposal, { body: elsewhere }))).toEqual(['NOT-FOUND'])
    expect(await list(agent)).toEqual([])
  })

  test('AG-6 AG-7 if the agency may no longer enroll, its proposals accept no application, and the client is told', async () => {
    const agent = await as('AGENT001')
    await make(agent, calls.chooseAgency, { body: { agencyId: '2002', region: 'CPA', remember: false } })
    const { proposalId, email } = await propose(agent)
    await send(agent, proposalId)
    const ticket = await ticketTo(email)
    expect((await open(ticket)).body.payload.mayApply).toBe(false)
    expect((await apply({ proposalTicket: ticket })).status).toBe(200)
    expect((await list(agent))[0]?.applications).toEqual([])
  })

  test('AG-6 an expired link opens nothing, and a proposal that led to nothing is deleted in time', async () => {
    const agent = await as('AGENCYADM')
    const [kept, left] = [await propose(agent), await propose(agent)]
    await send(agent, kept.proposalId)
    const ticket = await ticketTo(kept.email)
    await apply({ proposalTicket: ticket })
    const past = new Date(Date.now() - 60_000)
    await portal.database.read.updateTable('agency_proposal').set({ expires_at: past }).execute()
    expect(listErrorCodes(await open(ticket))).toEqual(['CHALLENGE-EXPIRED'])
    expect(listErrorCodes(await open('nobody-has-this-one'))).toEqual(['CHALLENGE-EXPIRED'])
    expect((await one(agent, left.proposalId)).body.payload.state).toBe('over')
    await portal.database.transaction((tx) => forgetProposals(tx, new Date()))
    expect((await list(agent)).map(({ proposalId }) => proposalId)).toEqual([kept.proposalId])
  })

  test('SH-1 AG-6 until sign-out, a visitor finds in the shop the proposals that were opened in that browser, and nowhere else', async () => {
    const agent = await as('AGENCYADM')
    const { proposalId, email, plans } = await propose(agent)
    await send(agent, proposalId)
    const ticket = await ticketTo(email)
    const [browser, another] = [visitor(), visitor()]
    const find = async (client: Client, brand = 'hmbcbs') =>
      (await make(client, calls.myProposals, { query: { brand } })).body.payload.proposals
    expect(await find(browser)).toEqual([])
    await make(browser, calls.openProposal, { body: { ticket } })
    await make(another, calls.openProposal, { body: { ticket: 'nobody-has-this-one' } })
    const answer = await make(browser, calls.myProposals, { query: { brand: 'hmbcbs' } })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['proposal.find done'])
    expect(answer.body.payload.proposals).toEqual([
      expect.objectContaining({
        market: 'under65',
        planYear,
        agencyName: 'Three Rivers Benefits',
        plans: plans.map(({ name }) => name),
        ticket,
      }),
    ])
    expect(await find(another)).toEqual([])
    expect(await find(browser, 'ndbcbs')).toEqual([])
    // The next user of the browser finds nothing after a sign-out.
    await make(browser, calls.sessionCookies, { body: { action: 'delete-token' } })
    expect(await find(browser)).toEqual([])
    await make(another, calls.openProposal, { body: { ticket } })
    await portal.database.read
      .updateTable('agency_proposal')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await find(another)).toEqual([])
  })

  test('SH-1 AG-6 a prospect finds proposals sent to the address that they confirmed; nobody else with an account does', async () => {
    const find = async (client: Client) =>
      (await make(client, calls.myProposals, { query: { brand: 'hmbcbs' } })).body.payload.proposals
    const [agent, prospect] = [await as('AGENCYADM'), await as('PROSPECT1')]
    const address = 'Prospect1@mail.example'
    const { proposalId } = await propose(agent, { email: address })
    expect(await find(prospect)).toEqual([])
    await send(agent, proposalId)
    const ticket = await ticketTo(address)
    expect(await find(prospect)).toMatchObject([{ ticket, agencyName: 'Three Rivers Benefits' }])
    const setEmail = (loginId: string, email: string) =>
      portal.database.read.updateTable('account').set({ email }).where('login_id', '=', loginId).execute()
    // Members' addresses may come from staff and plans: nobody has proven them.
    await setEmail('MEMBER02', address)
    for (const loginId of ['LEAVER01', 'MEMBER02', 'AGENCYADM']) expect(await find(await as(loginId))).toEqual([])
    expect(await find(visitor())).toEqual([])
    await setEmail('PROSPECT1', 'priya@mail.example')
    expect(await find(prospect)).toEqual([])
    await setEmail('PROSPECT1', 'prospect1@mail.example')
    const rep = await as('CSRREP01')
    const params = { storeID: '10151' as const, logonID: 'PROSPECT1' }
    const acting = await make(rep, calls.startSimulation, {
      params,
      body: { reason: 'To answer the message', ticket: 'T-1' },
    })
    expect(acting.status).toBe(200)
    expect(await find(rep)).toEqual([])
  })

  test('AG-6 a client’s identity is nowhere readable in the database', async () => {
    await propose(await as('AGENCYADM'), { firstName: 'Wandalina' })
    const { sealed, ...row } = await portal.database.read
      .selectFrom('agency_proposal')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(sealed.includes('Wandalina')).toBe(false)
    expect(JSON.stringify(row)).not.toContain('mail.example')
  })
})
