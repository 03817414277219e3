import { setTimeout as sleep } from 'node:timers/promises'
import { listClaims } from '@portico/contract/calls/claims'
import { benefits } from '@portico/contract/calls/coverage'
import { healthRecord } from '@portico/contract/calls/health-record'
import { overview } from '@portico/contract/calls/member'
import { savePlanPeer } from '@portico/contract/calls/plan-peers'
import { changeSharingChoices, earlierPlanRecords } from '@portico/contract/calls/sharing'
import { spendingSummary } from '@portico/contract/calls/spending'
import { wellness } from '@portico/contract/calls/wellness'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, memberClient, signInClient } from '../../../test/client.ts'
import { openFhirApi } from '../../../test/fhir-api.ts'
import { importFiles } from '../../../test/importing.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { addSystem, describeMember, otherPlan } from '../../../test/systems.ts'
import { codeKey } from '../../imports/imports/sensitive/code-kinds.ts'
import { reviewAgain } from '../../imports/imports/sensitive/due-store.ts'
import { judgeEarlier } from '../../imports/imports/sensitive/judge-earlier.ts'
import { reviewStored } from '../../imports/imports/sensitive/review.ts'
import { readEarlierPlanRecords } from '../../member/sharing/earlier-record-statement.ts'
import { type EarlierRequest, renewLease, takeDue } from '../../member/sharing/earlier-request-statement.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { createIdKeys } from '../connect/id-keys.ts'
import { runExchange } from '../fhir/exchange/job.ts'
import { askEarlierPlans } from './job.ts'
import { shelveEarlierSome } from './shelve-earlier.ts'

/** The member's new plan and their earlier one: two portals, each with its own data. */
const [here, there] = [testPortal(), testPortal()]
const brand = 'ndbcbs'
const base = () => `${there.origin}/fhir/${brand}/r4`
const today = new Date().toISOString().slice(0, 10)

/** A recommended vaccine, which would count if it came from this plan. */
const tetanus = { system: 'http://hl7.org/fhir/sid/cvx', code: '115' }
/** On no list yet; this plan's own list will include it. */
const [icd10, privateCode] = [{ system: 'http://hl7.org/fhir/sid/icd-10-cm' }, 'Z99.89']
const hideCode = (key: string) =>
  sql`insert into sensitive_code (brand, key, begins, ends) values (${brand}, ${key}, '1900-01-01', '9999-12-31')`.execute(
    here.database.read,
  )

let own: Client
let memberId: string
let number: string
beforeAll(async () => {
  own = await memberClient(here.origin, 'MEMBERND')
  const { rows } = await sql<{ id: string; number: string; first: string; last: string; born: string }>`
    select m.member_id as id, member_number as number, m.first_name as first, m.last_name as last, m.date_of_birth as born
    from member m join account a on a.member_id = m.member_id where login_id = 'MEMBERND'`.execute(here.database.read)
  const [member] = rows
  memberId = member?.id ?? ''
  number = member?.number ?? ''
  const identifier = {
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB' }] },
    value: number,
  }
  const files = [
    {
      resourceType: 'Patient',
      id: 'p',
      gender: 'unknown',
      telecom: [{ system: 'phone', value: '701-555-0199' }],
      identifier: [identifier],
      birthDate: member?.born,
      name: [{ family: member?.last, given: [member?.first] }],
    },
    {
      ...{ resourceType: 'Immunization', id: 'i', status: 'completed', occurrenceDateTime: '2024-05-06' },
      ...{ vaccineCode: { coding: [tetanus], text: 'Tetanus of before' }, patient: { reference: 'Patient/p' } },
    },
    {
      ...{ resourceType: 'Condition', id: 'c', subject: { reference: 'Patient/p' }, recordedDate: '2023-01-02' },
      ...{ code: { coding: [{ ...icd10, code: privateCode }], text: 'Kept to oneself' } },
    },
    {
      ...{
        resourceType: 'ExplanationOfBenefit',
        id: 'e',
        status: 'active',
        use: 'claim',
        outcome: 'complete',
        created: today,
      },
      type: {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/claim-type',
            code: 'professional',
            display: 'Professional of before',
          },
        ],
      },
      ...{
        patient: { reference: 'Patient/p' },
        billablePeriod: { start: today, end: today },
        insurer: { display: 'Old' },
      },
      ...{ provider: { display: 'Doctor' }, insurance: [{ focal: true, coverage: { display: 'Old' } }] },
      total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 999.5, currency: 'USD' } }],
    },
    await contradict(),
  ]
  const text = files.map((one) => JSON.stringify(one)).join('\n')
  await importFiles(there.database, { 'old.ndjson': text }, { kind: 'fhir', brand })
  await connectPlans()
})

/** A claim of this plan under its own id, which the old plan reports as canceled and with another amount. */
async function contradict(): Promise<object> {
  const { rows } = await sql<{ resource: object }>`select v.resource from claim c
    join claim_version v using (member_id, claim_id, content_hash) where c.member_id = ${memberId} and not c.sensitive limit 1`.execute(
    here.database.read,
  )
  return {
    ...{ ...rows[0]?.resource, patient: { reference: 'Patient/p' }, outcome: 'error', disposition: 'Contradicts ours' },
    total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 888.8, currency: 'USD' } }],
  }
}

/** As both plans' administrators do: our system is registered there, and their plan is added here. */
async function connectPlans(): Promise<void> {
  const { keys } = (await (await fetch(`${here.origin}/connect/${brand}/keys`)).json()) as { keys: object[] }
  const registered = await fetch(`${there.origin}/connect/${brand}/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ client_name: 'New Plan', organization: 'New Plan', organization_type: 'payer', npis: ['1982947230'] },
      ...{
        contacts: ['it@new.example'],
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'private_key_jwt',
      },
      jwks: { keys },
    }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const admin = await signInClient(here.origin, 'ADMIN001')
  const body = { name: 'Old Plan', fhirBase: base(), ourClientId: clientId, ourNumber: '1982947230', isOn: true }
  expect((await make(admin, savePlanPeer, { body })).status).toBe(200)
}

const findPeer = async () =>
  (await here.database.read.selectFrom('payer_peer').select('peer_id').executeTakeFirstOrThrow()).peer_id
const choose = async (asksEarlierPlan: boolean, of = number) =>
  make(own, changeSharingChoices, {
    body: { withProviders: true, asksEarlierPlan, earlierPlan: { planId: await findPeer(), name: 'x', number: of } },
  })

/** Both plans' workers take turns until nothing moves anymore. */
async function work(): Promise<string> {
  const end = Date.now() + 600_000
  // Both servers also work on their own: a turn that finds a step taken does nothing.
  while (Date.now() < end) {
    await sql`update earlier_request set due_at = now() where state in ('due', 'matching', 'exporting')`.execute(
      here.database.read,
    )
    await askEarlierPlans({
      database: here.database,
      idKeys: createIdKeys({ configured: undefined, dataDir: here.dataDir }),
      findPlanName: () => 'New Plan',
      judgeEarlier,
      reach: { inside: true },
      logger: { warn: (...line: unknown[]) => warnings.push(line) } as never,
    })
    await runExchange({
      database: there.database,
      dataKey: dataKeyAt(there.origin),
      limits: createLimits(there.database),
      logger: { warn: (...line: unknown[]) => warnings.push(line) } as never,
    })
    const { rows } = await sql<{ state: string }>`select state from earlier_request`.execute(here.database.read)
    const state = rows[0]?.state ?? ''
    if (!['due', 'matching', 'exporting'].includes(state)) return state
    await sleep(20)
  }
  return 'under way'
}
const warnings: unknown[] = []

describe('OS-55 a member who comes from another plan', () => {
  test('OS-55 OS-52 a member who opts in has their history fetched, shown apart, and counted nowhere, whatever it contradicts; the old plan’s audit log shows it', async () => {
    const readOwn = async () => [
      (await make(own, listClaims, { query: {} })).body.payload,
      (await make(own, benefits, {})).body.payload,
      (await make(own, overview, {})).body.payload,
      (await make(own, spendingSummary, {})).body.payload,
    ]
    const before = await readOwn()
    expect((await choose(true)).status).toBe(200)
    expect([await work(), warnings]).toEqual(['done', []])
    const { plans, records, total } = (await make(own, earlierPlanRecords, {})).body.payload
    expect(plans).toMatchObject([{ name: 'Old Plan', state: 'received' }])
    expect(total).toBe(records.length)
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          planName: 'Old Plan',
          type: 'Immunization',
          title: 'Tetanus of before',
          day: '2024-05-06',
        }),
        expect.objectContaining({ type: 'ExplanationOfBenefit', title: 'Professional of before', day: today }),
      ]),
    )
    // Without amounts, and in none of this plan's lists or sums.
    const kept = await sql<{ text: string }>`select string_agg(body, '') as text from earlier_record`.execute(
      here.database.read,
    )
    expect(kept.rows[0]?.text).not.toMatch(/999\.5|"currency"/)
    // Contradictions do not change this plan's own data: the old plan reports one of our claims as denied, and another sex for the member.
    expect(kept.rows[0]?.text).toContain('Contradicts ours')
    expect(await readOwn()).toEqual(before)
    const { rows } = await sql<{
      action: string
      actor: string
    }>`select distinct action, actor_login_id as actor from audit_event
      where action like 'exchange.%' and member_id is not null order by action`.execute(there.database.read)
    expect(rows.map(({ action }) => action)).toEqual(['exchange.match', 'exchange.read payer'])
    expect(rows[0]?.actor).toContain('New Plan')
    // The old plan need not keep the files.
    const left = await sql`select from exchange_work where kind = 'export'`.execute(there.database.read)
    expect(left.rows).toEqual([])
  })

  test('OS-55 OS-1 received records are in the health record, apart by the plan that sent them, and count toward nothing there', async () => {
    const { entries, asOf, more } = (await make(own, healthRecord, {})).body.payload
    const came = entries.filter(({ planName }) => planName !== null)
    expect(came.map(({ name, planName, day }) => [name, planName, day])).toEqual([
      ['Tetanus of before', 'Old Plan', '2024-05-06'],
      ['Kept to oneself', 'Old Plan', '2023-01-02'],
    ])
    // This plan itself has sent nothing.
    expect([more, asOf]).toEqual([[], null])
    const { care } = (await make(own, wellness, {})).body.payload
    expect(care.filter(({ last }) => last === '2024-05-06')).toEqual([])
  })

  test('OS-55 OS-5 OS-2 apps get them with the name of the plan that sent them, and with our ids', async () => {
    const api = await openFhirApi(here)
    const token = api.tokenFor({ brand, memberId, scopes: ['patient/*.rs'] })
    const search = async (type: string) => (await api.ask(token, `/fhir/${brand}/r4/${type}?patient=${memberId}`)).body
    const found = (await search('Immunization')).entry.map(({ resource }: { resource: object }) => resource)
    const [shot] = found.filter(
      (one: { vaccineCode: { text: string } }) => one.vaccineCode.text === 'Tetanus of before',
    )
    expect(shot).toMatchObject({
      meta: { tag: [{ system: 'urn:portico:earlier-plan', display: 'Old Plan' }] },
      patient: { reference: `Patient/${memberId}` },
    })
    const provenance = (await api.ask(token, `/fhir/${brand}/r4/Provenance?target=Immunization/${shot.id}`)).body
    expect(provenance.entry[0].resource.agent[0].who).toEqual({ display: 'Old Plan' })
    // As a plan sends it that has one for each record.
    await sql`insert into earlier_record (member_id, peer_id, type, id, sensitive, received_at, body)
      select member_id, peer_id, 'Provenance', 'of-shot', false, now(), json_build_object('resourceType', 'Provenance', 'id', 'of-shot',
        'recorded', '2024-05-07T08:09:10Z', 'target', json_build_array(json_build_object('reference', 'Immunization/' || id)),
        'agent', json_build_array(json_build_object('who', json_build_object('display', 'A pharmacy'))))::text
      from earlier_record where member_id = ${memberId} and type = 'Immunization'`.execute(here.database.read)
    await here.database.transaction(shelveEarlierSome)
    const { text } = await api.ask(
      token,
      `/fhir/${brand}/r4/Provenance?target=Immunization/${shot.id}&recorded=2024-05-07`,
    )
    expect(text).toContain('A pharmacy')
    expect(JSON.stringify((await make(own, earlierPlanRecords, {})).body)).not.toContain('Provenance')
    expect(JSON.stringify(await search('ExplanationOfBenefit'))).toContain('Professional of before')
    await api.app.close()
  })

  test('OS-55 OS-53 the next plan gets them with the rest', async () => {
    const next = await addSystem(here.database, 'next-plan', otherPlan)
    const token = await next.token(here.origin, brand)
    const ask = (path: string, more: RequestInit = {}) =>
      fetch(path.startsWith('http') ? path : `${here.origin}/fhir/${brand}/r4/${path}`, {
        ...more,
        headers: {
          ...{ authorization: `Bearer ${token}`, prefer: 'respond-async' },
          ...(more.body != null && { 'content-type': 'application/fhir+json' }),
        },
      })
    const { rows } = await sql<{ first: string; last: string; born: string }>`
      select first_name as first, last_name as last, date_of_birth as born from member where member_id = ${memberId}`.execute(
      here.database.read,
    )
    const [{ first: firstName, last: lastName, born: birthDate } = { first: '', last: '', born: '' }] = rows
    const end = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const bundle = describeMember({ number, firstName, lastName, birthDate }, { npi: otherPlan.npis[0] ?? '', end })
    const { part } = bundle as { part: object[] }
    const matched = await ask('Patient/$member-match', {
      method: 'POST',
      body: JSON.stringify({ resourceType: 'Parameters', parameter: part }),
    })
    expect(matched.status).toBe(200)
    const groups = (await (await ask('Group')).json()) as { entry: { resource: { id: string } }[] }
    const begun = await ask(`Group/${groups.entry[0]?.resource.id}/$davinci-data-export`)
    const parts = {
      dataKey: dataKeyAt(here.origin),
      limits: createLimits(here.database),
      logger: { warn: () => undefined },
    }
    await runExchange({ database: here.database, ...parts } as never)
    const manifest = (await (await ask(begun.headers.get('content-location') ?? '')).json()) as {
      output: { url: string }[]
    }
    const files = await Promise.all(manifest.output.map(async ({ url }) => (await ask(url)).text()))
    expect(files.join('')).toContain('Tetanus of before')
    expect(files.join('')).toContain('"display":"Old Plan"')
  })

  test('OS-42 OS-55 a member who changes their mind is no longer asked about', async () => {
    await sql`delete from earlier_request`.execute(here.database.read)
    const countMatches = async () =>
      (await sql`select from exchange_work where kind = 'match'`.execute(there.database.read)).rows.length
    const before = await countMatches()
    await choose(true)
    await choose(false)
    expect(await work()).toBe('stopped')
    expect(await countMatches()).toBe(before)
  })

  test('OS-55 if the old plan does not know a number, the member is told, and nothing comes', async () => {
    await sql`delete from earlier_request`.execute(here.database.read)
    await choose(true, 'X-UNKNOWN')
    expect(await work()).toBe('no-match')
    const { plans } = (await make(own, earlierPlanRecords, {})).body.payload
    expect(plans).toMatchObject([{ state: 'no-match' }])
    expect(memberId).not.toBe('')
  })

  test('OS-55 a plan that the member still has is asked again after a quarter, and the same records replace each other', async () => {
    await sql`delete from earlier_request`.execute(here.database.read)
    await choose(true)
    expect(await work()).toBe('done')
    const count = async () => (await sql`select from earlier_record`.execute(here.database.read)).rows.length
    const [first, request] = [
      await count(),
      await sql<{ days: number }>`
      select extract(day from due_at - now())::int as days from earlier_request`.execute(here.database.read),
    ]
    expect(request.rows[0]?.days).toBeGreaterThan(80)
    await sql`update earlier_request set due_at = now()`.execute(here.database.read)
    const idKeys = createIdKeys({ configured: undefined, dataDir: here.dataDir })
    await askEarlierPlans({
      database: here.database,
      idKeys,
      findPlanName: () => 'New Plan',
      judgeEarlier,
      reach: { inside: true },
      logger: { warn: () => undefined } as never,
    })
    expect(await work()).toBe('done')
    expect(await count()).toBe(first)
  })

  test('OS-55 the asking server keeps its lease while files arrive, and stops once another server has it', async () => {
    await sql`delete from earlier_request`.execute(here.database.read)
    await choose(true)
    const taken = await takeDue(here.database.read, new Date())
    if (taken === undefined) throw new Error('Nothing is due.')
    const renew = (of: EarlierRequest, later: number) =>
      here.database.transaction((tx) => renewLease(tx, of, new Date(Date.now() + later)))
    const renewed = await renew(taken, 60_000)
    expect(renewed?.due_at.getTime()).toBeGreaterThan(taken.due_at.getTime())
    expect(await takeDue(here.database.read, new Date(taken.due_at.getTime() + 1))).toBeUndefined()
    expect(await renew(taken, 120_000)).toBeNull()
  })

  test('OS-55 MP-14 a record whose code is sensitive here is shown only to the member, whether the code was listed before or after it came', async () => {
    const listTitles = async (withSensitive: boolean) =>
      (await readEarlierPlanRecords(here.database.read, memberId, { withSensitive })).records.map(({ title }) => title)
    await sql`delete from earlier_request`.execute(here.database.read)
    await choose(true)
    expect(await work()).toBe('done')
    expect(await listTitles(false)).toContain('Kept to oneself')
    await hideCode(codeKey('icd-10', privateCode) ?? '')
    await here.database.transaction((tx) => reviewAgain(tx, brand))
    await reviewStored(here.database)
    const expectHidden = async () => {
      const shown = await listTitles(false)
      expect(shown).toContain('Tetanus of before')
      expect(shown).not.toContain('Kept to oneself')
      expect(await listTitles(true)).toContain('Kept to oneself')
      await here.database.transaction(shelveEarlierSome)
      const served = await sql<{ sensitive: boolean }>`
        select sensitive from fhir_resource where member_id = ${memberId} and body like '%Kept to oneself%'`.execute(
        here.database.read,
      )
      expect(served.rows).toEqual([{ sensitive: true }])
    }
    await expectHidden()
    for (const table of ['earlier_record', 'earlier_request'])
      await sql`delete from ${sql.table(table)}`.execute(here.database.read)
    await choose(true)
    expect(await work()).toBe('done')
    await expectHidden()
  })
})
