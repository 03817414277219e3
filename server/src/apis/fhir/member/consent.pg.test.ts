import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
const base = '/fhir/ndbcbs/r4'
let api: FhirApi
let memberId: string
beforeAll(async () => {
  api = await openFhirApi(portal)
  const own = portal.database.read.selectFrom('account').select('member_id').where('login_id', '=', 'MEMBERND')
  memberId = (await own.executeTakeFirstOrThrow()).member_id ?? ''
})
afterAll(() => api?.app.close())

const choose = (withProviders: boolean, day: string) =>
  portal.database.read
    .insertInto('sharing_choice')
    .values({
      ...{ choice_id: crypto.randomUUID(), member_id: memberId, with_providers: withProviders, ask_earlier_plan: true },
      ...{ earlier_peer_id: null, earlier_plan: 'Old Plan', earlier_number: 'M1', chosen_by: 'member', reason: null },
      chosen_at: `${day}T12:00:00Z`,
    })
    .execute()
const ask = (path: string, more = {}) =>
  api.ask(api.tokenFor({ brand: 'ndbcbs', memberId, ...more }), `${base}/${path}`)

test('OS-42 the newest choices are Consents: about those who treat the member, and about their earlier plan', async () => {
  expect((await ask('Consent')).body).toMatchObject({ total: 0 })
  await choose(true, '2026-01-01')
  await choose(false, '2026-02-01')
  const { body } = await ask(`Consent?patient=Patient/${memberId}&status=active`)
  const consents = body.entry.map(({ resource }: { resource: object }) => resource)
  expect(consents).toMatchObject([
    {
      resourceType: 'Consent',
      dateTime: '2026-02-01T12:00:00.000Z',
      provision: { type: 'deny', purpose: [{ code: 'TREAT' }] },
    },
    { provision: { type: 'permit', actor: [{ reference: { display: 'Old Plan' } }, {}] } },
  ])
  const one = await ask(`Consent/${consents[0].id}`)
  expect([one.status, one.body]).toEqual([200, consents[0]])
})

test('OS-42 OS-33 another’s choices are not revealed, and a scope is required', async () => {
  const other = crypto.randomUUID()
  expect((await ask(`Consent?patient=Patient/${other}`)).body.total).toBe(0)
  const { body } = await ask('Consent')
  const { id } = body.entry[0].resource
  expect((await ask(`Consent/${id}`, { memberId: other })).status).toBe(404)
  expect((await ask('Consent', { scopes: ['patient/Coverage.rs'] })).status).toBe(403)
  expect((await ask('Consent?color=red')).status).toBe(400)
})
