import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { creditYears } from '@portico/rules/shop/tax-credit-years'
import { openEnrollment } from '@portico/rules/shop/windows'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testMail } from '../../../test/mail.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { runJob } from '../../imports/imports/job.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { PlanRates } from '../../platform/db/plan-columns.ts'
import { effectuate } from './effectuate.ts'
import { keepApplication } from './store.ts'
import { loadWindows } from './windows.ts'

const portal = testPortal()
const mail = testMail(portal)
const visitor = () => new Client(portal.origin)
const thisYear = Number(easternDay(new Date()).slice(0, 4))
const silver = '90001PA0010004'
const gold = '90001PA0010007'
const dental = '90001PA0010021'

const basis = (more: object = {}) => ({
  market: 'under65' as const,
  zipCode: '15222',
  people: [{ age: 40, tobacco: false }],
  income: null,
  ...more,
})
const quote = async (more: object = {}) =>
  make(visitor(), calls.shopQuote, { body: { ...basis(), brand: 'hmbcbs', planYear: thisYear, ...more } })

describe('SH-4 plans and premiums before anyone gives a name', () => {
  test('SH-4 SH-3 a quote for a county: medical, dental and vision plans with the premiums of the rating area', async () => {
    const { status, body } = await quote()
    expect(status).toBe(200)
    const { plans, county, years } = body.payload
    expect([county?.name, years]).toEqual(['Allegheny County', [thisYear, thisYear + 1]])
    expect(new Set(plans.map(({ line }) => line))).toEqual(new Set(['medical', 'dental', 'vision']))
    const one = plans.find(({ planId }) => planId === silver)
    // $298 at 21, times 1.278 at 40, times .93 in rating area 4.
    expect(one).toMatchObject({ premiumCents: 35_418, unrated: [], metal: 'silver', deductibleCents: 550_000 })
    expect(one?.careCents.rarely).toBeGreaterThan(0)
  })

  test('SH-4 a zip code in several counties asks for one first, and refuses one that it does not lie in', async () => {
    const asked = await quote({ zipCode: '15001' })
    const { counties } = asked.body.payload
    if (counties.length > 1) expect([asked.body.payload.county, asked.body.payload.plans]).toEqual([null, []])
    const several = await quote({ zipCode: '17033' })
    expect(several.body.payload.counties.length).toBeGreaterThan(1)
    expect(several.body.payload).toMatchObject({ county: null, plans: [] })
    expect(several.body.payload.otherBrand).not.toBe(null)
    const wrong = await quote({ county: '42043' })
    expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ field: 'county' }]])
    for (const [zipCode, code] of [
      ['', 'field.required'],
      ['1234', 'zip.invalid'],
      ['00000', 'zip.unknown'],
    ])
      expect((await quote({ zipCode })).body.errors).toMatchObject([{ field: 'zipCode', errorMessage: code }])
  })

  test('SH-3 a family pays for its three oldest children, and for tobacco from 18 on', async () => {
    const premium = async (...people: readonly (readonly [number, boolean])[]) => {
      const { body } = await quote({ people: people.map(([age, tobacco]) => ({ age, tobacco })) })
      return body.payload.plans.find(({ planId }) => planId === silver)?.premiumCents ?? null
    }
    const four = await premium([40, false], [10, false], [8, false], [6, false])
    expect(await premium([40, false], [10, false], [8, false], [6, false], [2, false])).toBe(four)
    expect(await premium([40, true])).toBeGreaterThan((await premium([40, false])) ?? 0)
    expect(await premium([16, true])).toBe(await premium([16, false]))
  })

  test('SH-4 a missing rate is reported and never zero', async () => {
    const { body } = await quote({ market: 'medicare', people: [{ age: 60, tobacco: false }] })
    const medigap = body.payload.plans.filter(({ line }) => line === 'medigap')
    expect(medigap.length).toBeGreaterThan(0)
    for (const plan of medigap) expect(plan).toMatchObject({ premiumCents: null, unrated: [0] })
  })

  test('SH-5 the estimate of the credit comes with its arithmetic, from the second cheapest silver plan', async () => {
    const { body } = await quote({ planYear: thisYear + 1, income: { householdSize: 1, cents: 4_000_000 } })
    const { credit, plans } = body.payload
    const premiums = plans.flatMap(({ metal, premiumCents }) =>
      metal === 'silver' && premiumCents !== null ? [premiumCents] : [],
    )
    const [, second] = premiums.toSorted((a, b) => a - b)
    if (credit?.kind !== 'estimate') return expect(credit).toMatchObject({ why: 'year-unknown' })
    expect(credit.benchmarkCents).toBe(second)
    expect(credit.cents).toBe(Math.max(0, (second ?? 0) - credit.arithmetic.monthCents))
  })

  const yearWithFigures = async () => {
    const { years } = (await quote()).body.payload
    return years.find((year) => creditYears[year] !== undefined) ?? null
  }

  test('SH-5 people eligible for Medicaid or CHIP get no credit, and the benchmark counts only the others', async () => {
    const planYear = await yearWithFigures()
    if (planYear === null) return
    const people = [40, 38, 10].map((age) => ({ age, tobacco: false }))
    const family = await quote({ planYear, people, income: { householdSize: 3, cents: 6_000_000 } })
    const couple = await quote({ planYear, people: people.slice(0, 2), income: { householdSize: 3, cents: 6_000_000 } })
    const { help, credit, exchange, plans } = family.body.payload
    expect(help).toMatchObject({ people: ['credit', 'credit', 'medicaid'], reduction: null })
    expect(exchange).toMatchObject({ name: 'Pennie' })
    expect(credit).toEqual(couple.body.payload.credit)
    const bronze = (of: typeof plans) => of.find(({ metal }) => metal === 'bronze')
    const most = bronze(couple.body.payload.plans)?.premiumCents ?? 0
    expect(bronze(plans)?.creditCents).toBeLessThanOrEqual(most)
    const alone = await quote({ planYear, income: { householdSize: 1, cents: 1_800_000 } })
    expect(alone.body.payload.credit).toEqual({ kind: 'none', why: 'other-help' })
    expect(alone.body.payload.plans.every(({ creditCents }) => creditCents === 0)).toBe(true)
  })

  test('SH-5 with the credit, a silver plan becomes its variant with reduced cost sharing; other plans stay as they are', async () => {
    const planYear = await yearWithFigures()
    if (planYear === null) return
    const { help, plans } = (await quote({ planYear, income: { householdSize: 1, cents: 3_000_000 } })).body.payload
    expect(help?.reduction).toBe(87)
    const one = plans.find(({ planId }) => planId === silver)
    expect(one).toMatchObject({ deductibleCents: 550_000, reduced: { reduction: 87, deductibleCents: 110_000 } })
    expect(one?.reduced?.careCents.lot).toBeLessThan(one?.careCents.lot ?? 0)
    for (const plan of plans) if (plan.metal !== 'silver') expect(plan.reduced).toBe(null)
    const query = { brand: 'hmbcbs', planYear: `${planYear}` }
    const { reduced } = (await make(visitor(), calls.shopPlan, { params: { planId: silver }, query })).body.payload
    expect(reduced.map(({ reduction }) => reduction)).toEqual([73, 87, 94])
    const primary = reduced[1]?.benefits.find(({ service }) => service === 'primary')
    expect(primary?.inNetwork?.copayCents).toBe(2_000)
  })

  test('SH-3 a plan lists its benefits and documents; an unknown one is 404', async () => {
    const query = { brand: 'hmbcbs', planYear: `${thisYear}` }
    const { body } = await make(visitor(), calls.shopPlan, { params: { planId: silver }, query })
    expect(body.payload.benefits.find(({ service }) => service === 'primary')?.inNetwork?.copayCents).toBe(4_000)
    expect(body.payload.documents).toHaveLength(1)
    const none = await make(visitor(), calls.shopPlan, { params: { planId: silver }, query: { ...query, brand: 'de' } })
    expect(listErrorCodes(none)).toEqual(['NOT-FOUND'])
  })

  test('SH-3 what a plan pays as PDF, only for its own brand', async () => {
    const file = (brand: string, planId = silver) =>
      make(visitor(), calls.shopPlanFile, { params: { planId }, query: { brand, planYear: `${thisYear}` } })
    const { status, bytes, headers } = await file('hmbcbs')
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(headers.get('content-disposition')).toContain(`plan-summary-${thisYear}.pdf`)
    expect((await file('de')).status).toBe(404)
    expect((await file('hmbcbs', 'nobody-sells-this')).status).toBe(404)
  })

  test('SH-6 the comparison as PDF; more than four plans, a single one and unknown ones are refused', async () => {
    const compare = (...planIds: string[]) =>
      make(visitor(), calls.shopComparison, { body: { ...basis(), brand: 'hmbcbs', planYear: thisYear, planIds } })
    const { status, bytes } = await compare(silver, gold)
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await compare(silver)).status).toBe(400)
    expect((await compare('1', '2', '3', '4', '5')).status).toBe(400)
    expect((await compare(silver, 'nobody-sells-this')).status).toBe(404)
  })

  test('SH-6 a link opens what was saved, on any device, and it is stored encrypted', async () => {
    const body = { saveId: randomUUID(), brand: 'hmbcbs', basis: basis(), planYear: thisYear, planIds: [silver, gold] }
    const saved = await make(visitor(), calls.saveShopping, { body })
    const { ticket } = saved.body.payload
    const opened = await make(visitor(), calls.openShopping, { body: { ticket } })
    expect(opened.body.payload).toMatchObject({ planIds: [silver, gold], basis: { zipCode: '15222' } })
    const rows = await portal.database.read.selectFrom('shop_saved').selectAll().execute()
    for (const row of rows) expect(row.sealed.toString('latin1')).not.toContain('15222')
    // Everyone who opens the link sees the prices that its creator saw (SH-5).
    const { saveId: _, ...again } = body
    const full = await make(visitor(), calls.saveShopping, {
      body: { ...again, saveId: randomUUID(), withCredit: false },
    })
    const shown = await make(visitor(), calls.openShopping, { body: { ticket: full.body.payload.ticket } })
    expect([opened.body.payload.withCredit, shown.body.payload.withCredit]).toEqual([true, false])
    expect(listErrorCodes(await make(visitor(), calls.openShopping, { body: { ticket: 'x' } }))).toEqual([
      'CHALLENGE-EXPIRED',
    ])
    // Opened as another brand's, it reveals nothing but its brand.
    const as = (brand: string) => make(visitor(), calls.openShopping, { body: { ticket, brand } })
    expect((await as('hmbcbs')).status).toBe(200)
    const elsewhere = await as('de')
    expect([elsewhere.status, listErrorCodes(elsewhere), elsewhere.body.payload]).toEqual([
      409,
      ['OTHER-BRAND', 'hmbcbs'],
      null,
    ])
  })
})

describe('SH-7 the cart', () => {
  const add = (client: Client, planId: string) =>
    make(client, calls.cartAdd, {
      body: { itemId: randomUUID(), brand: 'hmbcbs', planId, planYear: thisYear, basis: basis() },
    })
  const readPending = async (client: Client) => {
    const { body } = await make(client, calls.cartPendingItems, { body: { brand: 'hmbcbs' } })
    return body.payload.items.map(({ planId }) => planId)
  }

  const cartEvents = async (login: string) => {
    const rows = await portal.database.read
      .selectFrom('audit_event')
      .select('action')
      .where('actor_login_id', '=', login)
      .where('record_type', '=', 'cart')
      .orderBy('at')
      .execute()
    return rows.map(({ action }) => action)
  }

  test('SH-7 a plan goes in once and out again; another browser sees nothing of it', async () => {
    const client = visitor()
    await add(client, silver)
    // The cart, too, names the only marketplace that gives the credit (SH-5).
    const exchange = { name: 'Pennie', address: 'https://pennie.com/' }
    expect((await add(client, silver)).body.payload.items).toMatchObject([
      { planId: silver, premiumCents: 35_418, exchange },
    ])
    await add(client, dental)
    expect([await readPending(client), await readPending(visitor())]).toEqual([[silver, dental], []])
    const out = await make(client, calls.cartRemove, { body: { brand: 'hmbcbs', planId: silver, planYear: thisYear } })
    expect(await listAuditedActions(portal.database, out)).toEqual(['cart.remove done'])
    expect(await readPending(client)).toEqual([dental])
    expect((await add(client, 'nobody-sells-this')).status).toBe(404)
  })

  test('SH-7 BR-12 a browser has a cart with each of the brands that share a host', async () => {
    const inDelaware = { brand: 'de', zipCode: '19801' }
    const planId = (await quote(inDelaware)).body.payload.plans[0]?.planId ?? ''
    const client = visitor()
    await add(client, silver)
    const which = { brand: 'de', planId, planYear: thisYear }
    const out = await make(client, calls.cartRemove, { body: which })
    expect([out.status, out.body.payload.items]).toEqual([200, []])
    const item = { ...which, itemId: randomUUID(), basis: basis({ zipCode: '19801' }) }
    const added = await make(client, calls.cartAdd, { body: item })
    expect([added.status, added.body.payload.items.map((one) => one.planId)]).toEqual([200, [planId]])
    expect(await readPending(client)).toEqual([silver])
  })

  test('SH-7 a plan whose ZIP code no longer exists leaves the others in the cart', async () => {
    const client = visitor()
    const item = { brand: 'hmbcbs', planYear: thisYear, basis: basis() }
    const itemId = randomUUID()
    await make(client, calls.cartAdd, { body: { ...item, planId: silver, itemId } })
    await make(client, calls.cartAdd, { body: { ...item, planId: gold, itemId: randomUUID() } })
    const gone = Buffer.from(JSON.stringify({ ...basis(), zipCode: '00000', county: '' }))
    await portal.database.read
      .updateTable('shop_cart_item')
      .set({ sealed: dataKeyAt(portal.origin).seal(gone, `cart item ${itemId}`) })
      .where('item_id', '=', itemId)
      .execute()
    const { status, body } = await make(client, calls.cartPendingItems, { body: { brand: 'hmbcbs' } })
    expect([status, body.payload.items.map(({ planId }) => planId)]).toEqual([200, [gold]])
  })

  test('SH-7 a plan for a past year is no longer offered, and takes no room in the cart', async () => {
    const client = visitor()
    const item = { brand: 'hmbcbs', planYear: thisYear, basis: basis() }
    const itemId = randomUUID()
    await make(client, calls.cartAdd, { body: { ...item, planId: silver, itemId } })
    const row = await portal.database.read
      .selectFrom('shop_cart_item')
      .selectAll()
      .where('item_id', '=', itemId)
      .executeTakeFirstOrThrow()
    const old = (plan: number) => ({ ...row, plan_id: plan === 0 ? silver : `plan-${plan}`, plan_year: thisYear - 1 })
    const values = Array.from({ length: 20 }, (_, at) => ({ ...old(at), item_id: itemId }))
    await portal.database.read.insertInto('shop_cart_item').values(values).execute()
    const { status, body } = await make(client, calls.cartAdd, {
      body: { ...item, planId: gold, itemId: randomUUID() },
    })
    expect([status, body.payload.items.map(({ planId, planYear }) => [planId, planYear])]).toEqual([
      200,
      [
        [silver, thisYear],
        [gold, thisYear],
      ],
    ])
  })

  test('SH-4 SH-7 plans for a past year cannot be bought or put into the cart, even while they are still loaded', async () => {
    const { read } = portal.database
    const tables = ['shop_catalogue', 'shop_plan', 'shop_benefit', 'shop_rate', 'shop_place']
    const over = thisYear - 1
    onTestFinished(async () => {
      for (const table of tables.toReversed())
        await sql`delete from ${sql.table(table)} where plan_year = ${over}`.execute(read)
    })
    for (const table of tables)
      await sql`insert into ${sql.table(table)}
        select (jsonb_populate_record(t, jsonb_build_object('plan_year', ${over}::int))).* from ${sql.table(table)} t
        where brand = 'hmbcbs' and plan_year = ${thisYear}`.execute(read)
    const { payload } = (await quote({ planYear: over })).body
    expect([payload.years, payload.planYear, payload.plans]).toEqual([[thisYear, thisYear + 1], null, []])
    const client = visitor()
    const body = { itemId: randomUUID(), brand: 'hmbcbs', planId: silver, planYear: over, basis: basis() }
    const refused = await make(client, calls.cartAdd, { body })
    expect([refused.status, listErrorCodes(refused)]).toEqual([404, ['NOT-FOUND']])
    const kept = read.selectFrom('shop_cart_item').select('item_id').where('item_id', '=', body.itemId)
    expect(await kept.execute()).toEqual([])
  })

  test('RG-3 SH-7 the file of a person’s own data includes the plans in their cart', async () => {
    const member = await memberClient(portal.origin, 'MEMBER01')
    const item = { itemId: randomUUID(), brand: 'hmbcbs', planId: gold, planYear: thisYear, basis: basis() }
    const browser = visitor()
    await make(browser, calls.cartAdd, { body: { ...item, planId: silver, itemId: randomUUID() } })
    for (const [name, value] of browser.cookies) member.cookies.set(name, value)
    expect((await make(member, calls.cartAdd, { body: item })).status).toBe(200)
    const { rows } = await sql<{ plan_id: string }>`
      select plan_id from shop_cart_item item join account using (account_id)
      where login_id = 'MEMBER01' order by plan_id`.execute(portal.database.read)
    expect(rows.map(({ plan_id }) => plan_id)).toEqual([silver, gold].toSorted())
    const file = await make(member, calls.exportData, { body: { format: 'json' } })
    const own = JSON.parse(file.bytes.toString()) as {
      signIn: { cartPlans: { planId: string }[] }
    }
    expect(own.signIn.cartPlans.map(({ planId }) => planId).toSorted()).toEqual([silver, gold].toSorted())
  })

  test('SH-7 it survives sign-in and is there on another device, and no longer in the browser without the account', async () => {
    const client = visitor()
    await add(client, silver)
    const anonymous = client.copy()
    await client.signIn('PROSPECT1')
    expect(await readPending(client)).toEqual([silver])
    expect(await cartEvents('PROSPECT1')).toEqual(['cart.read'])
    await add(client, gold)
    const other = visitor()
    await other.signIn('PROSPECT1')
    expect((await readPending(other)).toSorted()).toEqual([silver, gold].toSorted())
    expect(await readPending(anonymous)).toEqual([])
    expect(await readPending(await memberClient(portal.origin, 'MEMBER02'))).toEqual([])
  })
})

describe('SH-9 enrollment', () => {
  const person = { firstName: 'Ana', lastName: 'Sample', dateOfBirth: '04/05/1985', relation: 'self', tobacco: 'no' }
  const next = easternDay(new Date(Date.now() + 31 * 24 * 60 * 60_000))
  /** The year of the first day of next month: dental plans for it can be bought on any day. */
  const year = Number(
    (next.slice(0, 7) > easternDay(new Date()).slice(0, 7) ? next : easternDay(new Date())).slice(0, 4),
  )
  const body = (more: object = {}) => ({
    ...{
      enrollmentId: randomUUID(),
      brand: 'hmbcbs',
      planId: dental,
      planYear: year,
      zipCode: '15222',
      people: [person],
    },
    // An address gets three such e-mails a day.
    email: `ana.${randomInt(10 ** 9)}@example.net`,
    phone: '555-555-0100',
    address: '1 Sample St',
    city: 'Pittsburgh',
    event: null,
    truth: true,
    terms: true,
    electronic: true,
    signature: 'ana  sample',
    agreedCents: 2_232,
    ...more,
  })
  // These tests apply for the same person again and again.
  const forgetApplicants = () => sql`delete from shop_applicant`.execute(portal.database.read)
  beforeEach(async () => {
    await forgetApplicants()
  })
  const start = async (more: object = {}) => {
    await forgetApplicants()
    return make(visitor(), calls.startEnrollment, { body: body(more) })
  }
  const countQueued = async (email: string) => {
    const recipients = portal.database.read.selectFrom('outbox').select('email_id')
    return (await recipients.where('recipient', 'in', [email, email.toUpperCase()]).execute()).length
  }
  const state = async (ticket: string) =>
    (await make(visitor(), calls.preEffectuation, { body: { ticket } })).body.payload
  const round = (now = new Date()) =>
    effectuate(
      {
        database: portal.database,
        dataKey: dataKeyAt(portal.origin),
        emails: createEmailService(dataKeyAt(portal.origin)),
      },
      now,
    )
  const pay = async (rows: string) => {
    const rejected: string[] = []
    const file = `application_number,paid_on,amount\n${rows}`
    const { writeFileSync } = await import('node:fs')
    const path = `${portal.dataDir}/${randomUUID()}.csv`
    writeFileSync(path, file)
    const job = { kind: 'first-premiums', files: [path], brand: 'hmbcbs', dryRun: false, assignNumbers: false }
    const counts = await runJob(portal.database, new Set(['hmbcbs']), job, {
      bytes: () => {},
      progress: () => {},
      reject: ({ path: column, reason }) => {
        rejected.push(`${column}: ${reason}`)
      },
    })
    return { counts, rejected }
  }
  const readStoredId = async ({ application }: { readonly application: { readonly applicationNumber: string } }) => {
    const row = await portal.database.read
      .selectFrom('shop_application')
      .select('enrollment_id')
      .where('application_number', '=', application.applicationNumber)
      .executeTakeFirstOrThrow()
    return row.enrollment_id
  }
  /** Multiplies the rates of the dental plan in the files by a factor. */
  const filed = new Map<string, PlanRates>()
  const priceAt = async (times: number) => {
    const rows = await portal.database.read
      .selectFrom('shop_rate')
      .select(['brand', 'plan_year', 'rates'])
      .where('plan_id', '=', dental)
      .execute()
    for (const { brand, plan_year: planYear, rates } of rows) {
      const key = `${brand} ${planYear}`
      const own = filed.get(key) ?? rates
      filed.set(key, own)
      const changed = Object.fromEntries(
        Object.entries(own).map(([area, bands]) => [
          area,
          bands.map(([from, to, cents]) => [from, to, cents * times, null] as const),
        ]),
      )
      await portal.database.transaction(async (tx) => {
        await tx
          .updateTable('shop_rate')
          .set({ rates: JSON.stringify(changed) })
          .where('brand', '=', brand)
          .where('plan_year', '=', planYear)
          .where('plan_id', '=', dental)
          .execute()
        await tx
          .updateTable('shop_catalogue')
          .set({ generation: randomUUID() })
          .where('brand', '=', brand)
          .where('plan_year', '=', planYear)
          .execute()
      })
    }
  }
  const listTold = (number: string) => mail.received.filter(({ text }) => text?.includes(number))
  let today = ''
  beforeAll(() => {
    today = easternDay(new Date())
  })

  test('SH-9 pending, paid, effectuated: each state shows and is e-mailed, and nothing happens twice', async () => {
    const started = await start()
    expect(started.status).toBe(200)
    const { ticket, application } = started.body.payload
    expect(application).toMatchObject({ state: 'pending', firstPremiumCents: 2_232, people: [{ firstName: 'Ana' }] })
    const number = application.applicationNumber
    await round()
    expect((await state(ticket)).state).toBe('pending')
    expect((await pay(`${number},${today},22.32\n`)).rejected).toEqual([])
    expect((await state(ticket)).state).toBe('paid')
    await Promise.all([round(), round()])
    await round()
    const done = await state(ticket)
    expect([done.state, done.events.map((event) => event.state).toSorted()]).toEqual([
      'effectuated',
      ['effectuated', 'paid', 'pending'],
    ])
    expect((await pay(`${number},${today},22.32\n`)).counts).toMatchObject({ unchanged: 1 })
    const subjects = ['We have your application', 'We have your first premium', 'Your coverage is set up']
    await expect.poll(() => listTold(number).length).toBe(subjects.length)
    // E-mails that wait at the same time go out at the same time.
    expect(listTold(number).map(({ subject }) => subject)).toEqual(expect.arrayContaining(subjects))
    for (const { text } of listTold(number)) for (const word of ['Dental', 'tobacco']) expect(text).not.toContain(word)
  })

  test('SH-9 SH-11 the e-mail about an application leads to the shop that sells its plan, where Medicare’s disclaimers are', async () => {
    const own = { brand: 'ndbcbs', zipCode: '58501', planYear: year }
    const people = [{ age: 67, tobacco: false }]
    const { plans } = (await quote({ ...own, market: 'medicare', people })).body.payload
    const { planId, premiumCents } = plans.find(({ line }) => line === 'medigap') ?? {}
    const rosa = { ...person, dateOfBirth: `01/01/${year - 67}` }
    const medigap = { ...own, planId, people: [rosa], agreedCents: premiumCents, medicareNumber: '1EG4-TE5-MK73' }
    const shops = [
      [await start({ medicareNumber: '1EG4-TE5-MK73' }), 'shop'],
      [await start(medigap), 'medicare'],
    ] as const
    for (const [{ body: started }, shop] of shops) {
      const { applicationNumber } = started.payload.application
      await expect.poll(() => listTold(applicationNumber).length).toBe(1)
      const link = /\S+ticket=/.exec(listTold(applicationNumber)[0]?.text ?? '')?.[0]
      expect(link).toMatch(new RegExp(`/${shop}/(\\?defBrand=\\w+)?#/application\\?ticket=$`))
    }
  })

  test('SH-9 the same application sent twice at once is one', async () => {
    const same = body()
    const [one, other] = await Promise.all([1, 2].map(() => make(visitor(), calls.startEnrollment, { body: same })))
    expect(one?.body.payload).toEqual(other?.body.payload)
    const again = await make(visitor(), calls.startEnrollment, { body: same })
    expect(again.body.payload).toEqual(one?.body.payload)
  })

  test('SH-9 a correction after a lost answer replaces what was sent first, until something is paid', async () => {
    const sent = body()
    const send = (changed: object) => make(visitor(), calls.startEnrollment, { body: { ...sent, ...changed } })
    const first = (await send({})).body.payload
    const people = [{ ...person, firstName: 'Marion' }]
    const corrected = { people, signature: 'Marion Sample', email: 'marion@example.net' }
    expect((await send({ ...corrected, signature: 'Nobody' })).body.errors).toMatchObject([{ field: 'signature' }])
    const [one, other] = await Promise.all([send(corrected), send(corrected)])
    expect(one?.body.payload.application).toMatchObject({
      applicationNumber: first.application.applicationNumber,
      people: [{ firstName: 'Marion' }],
    })
    expect(other?.body.payload).toEqual(one?.body.payload)
    const audited = await portal.database.read
      .selectFrom('audit_event')
      .select('action')
      .where('record_id', '=', await readStoredId(first))
      .orderBy('seq')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['enrollment.start', 'enrollment.correct'])
    await pay(`${first.application.applicationNumber},${today},22.32\n`)
    expect((await send({ city: 'Erie' })).body.payload.application.people).toMatchObject([{ firstName: 'Marion' }])
  })

  test('SH-9 the id that is stored and audited cannot correct an application: only its sender has the original id', async () => {
    const { ticket, application } = (await start()).body.payload
    const stored = await readStoredId({ application })
    const taken = await start({ enrollmentId: stored, email: 'thief@example.net', signature: 'Ana Sample' })
    expect(taken.body.payload.ticket).not.toBe(ticket)
    expect(taken.body.payload.application.applicationNumber).not.toBe(application.applicationNumber)
    expect((await state(ticket)).people).toEqual(application.people)
  })

  test('SH-9 an address gets at most three e-mails about applications a day, whoever sends them', async () => {
    const email = `flood.${randomInt(10 ** 9)}@example.net`
    const numbers: string[] = []
    for (let sent = 0; sent < 5; sent += 1) {
      const { application } = (await start({ email: sent % 2 === 0 ? email : email.toUpperCase() })).body.payload
      numbers.push(application.applicationNumber)
    }
    expect([new Set(numbers).size, await countQueued(email)]).toEqual([5, 3])
  })

  test('SH-9 an application that is changed again and again sends no more e-mails than any other', async () => {
    const email = `changed.${randomInt(10 ** 9)}@example.net`
    const enrollmentId = randomUUID()
    for (let sent = 0; sent < 8; sent += 1) {
      const { application } = (await start({ email, enrollmentId, address: `${sent} Sample St` })).body.payload
      // Another plan year has another day to pay by.
      await sql`update shop_application set pay_by = pay_by - 1
        where application_number = ${application.applicationNumber}`.execute(portal.database.read)
    }
    expect(await countQueued(email)).toBe(3)
  })

  test('SH-9 applications without a premium fill no mailbox when they take effect', async () => {
    await priceAt(0)
    onTestFinished(() => priceAt(1))
    const email = `free.${randomInt(10 ** 9)}@example.net`
    for (let sent = 0; sent < 14; sent += 1) expect((await start({ email, agreedCents: 0 })).status).toBe(200)
    await round()
    // Three receipts, and ten that an application took effect.
    expect(await countQueued(email)).toBe(13)
  })

  test('SH-9 a plan without a premium can be applied for, and takes effect without a payment', async () => {
    await priceAt(0)
    onTestFinished(() => priceAt(1))
    const started = await start({ agreedCents: 0 })
    expect(started.status).toBe(200)
    const { ticket, application } = started.body.payload
    expect(application).toMatchObject({ state: 'paid', firstPremiumCents: 0, pays: 'no' })
    const paid = await make(visitor(), calls.payFirstPremium, {
      body: { ticket, clientPaymentId: randomUUID(), market: 'under65' },
    })
    expect(listErrorCodes(paid)).toEqual(['CONFLICT'])
    await round()
    await round()
    const done = await state(ticket)
    expect(done.events.map((event) => event.state)).toEqual(['pending', 'paid', 'effectuated'])
    const number = application.applicationNumber
    await expect.poll(() => listTold(number).length).toBe(2)
    for (const { text } of listTold(number)) expect(text).not.toMatch(/your first premium/)
  })

  test('SH-9 HT-2 whichever unique value two copies of an application collide on first, one is kept', async () => {
    const { application } = (await start()).body.payload
    const row = await portal.database.read
      .selectFrom('shop_application')
      .selectAll()
      .where('application_number', '=', application.applicationNumber)
      .executeTakeFirstOrThrow()
    for (let round = 0; round < 100; round += 1) {
      const same = { ...row, enrollment_id: randomUUID(), ticket_hash: randomBytes(32) }
      const kept = await Promise.all(
        Array.from({ length: 4 }, () =>
          portal.database.transaction((tx) => keepApplication(tx, { ...same, application_number: randomUUID() })),
        ),
      )
      expect(kept.filter(Boolean)).toHaveLength(1)
      await portal.database.read
        .deleteFrom('shop_application')
        .where('enrollment_id', '=', same.enrollment_id)
        .execute()
    }
  })

  test('SH-9 after a crash between payment and effectuation, the next round continues where it stopped', async () => {
    const { ticket, application } = (await start()).body.payload
    await pay(`${application.applicationNumber},${today},22.32\n`)
    const broken = { queue: () => Promise.reject(new Error('crashed')) } as never
    const parts = { database: portal.database, dataKey: dataKeyAt(portal.origin), emails: broken }
    await expect(effectuate(parts, new Date())).rejects.toThrow('crashed')
    await round()
    expect((await state(ticket)).state).toBe('effectuated')
    await expect.poll(() => listTold(application.applicationNumber).length).toBe(3)
  })

  test('SH-9 a payment that does not fit is refused with its column, and an application that is never paid is withdrawn', async () => {
    const { ticket, application } = (await start()).body.payload
    const number = application.applicationNumber
    expect((await pay(`${number},${today},22.31\n999,${today},1.00\n`)).rejected).toEqual([
      'amount: is not the first premium of the application',
      'application_number: there is no such application of the brand',
    ])
    await round(new Date(Date.parse(isoDayAfter(application.payBy, 2))))
    expect((await state(ticket)).state).toBe('withdrawn')
    expect((await pay(`${number},${today},22.32\n`)).rejected).toEqual([
      'application_number: has ended because no premium came in time',
    ])
  })

  test('SH-9 each error is reported at its field; a premium other than the agreed one is a conflict', async () => {
    const wrong = await start({
      people: [{ ...person, firstName: '', dateOfBirth: '13/01/1985' }],
      email: 'no',
      terms: false,
      signature: 'Someone Else',
    })
    const fields = (wrong.body.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)
    expect(fields).toEqual([
      ...['firstName-0 field.required', 'dateOfBirth-0 date.month', 'email email.invalid', 'terms terms.required'],
      'signature name.invalid',
    ])
    expect((await start({ agreedCents: 1 })).status).toBe(409)
    expect((await start({ planId: 'nobody-sells-this' })).status).toBe(404)
    expect((await start({ people: [person, person] })).body.errors).toMatchObject([{ field: 'relation-0' }])
    const old = { ...person, firstName: 'Leo', dateOfBirth: '05/05/1950', relation: 'child' }
    expect((await start({ people: [person, old] })).body.errors).toMatchObject([
      { field: 'relation-1', errorMessage: 'relation.child-age' },
    ])
  })

  test('SH-9 outside open enrollment, a medical plan requires an event within the last sixty days', async () => {
    const open = (await quote()).body.payload.window
    const medical = { planId: silver, planYear: thisYear, agreedCents: 0 }
    if (open.open && open.planYear === thisYear) return
    const closed = await start({ ...medical, agreedCents: 1 })
    expect(closed.body.errors).toMatchObject([{ field: 'event' }])
    if (year !== thisYear) return
    const married = { kind: 'married', day: isoDayAfter(today, -10) }
    // The event opens enrollment: only the agreed premium is wrong.
    expect((await start({ ...medical, agreedCents: 1, event: married })).status).toBe(409)
    const long = { kind: 'married', day: isoDayAfter(today, -61) }
    expect((await start({ ...medical, agreedCents: 1, event: long })).body.errors).toMatchObject([{ field: 'event' }])
  })

  test('SH-9 every brand has its windows, and their file can be read', () => {
    const findWindows = loadWindows(`${import.meta.dirname}/../../../../content`)
    expect(Object.keys(findWindows('default').medicare).length).toBeGreaterThan(0)
    // A state whose marketplace has its own days: they replace all common ones, while Medicare's stay the same.
    const open = (brand: string, day: string) => openEnrollment(findWindows(brand).under65, day)
    expect(open('idh', '2026-10-20')).toMatchObject({ open: true, starts: '2027-01-01', ends: '2026-12-15' })
    expect(open('hmbcbs', '2026-10-20')).toMatchObject({ open: false, begins: '2026-11-01' })
    expect(open('idh', '2026-12-16')).toMatchObject({ open: false, begins: '2027-10-15' })
    expect(findWindows('idh').medicare).toEqual(findWindows('hmbcbs').medicare)
  })

  test.each([
    // A court set aside the shorter days that a rule had for plan year 2027.
    ['hmbcbs', '2026-12-15', '2027-01-15', '2027-01-01'],
    ['hmbcbs', '2026-12-16', '2027-01-15', '2027-02-01'],
    ['ndbcbs', '2027-01-15', '2027-01-15', '2027-02-01'],
    ['mincr', '2027-01-02', '2027-01-15', '2027-02-01'],
    ['regbs', '2027-01-15', '2027-01-15', '2027-02-01'],
    ['hz', '2026-12-31', '2027-01-31', '2027-01-01'],
    ['hz', '2027-01-31', '2027-01-31', '2027-02-01'],
    ['exc', '2026-12-15', '2027-01-31', '2027-01-01'],
    ['wny', '2026-12-16', '2027-01-31', '2027-02-01'],
    ['neny', '2027-01-15', '2027-01-31', '2027-02-01'],
    ['exc', '2027-01-16', '2027-01-31', '2027-03-01'],
  ])('SH-9 %s on %s: enrollment runs through %s, and coverage begins on %s', (brand, day, ends, starts) => {
    const { under65 } = loadWindows(`${import.meta.dirname}/../../../../content`)(brand)
    expect(openEnrollment(under65, day)).toMatchObject({
      planYear: 2027,
      begins: '2026-11-01',
      open: true,
      ends,
      starts,
    })
  })

  test.each([
    ['hmbcbs', '2027-01-16'],
    ['regbcbs', '2027-01-16'],
    ['hz', '2027-02-01'],
    ['wny', '2027-02-01'],
    ['idh', '2026-12-16'],
  ])('SH-9 %s on %s: enrollment is over', (brand, day) => {
    const { under65 } = loadWindows(`${import.meta.dirname}/../../../../content`)(brand)
    expect(openEnrollment(under65, day)).toMatchObject({ planYear: 2028, open: false, starts: null })
  })
})
