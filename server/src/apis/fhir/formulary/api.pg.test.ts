import { formularyTypes } from '@portico/contract/fhir/formulary'
import { valuesAt } from '@portico/rules/fhir/json'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claims, findProfile, listBroken } from '../../../../test/fhir/profiles.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles } from '../../../../test/importing.ts'
import { askOpenApi, type Json, trySearches } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createWorkBudget } from '../../../platform/limits/work-budget.ts'

const portal = testPortal()
const base = '/fhir/neb/formulary'
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
  const year = new Date().getUTCFullYear()
  const plan = { plan_id: 'ppo', drug_tier: 'TIER-ONE', prior_authorization: null, step_therapy: null }
  const unsold = { ...plan, plan_id: 'unsold', drug_tier: 'GENERIC', quantity_limit: true }
  const drugs = [
    { rxnorm_id: '2', drug_name: 'Metformin 500 MG Oral Tablet', plans: [{ ...unsold, years: [year] }] },
    { rxnorm_id: '1', drug_name: 'Azithromycin 500 MG Oral Tablet [Zithromax]', plans: [{ ...plan, years: [year] }] },
    { rxnorm_id: null, drug_name: 'Mesalamine 200 mg tablet', plans: [{ ...plan, years: [year + 1] }] },
  ]
  const sharing = [
    { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 7.5, copay_opt: null, coinsurance_rate: null },
    { pharmacy_type: '3-MONTH-IN-MAIL', copay_amount: 0, copay_opt: 'NO-CHARGE', coinsurance_rate: 0.2 },
  ]
  const plans = [
    { plan_id: 'ppo', formulary: [{ drug_tier: 'TIER-ONE', cost_sharing: sharing }] },
    { plan_id: 'unsold', formulary: [{ drug_tier: 'GENERIC', cost_sharing: sharing }] },
  ]
  const exchange = { 'list.json': JSON.stringify({ drugs, plans }) }
  const { rejected } = await importFiles(portal.database, exchange, { kind: 'formulary', brand: 'neb' })
  expect(rejected).toEqual([])
  await importFiles(portal.database, exchange, { kind: 'formulary', brand: 'hmbcbs' })
  await portal.database.read
    .insertInto('shop_plan')
    .values({
      brand: 'neb',
      plan_year: 2026,
      plan_id: 'ppo',
      content: JSON.stringify({ name: 'Blue PPO', line: 'medical', networkType: 'PPO' }),
    })
    .execute()
  await portal.database.read
    .insertInto('shop_catalogue')
    .values({
      brand: 'neb',
      plan_year: 2026,
      generation: crypto.randomUUID(),
      hashes: '{}',
      small_group: '[]',
      run_id: crypto.randomUUID(),
      loaded_at: new Date(),
    })
    .execute()
})
afterAll(() => api?.app.close())
const open = askOpenApi(() => api, base)
const { all, ask } = open

/** No table tells where a plan is sold, or a code for a drug's form. */
const unsaid: readonly string[] = ['coverage-area', 'doseform']

test.each(Object.keys(formularyTypes).filter((type) => type !== 'Location'))(
  'OS-17 %s is found by each parameter alone, in pairs, without a hit and by :missing, and the pages together have everything',
  async (type) => {
    const tried = await trySearches(open, formularyTypes, type)
    const names = Object.keys(formularyTypes[type as keyof typeof formularyTypes].parameters)
    expect(tried).toEqual(names.filter((name) => !unsaid.includes(name)))
  },
)

const toPath = (name: string) => `extension:usdf-${name}-extension`

test('OS-17 nothing is added that a list does not say: the deductible, a tier without a code in the guide, an RxNorm number', async () => {
  const [plan] = await all('/InsurancePlan?identifier=ppo&coverage-type=DRUGPOL')
  expect(valuesAt(plan, 'plan.specificCost.benefit.cost.qualifiers.coding.code')).toEqual(['UNK', 'UNK'])
  expect(valuesAt(plan, 'plan.specificCost.benefit.cost.value.value').toSorted()).toEqual([20, 7.5])
  expect([plan?.name, valuesAt(plan, 'type.coding.code')]).toEqual(['Blue PPO', ['commppo']])
  const unsold = await all('/InsurancePlan?type=UNK')
  expect([unsold.length > 0, unsold.flatMap((one) => valuesAt(one, 'name'))]).toEqual([true, []])
  const items = await all('/Basic?formulary.identifier=ppo')
  expect(items.map((one) => valuesAt(one, `${toPath('DrugTierID')}.valueCodeableConcept.text`)[0])).toEqual([
    'TIER-ONE',
    'TIER-ONE',
  ])
  expect(valuesAt(items, toPath('PriorAuthorization'))).toEqual([])
  const [drug] = await all('/MedicationKnowledge?drug-name:contains=mesalamine')
  expect([valuesAt(drug, 'code.coding'), drug?.meta]).toEqual([[], { lastUpdated: expect.any(String) }])
  const [brand] = await all('/MedicationKnowledge?drug-name=zithromax')
  expect(valuesAt(brand, 'code.coding.code')).toEqual(['1'])
})

const types = Object.keys(formularyTypes) as (keyof typeof formularyTypes)[]
const profiles = types.flatMap((type) => formularyTypes[type].profiles)
const readAll = async () => (await Promise.all(types.map((type) => all(`/${type}?_count=200`)))).flat()

test.each(profiles)('OS-17 the invariants of %s hold on every built answer that claims it', async (url) => {
  const everything = await readAll()
  const find = (target: string) => everything.find(({ resourceType, id }) => target === `${resourceType}/${id}`)
  const own = everything.filter((one) => claims(one, url))
  expect(own.flatMap((one) => listBroken(findProfile(url), one, find))).toEqual([])
})

test('OS-17 pages and references lead on, within one brand; anyone may cache an answer', async () => {
  const read = await api.ask(null, `${base}/Basic?_count=2&_include=*`)
  expect([read.headers['cache-control'], read.headers['access-control-allow-origin']]).toEqual([
    'public, max-age=300',
    '*',
  ])
  const items = await all('/Basic?_count=2')
  for (const item of items)
    for (const [, target = ''] of JSON.stringify(item).matchAll(/"reference":"([^"]+)"/g)) {
      const { status, headers, body } = await api.ask(null, `${base}/${target}`)
      expect([target, status, `${body.resourceType}/${body.id}`]).toEqual([target, 200, target])
      const again = await api.ask(null, `${base}/${target}`, { headers: { 'if-none-match': String(headers.etag) } })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  expect((await api.ask(null, `/fhir/hmbcbs/formulary/Basic/${items[0]?.id}`)).status).toBe(404)
  const { entry = [] } = await ask(`/InsurancePlan?identifier=ppo&_revinclude=Basic:formulary`)
  expect(entry.filter(({ search }) => search.mode === 'include')).toHaveLength(2)
  const posted = await api.ask(null, `${base}/MedicationKnowledge/_search`, {
    method: 'POST',
    payload: 'drug-name=zithromax',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(posted.body.entry).toHaveLength(1)
  const later = await all(`/Basic?_lastUpdated=gt${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)
  expect([later, (await all('/Basic?_lastUpdated=gt2020')).length]).toEqual([[], items.length])
  expect(
    (await api.ask(null, `${base}/metadata`)).body.rest[0].resource.map(({ type }: Json & { type: string }) => type),
  ).toEqual(Object.keys(formularyTypes))
})

test.each([
  ['/Basic?colour=red', 400],
  ['/Basic?subject.colour=red', 400],
  ['/Basic?code.text=red', 400],
  ['/Basic?formulary.formulary-coverage.formulary-coverage.name=x', 400],
  ['/Basic?_include=Basic:code', 400],
  ['/Basic?_revinclude=Basic:subject', 400],
  ['/Basic?_count=-1', 400],
  ['/Basic?_page=%27', 400],
  ['/Basic?period=2026-02-30', 400],
  ['/Basic?drug-tier:below=x', 400],
  ['/Basic?subject:Patient=x', 400],
  ['/Practitioner', 404],
  ['/Basic/none', 404],
  ['/constructor', 404],
])('OS-17 OS-7 %s is refused with %d', async (path, status) => {
  const answer = await api.ask(null, base + path)
  expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
})

test('OS-17 OS-43 one address cannot ask without end: it learns when to come back', async () => {
  const busy = await openFhirApi(
    portal,
    createWorkBudget(() => 0),
  )
  const statuses = new Set<number>()
  let retryAfter: unknown
  for (let asked = 0; asked < 650; asked += 1) {
    const { status, headers } = await busy.ask(null, `${base}/Location/none`)
    statuses.add(status)
    retryAfter = headers['retry-after']
  }
  expect([[...statuses], Number(retryAfter) > 0]).toEqual([[404, 429], true])
  expect((await busy.ask(null, `${base}/metadata`)).status).toBe(200)
  await busy.app.close()
})
