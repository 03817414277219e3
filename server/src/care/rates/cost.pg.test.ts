import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'
import { loadDemoRates } from '../../demo/demo/rates.ts'

const portal = testPortal()
beforeAll(async () => {
  await loadDemoRates(portal.database, join(resolve(import.meta.dirname, '../../../..'), 'demo/rates'), new Date())
})

const signIn = (loginId = 'MEMBER01') => signInClient(portal.origin, loginId)
const search = async (client: Client, words: string) => {
  const { body } = await make(client, calls.findServices, { body: { search: words } })
  return body.payload.services.map(({ code, priced }) => (priced ? code : `${code} without a price`))
}
const readCost = async (
  client: Client,
  body: Pick<BodyOf<typeof calls.careCost>, 'type' | 'code'> & Partial<BodyOf<typeof calls.careCost>>,
) => (await make(client, calls.careCost, { body })).body.payload

type Balances = Awaited<ReturnType<typeof readCost>>['balances']

/** What a member may still have to pay in network this year. */
function computeLeft(balances: Balances, kind: string): number {
  const of = balances.filter((one) => one.kind === kind && one.network === 'in')
  return Math.max(0, Math.min(...of.map(({ limitCents, usedCents }) => limitCents - (usedCents ?? Number.NaN))))
}

describe('MP-26 what care costs before it is given', () => {
  test.each([
    ['mri knee', 'MRI-KNEE'],
    ['resonancia de la rodilla', 'MRI-KNEE'],
    ['knee replacment', 'KNEE'],
    ['having a baby', 'BIRTH'],
    ['parto', 'BIRTH'],
    ['radiografía de tórax', 'XRAY-CHEST'],
    ['blood sugar test', 'A1C'],
    ['chequeo', 'G0439'],
    ['flu shot', 'G0008'],
    ['muletas', 'E0114'],
    ['l1832', 'L1832'],
    ['E1130', 'E1130 without a price'],
  ])('MP-26 %s finds %s first', async (words, code) => {
    expect((await search(await signIn(), words))[0]).toBe(code)
  })

  test('MP-26 members whose plan pays for no medical care are told what it does pay for', async () => {
    const readKinds = async (loginId: string) =>
      (await make(await signIn(loginId), calls.findServices, { body: { search: 'flu shot' } })).body.payload.planKinds
    expect(await readKinds('DENTAL01')).toEqual(['dental'])
    expect(await readKinds('MEMBER01')).toContain('medical')
  })

  test('MP-26 MP-24 the cost of a visit at each doctor equals that on the doctor’s own page, and is left out where no price is known', async () => {
    const client = await signIn()
    const { providers } = await readCost(client, { type: 'LOCAL', code: 'OV' })
    const npis = providers.flatMap(({ npi }) => npi ?? [])
    const answer = await make(client, calls.visitCosts, { body: { npis: [...npis, '1234567893'] } })
    const { visits } = answer.body.payload
    expect(visits.length).toBeGreaterThan(1)
    for (const visit of visits) {
      const known = providers.find(({ npi }) => npi === visit.npi)
      expect(visit).toEqual({ npi: visit.npi, kind: 'primary', price: known?.price, estimate: known?.estimate })
    }
    expect(visits.map(({ npi }) => npi).toSorted()).toEqual(npis.toSorted())
    const { providers: ofSpecialists } = await readCost(client, { type: 'LOCAL', code: 'SV' })
    const special = ofSpecialists.flatMap(({ npi }) => npi ?? [])
    const told = (await make(client, calls.visitCosts, { body: { npis: special } })).body.payload.visits
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['specialist']))
    const dental = await make(await signIn('DENTAL01'), calls.visitCosts, { body: { npis } })
    for (const { estimate } of dental.body.payload.visits) expect(estimate.known).toBe(false)
  })

  test('MP-26 MP-12 what a claim made today would cost at each provider, lowest first', async () => {
    const seen = []
    for (const loginId of ['MEMBER01', 'MEMBER02', 'BXBASIC1', 'FAMILY01', 'HSAFAM01']) {
      const client = await signIn(loginId)
      for (const code of ['OV', 'MRI-KNEE']) {
        const cost = await readCost(client, { type: 'LOCAL', code })
        const [side, left] = [cost.benefit?.in, (kind: string) => computeLeft(cost.balances, kind)]
        for (const { estimate, price } of side && cost.balances.length > 0 ? cost.providers : []) {
          if (!estimate.known || price === null) throw new Error(`There is no estimate for ${loginId}.`)
          const most = Math.min(price.lowCents, left('out-of-pocket'))
          const first = side?.deductibleApplies ? Math.min(most, left('deductible')) : 0
          const asked = side?.copayCents ?? Math.round(((price.lowCents - first) * (side?.coinsurance ?? 0)) / 100)
          const you = Math.min(most, first + Math.min(asked, price.lowCents - first))
          expect([loginId, code, estimate.low.deductibleCents, estimate.low.youPayCents]).toEqual([
            loginId,
            code,
            first,
            you,
          ])
          seen.push({ first, you, most })
        }
        const lows = cost.providers.map(({ price }) => price?.lowCents ?? 0)
        expect(lows).toEqual(lows.toSorted((a, b) => a - b))
      }
    }
    // Among these members, some are below the deductible, some pay a share, and some have reached the maximum.
    expect(seen.some(({ first }) => first > 0)).toBe(true)
    expect(seen.some(({ you, first }) => you > first)).toBe(true)
    expect(seen.some(({ most }) => most === 0)).toBe(true)
  })

  test('MP-26 MP-24 providers with a price are listed with place, distance and map, the nearest or the chosen one first', async () => {
    const client = await signIn()
    const visit = { type: 'LOCAL', code: 'OV' }
    const names = (cost: Awaited<ReturnType<typeof readCost>>) => cost.providers.map(({ at }) => at?.name)
    const cheapest = await readCost(client, visit)
    expect(names(cheapest)).toEqual(['Riverside Family Clinic', 'Main Street Primary Care'])
    expect(cheapest.providers.map(({ at }) => [at?.city, at?.miles])).toEqual([
      ['Pittsburgh', 2.6],
      ['Pittsburgh', 0.4],
    ])
    expect(cheapest).toMatchObject({ place: 'Pittsburgh, PA 15222', map: { ring: { miles: 5 } } })
    expect(cheapest.map?.pins.flatMap(({ numbers }) => numbers).sort()).toEqual([1, 2])
    const nearest = await readCost(client, { ...visit, sort: 'distance' })
    expect(names(nearest)).toEqual(['Main Street Primary Care', 'Riverside Family Clinic'])
    const wanted = await readCost(client, { ...visit, provider: nearest.providers[0]?.npi ?? '' })
    expect(names(wanted)).toEqual(['Main Street Primary Care', 'Riverside Family Clinic'])
    // Naming a provider in another town, or an unknown one, does not change the list.
    for (const provider of ['2920000018', '1999999999'])
      expect(names(await readCost(client, { ...visit, provider }))).toEqual(names(cheapest))
  })

  test('MP-26 if there are more prices than fit, the nearest or the cheapest are listed, with the total number', async () => {
    const client = await signIn()
    const visit = { type: 'LOCAL', code: 'OV' }
    const db = portal.database.read
    const ofVisit = sql`from rates_price p join rates_service s using (file_id, item) join rates_file f using (file_id)
      where f.brand = 'hmbcbs' and s.code = 'OV' limit 1`
    await sql`insert into rates_provider (file_id, ref, npi, tin, name)
      select file_id, 'far', '', 'far-' || n, 'Far ' || n from (select p.file_id ${ofVisit}) f, generate_series(1, 120) n`.execute(
      db,
    )
    await sql`insert into rates_price select p.file_id, p.item, '["far"]', p.type, 100, p.billing_class, p.setting, p.modifiers, p.expires
      ${ofVisit}`.execute(db)
    try {
      const cheapest = await readCost(client, visit)
      expect([cheapest.total, cheapest.providers.length, cheapest.providers[0]?.price?.lowCents]).toEqual([
        122, 100, 100,
      ])
      const nearest = await readCost(client, { ...visit, sort: 'distance' })
      expect([nearest.total, nearest.providers.length]).toEqual([122, 100])
      expect(nearest.providers.slice(0, 3).map(({ at, name }) => at?.name ?? name)).toEqual([
        'Main Street Primary Care',
        'Riverside Family Clinic',
        'Far 1',
      ])
      const wanted = await readCost(client, { ...visit, provider: nearest.providers[1]?.npi ?? '' })
      expect([wanted.providers[0]?.at?.name, wanted.providers.length]).toEqual(['Riverside Family Clinic', 100])
    } finally {
      await sql`delete from rates_price where refs = '["far"]'`.execute(db)
      await sql`delete from rates_provider where ref = 'far'`.execute(db)
    }
  })

  test('MP-26 the benefit that covers a service, and whether it needs approval first', async () => {
    const client = await signIn()
    expect(await readCost(client, { type: 'LOCAL', code: 'OV' })).toMatchObject({
      plan: { name: 'PPO Blue 1500' },
      benefit: { service: 'Primary care visit' },
      total: 2,
    })
    expect((await readCost(client, { type: 'LOCAL', code: 'MRI-KNEE' })).benefit?.in?.priorAuthorization).toBe(true)
  })

  test('MP-26 on a page in Spanish, services have our own Spanish names, by which they are found; others are marked as English', async () => {
    const client = await signIn()
    client.cookies.set('language', 'es')
    const findServices = async (words: string) =>
      (await make(client, calls.findServices, { body: { search: words } })).body.payload.services
    expect((await findServices('mri knee'))[0]).toMatchObject({
      name: 'Resonancia magnética de la rodilla',
      spoken: 'es',
    })
    expect((await findServices('E1130'))[0]).toMatchObject({ name: expect.stringMatching(/wheelchair/i), spoken: 'en' })
    const knee = await readCost(client, { type: 'LOCAL', code: 'KNEE' })
    expect(knee.service).toMatchObject({ name: 'Cirugía de reemplazo de rodilla', spoken: 'es' })
    expect(knee.service.parts).toContainEqual(expect.objectContaining({ description: 'Anestesia', spoken: 'es' }))
    client.cookies.set('language', 'en')
    expect((await readCost(client, { type: 'LOCAL', code: 'KNEE' })).service.name).toBe('Knee replacement surgery')
  })

  test('MP-26 every service of the demo has a Spanish name, by which it is found first', async () => {
    const client = await signIn()
    client.cookies.set('language', 'es')
    const priced = await portal.database.read
      .selectFrom('rates_service')
      .innerJoin('rates_file', 'rates_file.file_id', 'rates_service.file_id')
      .where('rates_file.brand', '=', 'hmbcbs')
      .select(['code', 'code_type as type'])
      .execute()
    expect(priced.length).toBeGreaterThan(25)
    for (const { code, type } of priced) {
      const { service } = await readCost(client, { type, code })
      expect([code, service.spoken]).toEqual([code, 'es'])
      for (const part of service.parts)
        expect([code, part.description, part.spoken]).toEqual([code, part.description, 'es'])
      expect([service.name, (await search(client, service.name))[0]]).toEqual([service.name, code])
    }
  })

  test('MP-26 a bundle is a range and says what it includes; a per-day price says so; a share of the bill is no price', async () => {
    const client = await signIn()
    const knee = await readCost(client, { type: 'LOCAL', code: 'KNEE' })
    expect(knee.service.parts.map(({ description }) => description)).toContain('Anesthesia')
    const [only] = knee.providers
    expect(only?.price?.highCents).toBeGreaterThan(only?.price?.lowCents ?? Number.POSITIVE_INFINITY)
    expect((await readCost(client, { type: 'LOCAL', code: 'STAY' })).providers[0]?.basis).toBe('day')
    const share = await readCost(client, { type: 'LOCAL', code: 'DRUG-INF' })
    expect(share.providers[0]).toMatchObject({ basis: 'share', price: null, percent: 33, estimate: { known: false } })
  })

  test('MP-26 unknown facts are reported as unknown: the price, the coverage, the service', async () => {
    const client = await signIn()
    const unpriced = await readCost(client, { type: 'HCPCS', code: 'E1130' })
    expect(unpriced as object).toMatchObject({
      service: { priced: false },
      providers: [],
      benefit: { service: 'Medical equipment' },
    })
    const nothing = await make(client, calls.careCost, { body: { type: 'CPT', code: '99213' } })
    expect([nothing.status, listErrorCodes(nothing)]).toEqual([404, ['NOT-FOUND']])
    const chosen = { section: 'Tests', service: 'Imaging (CT, MRI and PET scans)' }
    const other = await make(client, calls.careCost, { body: { type: 'LOCAL', code: 'OV', benefit: chosen } })
    expect(other.body.payload.benefit?.service).toBe(chosen.service)
    const strange = { section: null, service: 'Anything else' }
    expect((await make(client, calls.careCost, { body: { type: 'LOCAL', code: 'OV', benefit: strange } })).status).toBe(
      404,
    )
  })

  test('MP-26 an estimate is saved as it was shown, once, audited, and nobody else sees it', async () => {
    const client = await signIn()
    const estimateId = randomUUID()
    const body = { estimateId, type: 'LOCAL', code: 'OV', provider: '2910000019' }
    const [one, two] = await Promise.all([
      make(client, calls.keepEstimate, { body }),
      make(client, calls.keepEstimate, { body }),
    ])
    expect(one.body.payload).toEqual(two.body.payload)
    expect(one.body.payload).toMatchObject({ network: 'in', cost: { name: 'Main Street Primary Care' } })
    const kept = (await make(client, calls.keptEstimates, {})).body.payload.estimates
    expect(kept).toEqual([one.body.payload])
    const another = (await make(await signIn('MEMBER02'), calls.keptEstimates, {})).body.payload.estimates
    expect(another).toEqual([])
    expect(await eventsWith(portal.database, { action: 'cost.keep' })).toMatchObject([
      { action: 'cost.keep', record_id: estimateId },
    ])
    const gone = await make(client, calls.keepEstimate, {
      body: { ...body, estimateId: randomUUID(), provider: '1999999999' },
    })
    expect(gone.status).toBe(404)
  })

  test('MP-26 an estimate is saved for the price that was shown, the doctor’s or the facility’s bill, under the name that was shown', async () => {
    const client = await signIn()
    const [provider, type, code] = ['2910000019', 'LOCAL', 'OV']
    const db = portal.database.read
    await sql`insert into rates_price select p.file_id, p.item, p.refs, 'per diem', 100, 'institutional', p.setting, 'x', p.expires
      from rates_price p join rates_service s using (file_id, item) join rates_file f using (file_id)
      where f.brand = 'hmbcbs' and s.code = 'OV'`.execute(db)
    await sql`update rates_price set modifiers = '' where modifiers = 'x'`.execute(db)
    await sql`update rates_provider set name = null where npi = ${provider}`.execute(db)
    try {
      const shown = (await readCost(client, { type, code, provider })).providers.filter(
        (one) => one.provider === provider,
      )
      expect(shown.map(({ basis, bill }) => [basis, bill])).toEqual([
        ['service', null],
        ['day', 'institutional'],
      ])
      for (const { basis, bill, price, at } of shown) {
        const body = { estimateId: randomUUID(), type, code, provider, basis, bill: bill ?? null }
        const kept = (await make(client, calls.keepEstimate, { body })).body.payload
        expect(kept.cost).toMatchObject({ basis, bill, price, name: at?.name })
      }
    } finally {
      await sql`delete from rates_price where billing_class = 'institutional'`.execute(db)
      await sql`update rates_provider set name = 'Main Street Primary Care' where npi = ${provider}`.execute(db)
    }
  })

  test('MP-26 outside the network, the estimate uses the provider’s charge and the plan’s out-of-network terms', async () => {
    const client = await signIn()
    const keep = async (quoteCents: number | null, code = 'L1832', type = 'HCPCS') =>
      (
        await make(client, calls.keepEstimate, {
          body: { estimateId: randomUUID(), type, code, provider: null, quoteCents },
        })
      ).body.payload
    expect(await keep(61_175)).toMatchObject({
      network: 'out',
      cost: { estimate: { known: true, low: { notCoveredCents: 61_175, youPayCents: 61_175 } } },
    })
    expect((await keep(null, 'OV', 'LOCAL')).cost?.estimate).toEqual({ known: false, why: 'rate' })
  })

  test('MP-26 MP-14 words about health are in no address, and a visitor gets nothing', async () => {
    const posts = [calls.findServices, calls.careCost, calls.keepEstimate]
    expect(posts.map(({ method, path }) => [method, path.includes('{')])).toEqual(posts.map(() => ['POST', false]))
    const visitor = new Client(portal.origin)
    expect((await make(visitor, calls.findServices, { body: { search: 'mri' } })).status).toBe(401)
  })
})
