import { benefits } from '@portico/contract/calls/coverage'
import { listMedicines } from '@portico/contract/calls/medicines'
import { listPeople, startViewing } from '@portico/contract/calls/people'
import * as calls from '@portico/contract/calls/spending'
import { childCare } from '@portico/contract/calls/wellness'
import { findServiceKind } from '@portico/rules/coverage/service-kind'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, viewMirela } from '../../../test/signed-in.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const look = (client: Client) => make(client, calls.spendingOutlook, { query: {} })
const outlook = async (client: Client) => (await look(client)).body.payload

/** FAMILY01, looking at the information of their young child. */
async function viewAlma(): Promise<Client> {
  const client = await signIn('FAMILY01')
  const { held } = (await make(client, listPeople, {})).body.payload
  const personId = held.find(({ firstName }) => firstName === 'Alma')?.personId ?? ''
  expect((await make(client, startViewing, { body: { personId } })).status).toBe(200)
  return client
}

/** Approved care of a demo member, as a plan's file would bring it. */
async function approve(firstName: string, brand: string, fields: object): Promise<void> {
  const row = JSON.stringify({
    ...{ told: 'approved', begins: '2000-01-01', ends: '2199-12-31', rxnorm: null, ndc: null },
    ...fields,
  })
  await sql`insert into prior_authorization
    select made.* from prior_authorization as one,
      (select member_id from member where first_name = ${firstName} and brand = ${brand} limit 1) as whose,
      lateral jsonb_populate_record(one, ${row}::jsonb || jsonb_build_object('member_id', whose.member_id)) as made
    limit 1`.execute(portal.database.read)
}

describe('MP-10 the rest of the plan year', () => {
  test('MP-10 MP-15 medicines known only from claims count: the page does not say that the plan has sent none', async () => {
    const client = await signIn('MEDICAIDND')
    const { medicines } = (await make(client, listMedicines, {})).body.payload
    expect(medicines).not.toEqual([])
    expect((await outlook(client)).loadedAt).toContain(medicines[0]?.fills[0]?.day)
  })

  test('MP-10 lists refills at what the last one cost, and never more than is left of the out-of-pocket maximum', async () => {
    const answer = await look(await signIn('MEMBER01'))
    const { lines, limits, ...sums } = answer.body.payload
    const refill = lines.find(({ name }) => name === 'Sitagliptin 100 mg tablets')
    expect(refill).toMatchObject({ kind: 'refill', eachCents: 4_500, daysSupply: 30, why: null, counts: true })
    expect(refill?.cents).toBe((refill?.times ?? 0) * 4_500)
    const counted = lines.reduce((all, { cents }) => all + (cents ?? 0), 0)
    expect(sums.sumCents).toBe(counted)
    const own = limits.find(({ kind, person }) => kind === 'out-of-pocket' && person !== null)
    expect(own?.toComeCents).toBeLessThanOrEqual(own?.leftCents ?? -1)
    expect(sums.likelyCents).toBe(Math.min(counted, own?.leftCents ?? counted))
    expect(sums.likelyCents).toBe((sums.fromAccountsCents ?? 0) + (sums.fromPocketCents ?? 0))
    expect(await listAuditedActions(portal.database, answer)).toEqual(['spending-outlook.read done'])
  })

  test('MP-10 the demo has approved care that was not begun: it is listed with its visits, and counted if it has a price', async () => {
    const client = await signIn('MEMBER01')
    const { plans } = (await make(client, benefits, {})).body.payload
    const therapy = plans[0]?.benefits.find(({ service }) => findServiceKind(service) === 'therapy')?.in
    const { lines } = await outlook(client)
    const approvals = lines.filter(({ kind }) => kind === 'approval')
    expect(approvals.map(({ name, times }) => [name, times])).toEqual([['Physical therapy, 12 visits', 12]])
    const isCopay = therapy?.deductibleApplies === false && !therapy.coinsurance
    const each = isCopay ? (therapy?.copayCents ?? null) : null
    // Her out-of-pocket maximum is used up.
    expect(approvals[0]).toMatchObject({ eachCents: each, cents: each === null ? 0 : 12 * each, counts: true })
  })

  test('MP-10 items without a price or taken as needed are listed, and not counted unless a limit makes them free', async () => {
    const { lines } = await outlook(await signIn('MEMBER01'))
    const inhaler = lines.find(({ name }) => name?.startsWith('Albuterol'))
    expect(inhaler).toMatchObject({ why: 'as-needed', times: null, cents: 0, pastLimit: true })
    const others = await Promise.all(
      ['MEMBERDE', 'MEDICAIDND', 'MEMBERWV'].map(async (login) => outlook(await signIn(login))),
    )
    const open = others.flatMap((other) => other.lines).filter(({ cents }) => cents === null)
    expect(open).not.toEqual([])
    for (const { why, pastLimit } of open)
      expect({ why, pastLimit }).toEqual({ why: expect.any(String), pastLimit: false })
  })

  test('MP-10 once the family has reached its out-of-pocket maximum, the plan pays for all that counts toward it', async () => {
    const { lines, limits, likelyCents } = await outlook(await signIn('FAMILY01'))
    const findLeft = (isOf: (person: unknown) => boolean) =>
      limits.find(({ kind, person }) => kind === 'out-of-pocket' && isOf(person))?.leftCents
    expect(findLeft((person) => person === null)).toBe(0)
    expect(lines.some(({ why }) => why !== null)).toBe(true)
    for (const { cents, counts, pastLimit } of lines)
      expect({ cents, pastLimit }).toEqual({ cents: 0, pastLimit: counts })
    expect(likelyCents).toBe(0)
  })

  test('MP-10 unused approved care costs the plan’s copay each time, if the used amount is known', async () => {
    const client = await signIn('MEMBERDE')
    const { plans } = (await make(client, benefits, {})).body.payload
    const copay = plans[0]?.benefits.find(({ service }) => findServiceKind(service) === 'specialist')?.in
    expect(copay).toMatchObject({ copayCents: expect.any(Number), deductibleApplies: false })
    const each = copay?.copayCents ?? 0
    const before = await outlook(client)
    await approve('Dominga', 'de', {
      resource_id: 'some',
      service: 'Specialist visits',
      units_approved: 12,
      units_used: 5,
    })
    await approve('Dominga', 'de', {
      resource_id: 'all',
      service: 'Specialist visit',
      units_approved: 3,
      units_used: 3,
    })
    await approve('Dominga', 'de', {
      resource_id: 'open',
      service: 'Specialist visit',
      units_approved: 3,
      units_used: null,
    })
    await approve('Dominga', 'de', { resource_id: 'stay', service: 'Hospital stay', units_approved: 3, units_used: 0 })
    await approve('Dominga', 'de', { resource_id: 'over', service: 'Specialist visit', ends: '2001-01-01' })
    await approve('Dominga', 'de', { resource_id: 'no', service: 'Specialist visit', told: 'denied' })
    const { lines, sumCents, ...after } = await outlook(client)
    const approvals = lines.filter(({ kind }) => kind === 'approval')
    expect(approvals.map(({ times, why, cents }) => ({ times, why, cents }))).toEqual(
      expect.arrayContaining([
        { times: 7, why: null, cents: 7 * each },
        { times: null, why: 'times', cents: null },
        { times: 3, why: 'price', cents: null },
      ]),
    )
    expect(approvals).toHaveLength(3)
    expect(sumCents).toBe((before.sumCents ?? 0) + 7 * each)
    expect(after.fromAccountsCents).toBe(7 * each)
  })

  test('MP-14 sensitive items and recommendations are the patient’s own', async () => {
    await approve('Mayte', 'hmbcbs', { resource_id: 'private', service: 'Specialist visit', sensitive: true })
    const names = ({ lines }: Awaited<ReturnType<typeof outlook>>) => lines.map(({ name }) => name)
    const own = await outlook(await signIn('MEMBER01'))
    expect(names(own)).toEqual(expect.arrayContaining(['Sertraline 100 mg tablets', 'Specialist visit', null]))
    expect(own.checkups).toBe('shown')
    const seen = await outlook(await actForMember(portal.origin, 'MEMBER01'))
    expect(names(seen)).toContain('Sitagliptin 100 mg tablets')
    expect(names(seen)).not.toContain('Sertraline 100 mg tablets')
    expect(names(seen)).not.toContain('Specialist visit')
    expect(seen.lines.filter(({ kind }) => kind === 'checkup')).toEqual([])
    expect(seen.checkups).toBe('private')
  })

  test('MP-14 a viewer with access to claims sees no family limit, and one with access to the plan only sees nothing', async () => {
    const { family, limits, lines } = await outlook(await viewMirela(portal, ['coverage', 'claims']))
    expect(family).toBe('withheld')
    expect(limits.every(({ person }) => person?.firstName === 'Mirela')).toBe(true)
    expect(lines.every(({ person }) => person.firstName === 'Mirela')).toBe(true)
    expect((await look(await viewMirela(portal, ['coverage']))).status).toBe(403)
  })

  test('MP-10 MP-20 a parent who looks at a young child is told of their check-ups here as on the child’s other screens', async () => {
    const child = portal.database.read
      .updateTable('member')
      .where((is) => is.and({ first_name: 'Alma', last_name: 'Lindqvist' }))
    await child.set({ date_of_birth: `${new Date().getFullYear() - 13}-01-01` }).execute()
    const parent = await viewAlma()
    const { care } = (await make(parent, childCare, {})).body.payload.child ?? {}
    const due =
      care
        ?.filter(({ state, ifApplies }) => (state === 'no-claim' || state === 'again') && !ifApplies)
        .map(({ title }) => title) ?? []
    expect(due).toContain('Depression check for teens')
    const seen = await outlook(parent)
    await child.set({ date_of_birth: '2017-07-30' }).execute()
    expect(seen.checkups).toBe('shown')
    expect(seen.lines.find(({ kind }) => kind === 'checkup')).toMatchObject({ names: due, cents: 0 })
  })

  test('MP-14 a parent’s list has a young child’s medicines, and no one else’s', async () => {
    const { lines } = await outlook(await signIn('FAMILY01'))
    expect(new Set(lines.map(({ person }) => person.firstName))).toEqual(new Set(['Tomas', 'Alma']))
    const { lines: spouse } = await outlook(await signIn('FAMILY02'))
    expect(new Set(spouse.map(({ person }) => person.firstName))).toEqual(new Set(['Mirela']))
  })
})
