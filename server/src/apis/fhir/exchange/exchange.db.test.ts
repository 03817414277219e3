import { changeSharingChoices } from '@portico/contract/calls/sharing'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { memberClient } from '../../../../test/client.ts'
import { expectAnswersHeld } from '../../../../test/held-answers.ts'
import { importFiles } from '../../../../test/importing.ts'
import { dataKeyAt, testPortal } from '../../../../test/portal.ts'
import { addSystem, clinic, describeMember, otherPlan, type System } from '../../../../test/systems.ts'
import { createEvenTime } from '../../../platform/limits/even-time.ts'
import { createLimits } from '../../../platform/limits/limits.ts'
import { runExchange } from './job.ts'

const shortSteps = createEvenTime(10)
let inEvenTime = shortSteps
const portal = testPortal({}, { inEvenTime: (work) => inEvenTime(work) })
const brand = 'ndbcbs'
const [npi, own] = ['1234567893', 'MEMBERND']

interface Member {
  readonly id: string
  readonly number: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

let doctor: System
let plan: System
let other: System
let members: readonly Member[]
let member: Member

beforeAll(async () => {
  doctor = await addSystem(portal.database, 'clinic', clinic)
  plan = await addSystem(portal.database, 'plan', otherPlan)
  other = await addSystem(portal.database, 'other', { ...clinic, npis: ['1982947230'] })
  const { rows } = await sql<Member & { login: string | null }>`
    select m.member_id as id, member_number as number, m.first_name as "firstName", m.last_name as "lastName",
      m.date_of_birth as "birthDate", (select login_id from account a where a.member_id = m.member_id limit 1) as login
    from member m where m.brand = ${brand} order by (select login_id from account a where a.member_id = m.member_id limit 1) = ${own} desc nulls last`.execute(
    portal.database.read,
  )
  members = rows
  member = rows[0] as Member
  await importFiles(portal.database, { 'claims.ndjson': listClaims(member) }, { kind: 'fhir', brand })
})
beforeEach(async () => {
  inEvenTime = shortSteps
  for (const table of ['exchange_work', 'exchange_group', 'sharing_choice', 'sign_in_limit'])
    await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
})

/** A doctor, and their claim and prior authorization for a member. */
function listClaims({ number, firstName, lastName, birthDate }: Member): string {
  const today = new Date().toISOString().slice(0, 10)
  const money = { value: 120.5, currency: 'USD' }
  const category = { coding: [{ code: 'submitted' }] }
  const claim = (id: string, more: object) => ({
    ...{ resourceType: 'ExplanationOfBenefit', id, status: 'active', use: 'claim', outcome: 'complete', ...more },
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
    patient: { reference: 'Patient/exchanged' },
    provider: { reference: 'Practitioner/doctor' },
    billablePeriod: { start: today, end: today },
    insurance: [{ focal: true, coverage: { display: 'Plan' } }],
    ...{
      created: today,
      insurer: { display: 'Plan' },
      total: [{ category, amount: money }],
      payment: { amount: money },
    },
    item: [
      {
        sequence: 1,
        servicedDate: today,
        productOrService: { coding: [{ code: '99213' }] },
        net: money,
        adjudication: [{ category, amount: money }],
      },
    ],
  })
  return [
    {
      ...{ resourceType: 'Patient', id: 'exchanged', birthDate, name: [{ family: lastName, given: [firstName] }] },
      identifier: [
        { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB' }] }, value: number },
      ],
    },
    {
      ...{ resourceType: 'Practitioner', id: 'doctor', name: [{ family: 'Doctor', given: ['Dora'] }] },
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
    },
    claim('ex-1', {}),
    claim('ex-2', {
      meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ETH' }] },
    }),
    {
      ...{ resourceType: 'Immunization', id: 'ex-3', status: 'completed', occurrenceDateTime: today },
      ...{ vaccineCode: { coding: [{ code: '140' }] }, patient: { reference: 'Patient/exchanged' } },
    },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n')
}

const run = () =>
  runExchange({
    database: portal.database,
    dataKey: dataKeyAt(portal.origin),
    limits: createLimits(portal.database),
    logger: { warn: (...line: unknown[]) => warnings.push(line) } as never,
  })
const warnings: unknown[] = []

async function ask(system: System, path: string, more: RequestInit & { readonly token?: string } = {}) {
  const token = more.token ?? (await system.token(portal.origin, brand))
  const address = path.startsWith('http') ? path : `${portal.origin}/fhir/${brand}/r4/${path}`
  const answer = await fetch(address, {
    ...more,
    headers: {
      ...{ authorization: `Bearer ${token}`, prefer: 'respond-async', 'content-type': 'application/fhir+json' },
      ...more.headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
}
const post = (system: System, path: string, body: object) =>
  ask(system, path, { method: 'POST', body: JSON.stringify(body) })

/** Matches members, and returns how many came into each Group, and the matched Group's id. */
async function match(system: System, described: readonly object[]) {
  const name = system === plan ? '$bulk-member-match' : '$provider-member-match'
  const begun = await post(system, `Group/${name}`, { resourceType: 'Parameters', parameter: described })
  expect(begun.status).toBe(202)
  const place = begun.headers.get('content-location') ?? ''
  await run()
  const { output } = (await ask(system, place)).json()
  const { parameter } = (await ask(system, output[0].url)).json()
  const sizes = Object.fromEntries(
    parameter.map((one: { name: string; resource: { quantity: number } }) => [one.name, one.resource.quantity]),
  )
  return { sizes, groupId: parameter[0].resource.id as string, answer: parameter }
}

/** Exports a group completely; returns its resources by type. */
async function exportAll(system: System, groupId: string, query = '') {
  const begun = await ask(system, `Group/${groupId}/$davinci-data-export${query}`)
  expect([begun.status, begun.text]).toEqual([202, ''])
  await run()
  const done = await ask(system, begun.headers.get('content-location') ?? '')
  expect([done.status, warnings]).toEqual([200, []])
  const manifest = done.json()
  const resources: Record<string, unknown>[] = []
  for (const { url, count } of manifest.output) {
    const lines = (await ask(system, url)).text.trim().split('\n')
    expect(lines).toHaveLength(count)
    resources.push(...lines.map((line) => JSON.parse(line)))
  }
  return { manifest, resources, place: begun.headers.get('content-location') ?? '' }
}

const forDoctor = (one: Member, more = {}) => describeMember(one, { npi, ...more })
const forPlan = (one: Member, more = {}) => describeMember(one, { npi: '1982947230', end: '2099-01-01', ...more })

describe('OS-51 a provider and its patients', () => {
  test('OS-51 OS-54 a system that attests treatment matches members and gets their data without any amount, and without private data', async () => {
    const { sizes, groupId } = await match(doctor, [
      forDoctor(member),
      forDoctor({ ...member, birthDate: '1901-01-01' }),
    ])
    expect(sizes).toEqual({ MatchedMembers: 1, NonMatchedMembers: 1, ConsentConstrainedMembers: 0 })
    const { resources, manifest } = await exportAll(doctor, groupId)
    expect(manifest).toMatchObject({ requiresAccessToken: true, error: [], extension: { membersLeftOut: 0 } })
    const types = new Set(resources.map(({ resourceType }) => resourceType))
    for (const type of ['Patient', 'Coverage', 'ExplanationOfBenefit', 'Immunization', 'Practitioner'])
      expect([...types]).toContain(type)
    const claims = resources.filter(({ resourceType }) => resourceType === 'ExplanationOfBenefit')
    expect(JSON.stringify(claims)).toContain('99213')
    expect(JSON.stringify(resources)).not.toMatch(/"currency"|"total"|"payment"|120\.5|costToBeneficiary/)
    const shown = await sql<{
      hidden: string
    }>`select id::text as hidden from fhir_resource where member_id = ${member.id} and sensitive`.execute(
      portal.database.read,
    )
    expect(shown.rows.length).toBeGreaterThan(0)
    for (const { hidden } of shown.rows) expect(JSON.stringify(resources)).not.toContain(hidden)
    const { rows } = await sql<{ actor: string }>`select actor_login_id as actor from audit_event
      where member_id = ${member.id} and action = 'exchange.read provider'`.execute(portal.database.read)
    expect(rows).toEqual([{ actor: 'Example Clinic (clinic)' }])
  })

  test.each([
    ['nothing', { consent: null }],
    ['another’s number', { npi: '1982947230' }],
    ['a treatment that is over', { start: '2020-01-01', end: '2021-01-01' }],
    ['a treatment that is to come', { start: '2098-01-01' }],
    ['a refusal', { type: 'deny' }],
  ])('OS-51 a system that attests %s matches no one', async (_what, more) => {
    expect((await match(doctor, [forDoctor(member, more)])).sizes.MatchedMembers).toBe(0)
  })

  test('OS-42 OS-51 a member who has opted out is reported as not matched, and one who opts out after the match is left out of the export', async () => {
    const client = await memberClient(portal.origin, own)
    const choose = (withProviders: boolean) =>
      make(client, changeSharingChoices, { body: { withProviders, asksEarlierPlan: false, earlierPlan: null } })
    const { groupId } = await match(doctor, [forDoctor(member)])
    const readGroups = async () => {
      const listed = (await ask(doctor, 'Group')).json().entry as { resource: { id: string; quantity: number } }[]
      const { quantity, member: shown = [] } = (await ask(doctor, `Group/${groupId}`)).json()
      return [listed.find(({ resource }) => resource.id === groupId)?.resource.quantity, quantity, shown.length]
    }
    expect(await readGroups()).toEqual([1, 1, 1])
    await choose(false)
    // Neither the list nor the count reveals who does not want it.
    expect(await readGroups()).toEqual([0, 0, 0])
    const { resources, manifest } = await exportAll(doctor, groupId)
    expect(resources).toEqual([])
    expect(manifest.extension).toEqual({ membersLeftOut: 1 })
    const kept = await sql<{
      why: unknown
    }>`select progress->'leftOut' as why from exchange_work where kind = 'export'`.execute(portal.database.read)
    expect(kept.rows).toEqual([{ why: { 'opted-out': 1 } }])
    expect((await match(doctor, [forDoctor(member)])).sizes).toEqual({
      ...{ MatchedMembers: 0, NonMatchedMembers: 1, ConsentConstrainedMembers: 0 },
    })
    await choose(true)
    expect((await match(doctor, [forDoctor(member)])).sizes.MatchedMembers).toBe(1)
  })

  test.each([
    ['OS-42', 'who opts out', false],
    ['OS-26', 'who is no longer a member', true],
  ])(
    '%s %s after the export is in none of its files anymore, nor in the Group; the others stay',
    async (_row, _who, isGone) => {
      const another = members.find(({ id }) => id !== member.id) as Member
      const { groupId } = await match(doctor, [forDoctor(member), forDoctor(another)])
      const { manifest } = await exportAll(doctor, groupId, '?_type=Patient,Coverage,ExplanationOfBenefit,Practitioner')
      const readAll = async () => {
        const files = []
        for (const { url } of manifest.output) files.push(await ask(doctor, url))
        return files.map(({ status, text }) => (status === 200 ? text : `${status}`)).join('')
      }
      const before = await readAll()
      for (const { id } of [member, another]) expect(before).toContain(id)
      const { read } = portal.database
      if (isGone) await sql`update member set brand = 'hmbcbs' where member_id = ${member.id}`.execute(read)
      else
        await sql`insert into sharing_choice (choice_id, member_id, with_providers, ask_earlier_plan, chosen_at, chosen_by)
        values (gen_random_uuid(), ${member.id}, false, false, now(), 'member')`.execute(read)
      try {
        const after = await readAll()
        expect(after).not.toContain(member.id)
        for (const kept of [another.id, 'Practitioner']) expect(after).toContain(kept)
        const group = (await ask(doctor, `Group/${groupId}`)).json()
        expect(group.member).toEqual([{ entity: { reference: `Patient/${another.id}` } }])
      } finally {
        if (isGone) await sql`update member set brand = ${brand} where member_id = ${member.id}`.execute(read)
      }
    },
  )

  test('OS-44 what a system lists, reads and downloads is in the audit log, and another’s data is not recorded as read', async () => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    const { manifest, place } = await exportAll(doctor, groupId, '?_type=Patient')
    const since = new Date()
    const paths = ['Group', `Group/${groupId}`, manifest.output[0].url]
    for (const path of paths) expect((await ask(doctor, path)).status).toBe(200)
    for (const path of paths.slice(1)) expect((await ask(other, path)).status).toBe(404)
    const { rows } = await sql`select action, record_id as id, actor_login_id as actor from audit_event
      where at >= ${since} and action like 'exchange.%' order by at`.execute(portal.database.read)
    const actor = 'Example Clinic (clinic)'
    expect(rows).toEqual([
      { action: 'exchange.groups', id: null, actor },
      { action: 'exchange.group', id: groupId, actor },
      { action: 'exchange.download', id: place.split('/').at(-1), actor },
    ])
  })

  test('OS-51 patients of the last 18 months, by its doctors’ claims, are a separate group', async () => {
    await ask(doctor, 'Group')
    await run()
    const { entry } = (await ask(doctor, 'Group')).json()
    expect(entry).toMatchObject([{ resource: { name: 'Patients of Example Clinic', quantity: 1 } }])
    const { resources } = await exportAll(doctor, entry[0].resource.id, '?_type=Patient')
    expect(resources).toMatchObject([{ resourceType: 'Patient', id: member.id }])
    await ask(other, 'Group')
    await run()
    expect((await ask(other, 'Group')).json().entry).toMatchObject([{ resource: { quantity: 0 } }])
  })
})

describe('OS-52 another plan', () => {
  const single = (described: object) =>
    post(plan, 'Patient/$member-match', {
      resourceType: 'Parameters',
      parameter: (described as { part: object[] }).part,
    })

  test('OS-52 one member matches by number, birth date and name, and may be exported', async () => {
    const answer = await single(forPlan(member))
    expect([answer.status, answer.json().parameter[1]]).toEqual([
      200,
      { name: 'MemberId', valueReference: { reference: `Patient/${member.id}` } },
    ])
    const [{ resource }] = (await ask(plan, 'Group')).json().entry
    const { resources } = await exportAll(plan, resource.id)
    expect(resources.length).toBeGreaterThan(3)
    expect(JSON.stringify(resources)).not.toContain('"currency"')
  })

  test.each([
    ['another name', { lastName: 'Nobody' }],
    ['another birth date', { birthDate: '1901-02-03' }],
    ['another number', { number: 'X999' }],
  ])('OS-52 with %s no one matches: 422', async (_what, more) => {
    const answer = await single(forPlan({ ...member, ...more }))
    expect([answer.status, answer.json().issue[0].code]).toEqual([422, 'not-found'])
  })

  test('OS-52 whatever a match finds, its answer waits for its even moment', async () => {
    const bundles = [
      forPlan(member),
      forPlan({ ...member, number: '404404404' }),
      forPlan({ ...member, firstName: 'X' }),
      forPlan(member, { type: 'deny' }),
    ]
    const answers = await expectAnswersHeld(
      portal.origin,
      (steps) => {
        inEvenTime = steps
      },
      bundles.map((one) => () => single(one)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422])
  })

  test('OS-52 names are compared without differences in spelling alone', async () => {
    const { firstName, lastName } = member
    expect(
      (await single(forPlan({ ...member, firstName: ` ${firstName.toUpperCase()}`, lastName: lastName.toLowerCase() })))
        .status,
    ).toBe(200)
  })

  test('OS-52 two matching members are no match, and the answer says so', async () => {
    await sql`insert into member (member_id, brand, first_name, last_name, date_of_birth, relationship_code, member_number, contract_number)
      select gen_random_uuid(), brand, first_name, last_name, date_of_birth, relationship_code, 'TWIN-1', contract_number
      from member where member_id = ${member.id}`.execute(portal.database.read)
    const { rows } = await sql<{
      number: string
    }>`select contract_number as number from member where member_id = ${member.id}`.execute(portal.database.read)
    const answer = await single(forPlan({ ...member, number: rows[0]?.number ?? '' }))
    expect([answer.status, answer.json().issue[0].code]).toEqual([422, 'multiple-matches'])
    await sql`delete from member where member_number = 'TWIN-1'`.execute(portal.database.read)
  })

  test.each([
    ['no consent', { consent: null }],
    ['a consent for another plan', { npi: '1234567893' }],
    ['a consent that is over', { end: '2021-01-01' }],
    ['a consent without an end', { end: undefined }],
  ])('OS-52 with %s the answer does not reveal whether there is such a member', async (_what, more) => {
    const answers = [await single(forPlan(member, more)), await single(forPlan({ ...member, number: 'X1' }, more))]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [422, answers[0]?.text],
      [422, answers[0]?.text],
    ])
  })

  test('OS-52 numbers cannot be guessed: a card locks after five attempts that match no one, from whichever plan', async () => {
    const wrong = { ...member, birthDate: '1901-02-03' }
    for (let tried = 0; tried < 5; tried += 1) expect((await single(forPlan(wrong))).status).toBe(422)
    expect((await single(forPlan(wrong))).status).toBe(429)
    expect((await single(forPlan(member))).status).toBe(429)
    expect((await match(plan, [forPlan(member)])).sizes.MatchedMembers).toBe(0)
  })

  test('OS-42 OS-52 a consent that ended after the match exports nothing', async () => {
    const { groupId } = await match(plan, [forPlan(member)])
    await sql`update exchange_member set ends_at = now() - interval '1 second'`.execute(portal.database.read)
    expect((await exportAll(plan, groupId)).resources).toEqual([])
  })
})

describe('OS-26 OS-53 exports', () => {
  const begin = async (query = '') => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    return { groupId, begun: await ask(doctor, `Group/${groupId}/$export${query}`) }
  }

  test.each([
    ['an unknown parameter', '?_elements=id', 400],
    ['an unknown type', '?_type=Account', 400],
    ['an unknown format', '?_outputFormat=text/csv', 400],
    ['a day without a time', '?_since=2026-01-01', 400],
    ['a filter of an unknown search', `?_typeFilter=${encodeURIComponent('Coverage?color=red')}`, 400],
    ['a filter that pages', `?_typeFilter=${encodeURIComponent('Coverage?_count=1')}`, 400],
    ['a filter of an unknown type', `?_typeFilter=${encodeURIComponent('Account?name=x')}`, 400],
    ['another kind of export', '?exportType=everything', 400],
  ])('OS-53 %s is refused, never ignored', async (_what, query, status) => {
    const { begun } = await begin(query)
    expect(begun.status).toBe(status)
  })

  test('OS-53 types, times and searches narrow what is exported', async () => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    const list = async (query: string) =>
      (await exportAll(doctor, groupId, query)).resources.map(({ resourceType }) => resourceType)
    expect(new Set(await list('?_type=Immunization,Patient'))).toEqual(new Set(['Immunization', 'Patient']))
    const filter = encodeURIComponent('Immunization?vaccine-code=nothing')
    expect(await list(`?_type=Immunization,Patient&_typeFilter=${filter}`)).toEqual(['Patient'])
    expect(await list(`?_since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await list(`?_until=2001-01-01T00:00:00Z`)).toEqual([])
    expect(await list(`?patient=Patient/${crypto.randomUUID()}`)).toEqual([])
  })

  test('OS-5 OS-26 Provenance tells where each exported resource is from, and received Provenance goes only with everything that it is about', async () => {
    const agent = [{ who: { display: 'Clinic of Dora' } }]
    const about = (id: string, ...targets: readonly string[]) =>
      JSON.stringify({
        ...{ resourceType: 'Provenance', id, recorded: new Date().toISOString(), agent },
        target: targets.map((reference) => ({ reference })),
      })
    const came = [
      ...[about('from-1', 'ExplanationOfBenefit/ex-1'), about('from-3', 'Immunization/ex-3')],
      about('from-2', 'ExplanationOfBenefit/ex-2', 'Immunization/ex-3'),
    ].join('\n')
    await importFiles(portal.database, { 'a.ndjson': listClaims(member), 'b.ndjson': came }, { kind: 'fhir', brand })
    const { groupId } = await match(doctor, [forDoctor(member)])
    const list = async (query: string) => {
      const { resources } = await exportAll(doctor, groupId, query)
      const [own, rest] = [resources, resources].map((some, at) =>
        some.filter(({ resourceType }) => (resourceType === 'Provenance') === (at === 0)),
      ) as [Record<string, unknown>[], Record<string, unknown>[]]
      const targets = own.map((one) => JSON.stringify(one.target))
      const built = targets.filter((text) => rest.some(({ id }) => text.includes(String(id))))
      return { own, rest, built, isCame: own.filter((one) => JSON.stringify(one).includes('Clinic of Dora')) }
    }
    const all = await list('?includeAssociatedData=LatestProvenanceResources&_type=ExplanationOfBenefit,Immunization')
    expect(all.own.length).toBe(all.rest.length + all.isCame.length)
    // Not the claim that only the patient may see.
    expect(all.isCame).toHaveLength(2)
    expect(all.built).toHaveLength(all.own.length)
    const few = await list('?_type=Immunization,Provenance')
    expect(few.isCame).toHaveLength(1)
    expect((await list('?_type=Immunization')).own).toEqual([])
    const wrong = await ask(doctor, `Group/${groupId}/$export?includeAssociatedData=Everything`)
    expect(wrong.status).toBe(400)
  })

  test('OS-50 OS-53 groups, status and files belong to the organization: for another they do not exist', async () => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    const { manifest, place } = await exportAll(doctor, groupId)
    for (const path of [`Group/${groupId}`, `Group/${groupId}/$export`, place, manifest.output[0].url])
      expect([(await ask(other, path)).status, path]).toEqual([404, path])
    expect((await ask(other, place, { method: 'DELETE' })).status).toBe(404)
    expect((await ask(doctor, place, { token: 'x' })).status).toBe(401)
    expect((await ask(doctor, `Group/${crypto.randomUUID()}/$export`)).status).toBe(404)
    const narrow = await doctor.token(portal.origin, brand, 'system/Coverage.rs')
    expect((await ask(doctor, `Group/${groupId}/$export?_type=Patient`, { token: narrow })).status).toBe(403)
  })

  test('OS-26 one at a time; canceled, it is gone with everything produced', async () => {
    const { groupId, begun } = await begin()
    expect((await ask(doctor, `Group/${groupId}/$export`)).status).toBe(429)
    const place = begun.headers.get('content-location') ?? ''
    const waiting = await ask(doctor, place)
    expect([waiting.status, waiting.headers.get('x-progress')]).toEqual([202, '0 of 1 members'])
    expect((await ask(doctor, place, { method: 'DELETE' })).status).toBe(202)
    expect((await ask(doctor, place)).status).toBe(404)
    await run()
    const left = await sql`select from exchange_chunk join exchange_work using (work_id) where kind = 'export'`.execute(
      portal.database.read,
    )
    expect(left.rows).toEqual([])
    expect((await ask(doctor, `Group/${groupId}/$export`)).status).toBe(202)
  })

  test('OS-26 files are encrypted in storage, and gone after seven days', async () => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    const { place } = await exportAll(doctor, groupId)
    const { rows } = await sql<{ content: Buffer; ends: Date }>`
      select content, ends_at as ends from exchange_chunk join exchange_work using (work_id)`.execute(
      portal.database.read,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { content } of rows) expect(content.toString('latin1')).not.toContain('resourceType')
    const days = ((rows[0]?.ends.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    await sql`update exchange_work set ends_at = now() - interval '1 second'`.execute(portal.database.read)
    expect((await ask(doctor, place)).status).toBe(404)
    await run()
    expect((await sql`select from exchange_chunk`.execute(portal.database.read)).rows).toEqual([])
  })

  test('OS-26 a change of a stored file is noticed', async () => {
    const { groupId } = await match(doctor, [forDoctor(member)])
    const { manifest } = await exportAll(doctor, groupId)
    await sql`update exchange_chunk set content = set_byte(content, 40, 255 - get_byte(content, 40))`.execute(
      portal.database.read,
    )
    expect((await ask(doctor, manifest.output[0].url)).status).toBe(500)
  })

  test('OS-54 OS-52 MP-14 nothing that only the patient may see is in any byte of an export, for a doctor or a plan', async () => {
    const { rows } = await sql<{ member: string; id: string }>`
      select member_id as member, id::text from fhir_resource r join member m using (member_id) where m.brand = ${brand} and sensitive
      union select member_id, id::text from fhir_resource_version join member m using (member_id) where m.brand = ${brand} and fhir_resource_version.sensitive`.execute(
      portal.database.read,
    )
    const some = members.filter(({ id }) => rows.some((row) => row.member === id))
    expect(some.length).toBeGreaterThan(0)
    for (const [system, describe] of [
      [doctor, forDoctor],
      [plan, forPlan],
    ] as const) {
      const { groupId } = await match(
        system,
        some.map((one) => describe(one)),
      )
      const { manifest } = await exportAll(system, groupId, '?includeAssociatedData=RelevantProvenanceResources')
      const files = []
      for (const { url } of manifest.output) files.push((await ask(system, url)).text)
      const text = files.join('')
      expect(text).toContain(`Patient/${some[0]?.id}`)
      for (const { id } of rows) expect(text).not.toContain(id)
      // A label from HL7's family of codes, on the private claim.
      expect(text).not.toContain('"ETH"')
    }
  })

  test('OS-51 members of other brands are not found', async () => {
    const token = await doctor.token(portal.origin, 'hmbcbs')
    const body = JSON.stringify({ resourceType: 'Parameters', parameter: [forDoctor(member)] })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' }
    const address = `${portal.origin}/fhir/hmbcbs/r4/Group/$provider-member-match`
    const begun = await fetch(address, { method: 'POST', headers, body })
    await run()
    const place = begun.headers.get('content-location') ?? ''
    const { output } = (await ask(doctor, place, { token })).json()
    const { parameter } = (await ask(doctor, output[0].url, { token })).json()
    expect(parameter[0].resource.quantity).toBe(0)
  })

  test.each([
    ['nothing', ''],
    ['no Parameters', '{"resourceType":"Bundle"}'],
    ['no members', '{"resourceType":"Parameters","parameter":[]}'],
    ['half a text', '{"resourceType":'],
    ['a deep nest', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['a text with NUL', '{"resourceType":"Parameters","parameter":[{"name":"a\\u0000"}]}'],
    [
      'two patients',
      JSON.stringify({
        resourceType: 'Parameters',
        parameter: [
          {
            name: 'MemberBundle',
            part: [
              { name: 'MemberPatient', resource: { resourceType: 'Patient' } },
              { name: 'MemberPatient', resource: { resourceType: 'Patient' } },
            ],
          },
        ],
      }),
    ],
  ])('OS-52 a body with %s is refused', async (_what, body) => {
    for (const [system, path] of [
      [doctor, 'Group/$provider-member-match'],
      [plan, 'Group/$bulk-member-match'],
      [plan, 'Patient/$member-match'],
    ] as const)
      expect([400, 413]).toContain((await ask(system, path, { method: 'POST', body })).status)
  })

  test('OS-51 OS-52 providers and plans each have their own match', async () => {
    expect(
      (await post(plan, 'Group/$provider-member-match', { resourceType: 'Parameters', parameter: [forPlan(member)] }))
        .status,
    ).toBe(403)
    expect(
      (await post(doctor, 'Group/$bulk-member-match', { resourceType: 'Parameters', parameter: [forDoctor(member)] }))
        .status,
    ).toBe(403)
    expect(members.length).toBeGreaterThan(0)
  })
})

test('OS-52 OS-26 a bulk match runs in steps, each of which opens only its own part; nothing of the request remains', async () => {
  const unknown = Array.from({ length: 119 }, (_, at) => forPlan({ ...member, number: `X-${at}` }))
  const { sizes, answer } = await match(plan, [...unknown, forPlan(member)])
  expect(sizes).toEqual({ MatchedMembers: 1, NonMatchedMembers: 119, ConsentConstrainedMembers: 0 })
  expect(answer[0].resource.contained[0].id).toBe('120')
  const left = await sql`select from exchange_chunk where file < 0`.execute(portal.database.read)
  expect(left.rows).toEqual([])
})

test('OS-26 the days of an export begin when it is done, however long it takes', async () => {
  const { groupId } = await match(plan, [forPlan(member)])
  const begun = await ask(plan, `Group/${groupId}/$export`)
  await sql`update exchange_work set ends_at = now() + interval '1 hour' where kind = 'export'`.execute(
    portal.database.read,
  )
  await run()
  const done = await ask(plan, begun.headers.get('content-location') ?? '')
  expect(Date.parse(done.headers.get('expires') ?? '') - Date.now()).toBeGreaterThan(6 * 24 * 3_600_000)
})

test('OS-54 OP-6 what an earlier release changes on the shelf is exported in its current form, and without amounts', async () => {
  const { groupId } = await match(doctor, [forDoctor(member)])
  const changed = await sql`update fhir_resource set version = version + 1,
      body = replace(replace(body, '"versionId":"' || version || '"', '"versionId":"' || (version + 1) || '"'), '99213', '99214')
    where member_id = ${member.id} and body like '%99213%' and basis is not null returning id`.execute(
    portal.database.read,
  )
  expect(changed.rows.length).toBeGreaterThan(0)
  const { resources } = await exportAll(doctor, groupId, '?_type=ExplanationOfBenefit')
  expect(JSON.stringify(resources)).toContain('99214')
  expect(JSON.stringify(resources)).not.toMatch(/99213|120\.5|"currency"/)
})
