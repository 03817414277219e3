import { setTimeout as sleep } from 'node:timers/promises'
import { listClaims } from '@portico/contract/calls/claims'
import { savePlanPeer } from '@portico/contract/calls/plan-peers'
import { changeSharingChoices, earlierPlanRecords } from '@portico/contract/calls/sharing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, memberClient, signInClient } from '../../../test/client.ts'
import { importFiles } from '../../../test/importing.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { codeKey } from '../../imports/imports/sensitive/code-kinds.ts'
import { reviewAgain } from '../../imports/imports/sensitive/due.ts'
import { judgeEarlier } from '../../imports/imports/sensitive/judge-earlier.ts'
import { reviewStored } from '../../imports/imports/sensitive/review.ts'
import { readEarlierPlanRecords } from '../../member/sharing/earlier-record-statement.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { createIdKeys } from '../connect/id-keys.ts'
import { runExchange } from '../fhir/exchange/job.ts'
import { askEarlierPlans } from './job.ts'

/** The plan that the member comes to, and the one that they come from: two portals, each with its own data. */
const [here, there] = [testPortal(), testPortal()]
const brand = 'ndbcbs'
const base = () => `${there.origin}/fhir/${brand}/r4`
const today = new Date().toISOString().slice(0, 10)

/** Nobody's list has it; this plan's own list will. */
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
      identifier: [identifier],
      birthDate: member?.born,
      name: [{ family: member?.last, given: [member?.first] }],
    },
    {
      ...{ resourceType: 'Immunization', id: 'i', status: 'completed', occurrenceDateTime: '2024-05-06' },
      ...{ vaccineCode: { text: 'Influenza of before' }, patient: { reference: 'Patient/p' } },
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
  ]
  const text = files.map((one) => JSON.stringify(one)).join('\n')
  await importFiles(there.database, { 'old.ndjson': text }, { kind: 'fhir', brand })
  await connectPlans()
})

/** As administrators of both do it: our system is registered there, and their plan is added here. */
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
  const end = Date.now() + 60_000
  // Both servers work by themselves, too: a turn that finds a step in their hands does nothing.
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
  test('OS-55 OS-52 who opts in has their history fetched, shown apart, and counted nowhere; the old plan’s audit log shows it', async () => {
    const before = (await make(own, listClaims, { query: {} })).body.payload
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
          title: 'Influenza of before',
          day: '2024-05-06',
        }),
        expect.objectContaining({ type: 'ExplanationOfBenefit', title: 'Professional of before', day: today }),
      ]),
    )
    // Without amounts, and in no list or sum of this plan.
    const kept = await sql<{ text: string }>`select string_agg(body, '') as text from earlier_record`.execute(
      here.database.read,
    )
    expect(kept.rows[0]?.text).not.toMatch(/999\.5|"currency"/)
    expect((await make(own, listClaims, { query: {} })).body.payload).toEqual(before)
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

  test('OS-42 OS-55 who changes their mind is asked about no more', async () => {
    await sql`delete from earlier_request`.execute(here.database.read)
    const countMatches = async () =>
      (await sql`select from exchange_work where kind = 'match'`.execute(there.database.read)).rows.length
    const before = await countMatches()
    await choose(true)
    await choose(false)
    expect(await work()).toBe('stopped')
    expect(await countMatches()).toBe(before)
  })

  test('OS-55 a number that the old plan does not know is told to the member, and nothing comes', async () => {
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

  test('OS-55 MP-14 a record whose code is sensitive here is shown to the member alone, whether the code was listed before or after it came', async () => {
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
      expect(shown).toContain('Influenza of before')
      expect(shown).not.toContain('Kept to oneself')
      expect(await listTitles(true)).toContain('Kept to oneself')
    }
    await expectHidden()
    for (const table of ['earlier_record', 'earlier_request'])
      await sql`delete from ${sql.table(table)}`.execute(here.database.read)
    await choose(true)
    expect(await work()).toBe('done')
    await expectHidden()
  })
})
