import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { careLimits } from '@portico/rules/shop/lines'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { computeTicket } from './saved.ts'

const portal = testPortal({ DEMO: 'false' })
const today = easternDay(new Date())
const planYear = Number(today.slice(0, 4))
const [silver, gold, dental] = ['90001PA0010004', '90001PA0010007', '90001PA0010021'] as const
const [inside, outside, past, left, nobody, soon] = ['in-1', 'out-1', 'past-1', 'left-1', 'nobody-1', 'soon-1'] as const
const [metformin, insulin] = ['861007', '311048'] as const

const common = { brand: 'hmbcbs', planYear, planIds: [silver, gold, dental] }
type Care = NonNullable<BodyOf<typeof calls.saveShopping>['care']>
const visitor = () => new Client(portal.origin)
const ask = (more: object = {}) =>
  make(visitor(), calls.shopCare, {
    body: { ...common, providerIds: [inside, outside], drugIds: [metformin, insulin], ...more },
  })
const look = (text: string, more: object = {}) =>
  make(visitor(), calls.shopDrugs, { body: { ...common, text, ...more } })

beforeAll(async () => {
  const db = portal.database.read
  const runId = uuidv7()
  // Removes the demo's networks, which belong to every plan.
  await sql`delete from directory_network where brand = 'hmbcbs'`.execute(db)
  const { rows } = await sql<{ generation: number }>`
    insert into directory_generation (source, state, begun_at, live_at, entries, facts, run_id)
    values ('hmbcbs', 'live', now(), now(), 0, '{}', ${runId}) returning generation`.execute(db)
  const generation = rows[0]?.generation ?? 0
  for (const id of [inside, outside, past, left, soon])
    await sql`insert into directory_entry (generation, provider_id, place, kind, name, specialties, words, lat, lon, exact,
        languages, affiliations, content_hash)
      values (${generation}, ${id}, '1', 'individual', ${id}, '{}', '{}', 40, -80, false, '{}', '{}', '')`.execute(db)
  // A network of the silver and the dental plan; the directory has none for the gold plan.
  for (const [network, plans] of [
    ['blue', [silver, dental]],
    ['other', ['another-plan']],
  ] as const)
    await sql`insert into directory_network (generation, brand, network_id, name, plan_ids)
      values (${generation}, 'hmbcbs', ${network}, ${network}, ${[...plans]})`.execute(db)
  for (const [id, network, begins, ends] of [
    [inside, 'blue', null, null],
    [outside, 'other', null, null],
    [past, 'blue', null, isoDayAfter(today, -1)],
    [left, 'blue', null, null],
    [soon, 'blue', `${planYear + 1}-01-01`, null],
  ] as const)
    await sql`insert into directory_seat (generation, brand, network_id, provider_id, zip, begins, ends)
      values (${generation}, 'hmbcbs', ${network}, ${id}, '', ${begins}, ${ends})`.execute(db)
  await sql`insert into directory_correction (provider_id, brand, kind, made_at)
    values (${left}, 'hmbcbs', 'left', now())`.execute(db)
  await sql`insert into formulary (brand, plan_id, version, costs, run_id, imported_at)
    values ('hmbcbs', ${silver}, '1', '[]', ${runId}, now())`.execute(db)
  await sql`insert into formulary_drug (brand, plan_id, drug_id, name, ingredient, strength, form, tier)
    values ('hmbcbs', ${silver}, ${metformin}, 'Metformin', 'Metformin', '500 MG', 'Oral Tablet', 'GENERIC')`.execute(
    db,
  )
})

test('SH-4 doctors are checked against the plan’s networks and drugs against its list; without data, the answer is unknown', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  const unknownDrug = { standing: 'unknown', tier: null, tierName: null }
  expect(body.payload.plans).toEqual([
    {
      planId: silver,
      doctors: ['in', 'out'],
      drugs: [
        { standing: 'listed', tier: 'generic', tierName: 'GENERIC' },
        { standing: 'not-listed', tier: null, tierName: null },
      ],
    },
    { planId: gold, doctors: ['unknown', 'unknown'], drugs: [unknownDrug, unknownDrug] },
    { planId: dental, doctors: ['in', 'out'], drugs: null },
  ])
})

test('SH-4 a doctor who left a network is out of it; one who left the directory, or was never in it, is unknown', async () => {
  const { body } = await ask({ planIds: [silver], providerIds: [past, left, nobody, inside] })
  expect(body.payload.plans.map(({ doctors }) => doctors)).toEqual([['out', 'unknown', 'unknown', 'in']])
})

test('SH-4 IM-7 for next year’s plans, network membership counts as of that year', async () => {
  const listDoctors = async (year: number) => {
    const { body } = await ask({ planYear: year, planIds: [silver], providerIds: [soon, past, inside] })
    return body.payload.plans.map(({ doctors }) => doctors)
  }
  expect(await listDoctors(planYear)).toEqual([['out', 'out', 'in']])
  expect(await listDoctors(planYear + 1)).toEqual([['in', 'out', 'in']])
})

test('SH-4 drugs are found on the plans’ lists despite a typo, and not without a list', async () => {
  const found = { known: true, drugs: [{ drugId: metformin, name: 'Metformin 500 mg, oral tablet' }] }
  expect((await look('metfromin 500')).body.payload).toEqual(found)
  expect((await look('zzzzz')).body.payload).toEqual({ known: true, drugs: [] })
  expect((await look('metformin', { planIds: [gold, dental] })).body.payload).toEqual({ known: false, drugs: [] })
})

test('SH-4 another brand’s plans, networks and lists reveal nothing; too many at once are refused', async () => {
  expect((await ask({ planIds: ['nobody-sells-this'] })).body.payload.plans).toEqual([])
  expect((await ask({ brand: 'ndbcbs' })).body.payload.plans).toEqual([])
  expect((await look('metformin', { brand: 'ndbcbs' })).body.payload).toEqual({ known: false, drugs: [] })
  const many = (count: number) => Array.from({ length: count }, (_, at) => `one-${at}`)
  for (const more of [
    { planIds: many(careLimits.plans + 1) },
    { providerIds: many(careLimits.doctors + 1) },
    { drugIds: many(careLimits.drugs + 1) },
  ])
    expect((await ask(more)).status).toBe(400)
  expect((await look('m'.repeat(careLimits.words + 1))).status).toBe(400)
})

describe('SH-6 a comparison with doctors and drugs', () => {
  const basis = { market: 'under65' as const, zipCode: '15222', people: [{ age: 40, tobacco: false }], income: null }
  const named = {
    doctors: [{ providerId: inside, name: inside }],
    drugs: [{ drugId: metformin, name: 'Metformin 500 mg, oral tablet' }],
  }
  const asked = { providerIds: [inside, nobody], drugIds: [metformin, 'nobody-makes-this'] }
  const save = async (care?: Care, brand = 'hmbcbs') => {
    const body = { saveId: randomUUID(), brand, basis, planYear, planIds: [silver, gold], care }
    const { ticket } = (await make(visitor(), calls.saveShopping, { body })).body.payload
    return (await make(visitor(), calls.openShopping, { body: { ticket } })).body.payload
  }

  test('SH-6 SH-4 a link opens the doctors and drugs that were put into it, under the names in our own data', async () => {
    expect(await save(asked)).toMatchObject({ planIds: [silver, gold], care: named })
    expect((await save()).care).toBe(null)
    // Another brand's list has no such drug, and its directory no such doctor.
    expect((await save(asked, 'ndbcbs')).care).toEqual({ doctors: [], drugs: [] })
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from shop_saved`.execute(portal.database.read)
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/Metformin|in-1/)
  })

  test('SH-6 SH-4 a link made before links could hold doctors and drugs opens as it did', async () => {
    const saveId = randomUUID()
    const ticket = computeTicket(dataKeyAt(portal.origin), saveId, 'saved shopping')
    const old = Buffer.from(JSON.stringify({ basis, planYear, planIds: [silver] }))
    const sealed = dataKeyAt(portal.origin).seal(old, `saved shopping ${saveId}`)
    await sql`insert into shop_saved (save_id, ticket_hash, brand, sealed, created_at, expires_at)
      values (${saveId}, ${hashSecret(ticket)}, 'hmbcbs', ${sealed}, now(), now() + interval '1 day')`.execute(
      portal.database.read,
    )
    const { body } = await make(visitor(), calls.openShopping, { body: { ticket } })
    expect(body.payload).toMatchObject({ planIds: [silver], care: null })
  })

  test('SH-6 SH-4 as PDF, with more than is known and with too much', async () => {
    const file = (care: Care) =>
      make(visitor(), calls.shopComparison, {
        body: { ...basis, brand: 'hmbcbs', planYear, planIds: [silver, gold], care },
      })
    const pdf = async (care: Care) => {
      const { status, bytes } = await file(care)
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
      return bytes.length
    }
    expect(await pdf(asked)).toBeGreaterThan(await pdf({ providerIds: [nobody], drugIds: [] }))
    const many = Array.from({ length: careLimits.doctors + 1 }, (_, at) => `one-${at}`)
    expect((await file({ providerIds: many, drugIds: [] })).status).toBe(400)
  })
})

test('SH-4 a visitor’s doctors and drugs are stored nowhere', async () => {
  await look('secretdrug')
  await ask({ drugIds: ['secretdrug'], providerIds: ['secretdoctor'] })
  expect(portal.log.join('\n')).not.toMatch(/secretd/)
  const { rows } = await sql`select 1 from audit_event where audit_event::text like '%secretd%'`.execute(
    portal.database.read,
  )
  expect(rows).toEqual([])
})
