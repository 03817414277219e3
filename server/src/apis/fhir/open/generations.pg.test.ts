import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { csv, importFiles, ndjson } from '../../../../test/importing.ts'
import { askOpenApi } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
})
afterAll(() => api?.app.close())

const clinics = ['1699254839', '1740796093', '1003000126', '1234567893']
const loadDirectory = (npis: readonly string[], name: string, more: object = {}) => {
  const verified_on = new Date().toISOString().slice(0, 10)
  const place = { address: '3 Hill St', city: name, state: 'PA', zip: '15222', lat: '40.45', lon: '-79.99' }
  const clinic = { type: 'facility', taxonomy: '261Q00000X', name: `Clinic ${name}`, ...place, verified_on }
  const network = { brand: 'hmbcbs', network_id: 'blue', network_name: 'Blue', begins: '2026-01-01', verified_on }
  const [providers, seats] = [npis.map((npi) => ({ ...clinic, npi })), npis.map((npi) => ({ ...network, npi }))]
  const files = { 'providers.csv': csv(...providers), 'networks.csv': csv(...seats) }
  return importFiles(portal.database, files, { kind: 'directory', brand: 'hmbcbs', ...more })
}
const directory = askOpenApi(() => api, '/fhir/hmbcbs/directory')
const listClinics = async () => {
  const found = [...(await directory.all('/Organization')), ...(await directory.all('/Location'))]
  const at = (path: string) => [...new Set(found.flatMap((one) => valuesAt(one, path)))].map(String).toSorted()
  return {
    npis: at('identifier.value').filter((value) => clinics.includes(value)),
    names: at('name').filter((name) => name.startsWith('Clinic ')),
  }
}

test('OS-22 OS-13 the directory is one generation: all of the new one, or all of the previous one', async () => {
  await loadDirectory(clinics.slice(0, 3), 'Before')
  const before = await listClinics()
  expect(before).toEqual({ npis: clinics.slice(0, 3).toSorted(), names: ['Clinic Before'] })
  await expect(loadDirectory(clinics.slice(3), 'Broken', { allowRemovals: false })).rejects.toThrow('Nothing was')
  await loadDirectory(clinics.slice(3), 'Tried', { dryRun: true })
  expect(await listClinics()).toEqual(before)
  await loadDirectory(clinics.slice(1), 'After')
  expect(await listClinics()).toEqual({ npis: clinics.slice(1).toSorted(), names: ['Clinic After'] })
  expect((await api.ask(null, `/fhir/hmbcbs/directory/Organization/${clinics[0]}`)).status).toBe(404)
})

const formulary = askOpenApi(() => api, '/fhir/neb/formulary')
const loadDrugs = (ids: readonly number[], tier: string, more: object = {}) => {
  const years = [new Date().getUTCFullYear()]
  const plans = [{ plan_id: 'ppo', drug_tier: tier, prior_authorization: false, step_therapy: false, years }]
  const drugs = ids.map((id) => ({ rxnorm_id: String(id), drug_name: `Drug${id} 5 MG Oral Tablet`, plans }))
  return importFiles(portal.database, { 'f.json': JSON.stringify(drugs) }, { kind: 'formulary', brand: 'neb', ...more })
}
const listDrugs = async () => {
  const drugs = await formulary.all('/MedicationKnowledge')
  const items = await formulary.all('/Basic')
  const tier = 'extension:usdf-DrugTierID-extension.valueCodeableConcept.coding.display'
  return {
    drugs: drugs.flatMap((one) => valuesAt(one, 'code.coding.code')).toSorted(),
    items: items.length,
    tiers: new Set(items.flatMap((one) => valuesAt(one, tier).map((text) => String(text).toLowerCase()))).size,
  }
}

test('OS-22 OS-17 the formulary is one generation, too', async () => {
  await loadDrugs([900001, 900002, 900005], 'GENERIC')
  const before = await listDrugs()
  expect(before).toEqual({ drugs: ['900001', '900002', '900005'], items: 3, tiers: 1 })
  const { rejected } = await loadDrugs([900003], 'BRAND', { allowRemovals: false })
  expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('Nothing was changed')])
  expect(await listDrugs()).toEqual(before)
  await loadDrugs([900002, 900003, 900004], 'BRAND')
  expect(await listDrugs()).toEqual({ drugs: ['900002', '900003', '900004'], items: 3, tiers: 1 })
})

test('OS-22 care providers are kept for each brand as that brand’s files describe them', async () => {
  const person = (family: string) => ({ resourceType: 'Practitioner', id: 'same', name: [{ family }] })
  for (const [brand, family] of [
    ['neb', 'Herz'],
    ['hmbcbs', 'Corazon'],
  ] as const)
    await importFiles(portal.database, { 'a.ndjson': ndjson([person(family)]) }, { kind: 'fhir', brand })
  const { rows } = await sql<{ brand: string; body: string }>`
    select brand, body from fhir_party where type = 'Practitioner' and body like any(array['%Herz%', '%Corazon%'])
    order by brand`.execute(portal.database.read)
  expect(rows.map(({ brand, body }) => [brand, JSON.parse(body).name[0].family])).toEqual([
    ['hmbcbs', 'Corazon'],
    ['neb', 'Herz'],
  ])
})
