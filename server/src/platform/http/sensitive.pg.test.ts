import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { clinicalTypes, fhirTypes } from '@portico/contract/fhir/types'
import { accessScopes } from '@portico/rules/people/access'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, type Client, memberClient } from '../../../test/client.ts'
import { openFhirApi } from '../../../test/fhir-api.ts'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { everyCall, newMessage, type Records, readRecords, readySample } from '../../../test/samples.ts'
import { actForMember, viewAs, viewMirela, viewTomas } from '../../../test/signed-in.ts'
import { addSystem, clinic, describeMember, otherPlan, type System } from '../../../test/systems.ts'
import { shelveEarlierSome } from '../../apis/earlier/shelve-earlier.ts'
import { runExchange } from '../../apis/fhir/exchange/job.ts'
import { judgeEarlier } from '../../imports/imports/sensitive/judge-earlier.ts'
import { keepEarlierRecords } from '../../member/sharing/earlier-record-statement.ts'
import { createLimits } from '../limits/limits.ts'

/**
 * A family whose records carry a unique word in every text, and unique amounts. Whoever makes whatever request, the answer must not
 * contain them, unless the caller is the patient.
 */
const portal = testPortal({ ACCESS_TOKEN_S: '3600' })

const brand = 'hmbcbs'
const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const security = (code: string) => ({ meta: { security: [{ system: actCode, code }] } })

/** What makes each person's care sensitive: a label, a code, a label on a line; for Jonas, that he is 16. */
const people = {
  Tomas: { word: 'zqtomas', dollars: 7731.47, mark: security('42CFRPart2') },
  Mirela: {
    word: 'zqmirela',
    dollars: 8842.58,
    mark: {
      diagnosis: [{ sequence: 1, diagnosisCodeableConcept: { coding: [{ code: 'F11.20' }] } }],
      reasonCode: [{ coding: [{ code: 'F1120' }] }],
    },
  },
  Alma: {
    word: 'zqalma',
    dollars: 9953.69,
    mark: {
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/security-label-ds4p/StructureDefinition/extension-inline-sec-label',
          valueCoding: { system: actCode, code: 'VIO' },
        },
      ],
    },
  },
  Jonas: { word: 'zqjonas', dollars: 6621.36, mark: {} },
} as const
type Name = keyof typeof people
const names = Object.keys(people) as Name[]

const amount = (code: string, value: number) => ({
  category: { coding: [{ code }] },
  amount: { value, currency: 'USD' },
})

/** Everything that a plan could send about one person. */
function buildResources(name: Name, patientId: string) {
  const { word, dollars, mark } = people[name]
  const patient = { reference: `Patient/${patientId}` }
  const buildConcept = (kind: string) => ({ text: `${word} ${kind}` })
  const amounts = ['submitted', 'eligible', 'benefit'].map((code) => amount(code, dollars))
  const claim = (kind: string, more: object) => ({
    resourceType: 'ExplanationOfBenefit',
    id: `${word}-${kind}`,
    identifier: [{ type: { coding: [{ code: 'uc' }] }, value: `${word}-${kind}` }],
    status: 'active',
    use: 'claim',
    type: { coding: [{ code: 'professional' }] },
    patient,
    billablePeriod: { start: '2026-03-05', end: '2026-03-05' },
    created: '2026-03-20',
    provider: { display: `${word} provider` },
    facility: { display: `${word} facility` },
    outcome: 'complete',
    disposition: `${word} disposition`,
    processNote: [{ number: 1, text: `${word} note` }],
    item: [
      {
        sequence: 1,
        productOrService: { coding: [{ code: `${word}1`, display: `${word} service` }] },
        noteNumber: [1],
        adjudication: [
          ...amounts,
          {
            category: { coding: [{ code: 'odd', display: `${word} odd` }] },
            amount: { value: dollars, currency: 'USD' },
          },
          {
            category: { coding: [{ code: 'noncovered' }] },
            reason: buildConcept('reason'),
            amount: { value: 1, currency: 'USD' },
          },
        ],
      },
    ],
    total: [...amounts, amount('memberliability', 12.34)],
    benefitBalance: [
      {
        category: buildConcept('balance'),
        name: `${word} balance`,
        description: `${word} balance`,
        financial: [{ type: buildConcept('limit'), usedMoney: { value: dollars, currency: 'USD' } }],
      },
    ],
    ...mark,
    ...more,
  })
  const drug = {
    medicationCodeableConcept: {
      coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: `99${patientId.length}${name.length}` }],
      text: `${word} drug`,
    },
    subject: patient,
    dosageInstruction: [{ text: `${word} dose` }],
  }
  const given = { status: 'completed', whenHandedOver: '2026-11-20', daysSupply: { value: 30, unit: 'd' } }
  return [
    claim('visit', {}),
    claim('denied', {
      adjudication: [
        {
          category: { coding: [{ code: 'benefitpaymentstatus' }] },
          reason: { coding: [{ code: 'denied' }], text: `${word} denial` },
        },
      ],
    }),
    claim('pharmacy', {
      type: { coding: [{ code: 'pharmacy' }] },
      supportingInfo: [{ category: { coding: [{ code: 'dayssupply' }] }, valueQuantity: { value: 30 } }],
    }),
    claim('approval', { use: 'preauthorization', preAuthRef: [`${word} number`] }),
    {
      resourceType: 'MedicationRequest',
      id: `${word}-rx`,
      status: 'active',
      intent: 'order',
      requester: { display: `${word} prescriber` },
      authoredOn: '2026-03-05',
      dispenseRequest: { numberOfRepeatsAllowed: 5 },
      ...drug,
      ...mark,
    },
    // A dispense is not labeled itself; the prescription that it fills is.
    {
      resourceType: 'MedicationDispense',
      id: `${word}-fill`,
      authorizingPrescription: [{ reference: `MedicationRequest/${word}-rx` }],
      performer: [{ actor: { display: `${word} pharmacy` } }],
      ...drug,
      ...given,
    },
    ...clinicalTypes.map((resourceType) => ({
      resourceType,
      id: `${word}-${resourceType.toLowerCase()}`,
      ...{ subject: patient, patient, status: 'final' },
      ...{ code: buildConcept('condition'), vaccineCode: buildConcept('vaccine'), type: buildConcept('type') },
      ...{ note: [{ text: `${word} noted` }], valueString: `${word} value`, description: `${word} description` },
      ...{ effectiveDateTime: '2026-03-05', occurrenceDateTime: '2026-03-05', recordedDate: '2026-03-05' },
      ...mark,
    })),
    {
      resourceType: 'CareTeam',
      id: `${word}-team`,
      status: 'active',
      name: `${word} team`,
      subject: patient,
      participant: [{ role: [buildConcept('role')], member: { display: `${word} carer` } }],
      ...mark,
    },
  ]
}

const ids = {} as Record<Name, { readonly claimId: string; readonly deniedId: string; readonly memberId: string }>
let threadIds: readonly string[] = []
let records: Records

beforeAll(async () => {
  const { rows } = await sql<{ name: Name; memberId: string; patientId: string; number: string }>`
    select member.first_name as name, member_id as "memberId", patient_id as "patientId", member.member_number as number
    from member join import_patient using (member_id) where member.brand = ${brand} and member.last_name = 'Lindqvist'`.execute(
    portal.database.read,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort())
  const resources = rows.flatMap(({ name, patientId }) => buildResources(name, patientId))
  const { rejected } = await importFiles(
    portal.database,
    { 'family.ndjson': ndjson(resources) },
    { kind: 'fhir', brand },
  )
  expect(rejected).toEqual([])
  const { rows: accounts } = await sql<{ number: string; account: string; name: Name }>`
    select member_number as number, account_number as account, first_name as name from spending_account
    join member using (member_id) where last_name = 'Lindqvist' and spending_account.state <> 'withdrawn'`.execute(
    portal.database.read,
  )
  expect(accounts.length).toBeGreaterThan(0)
  const [account] = accounts
  // The vendor knows the claim's number, but not the patient.
  const paid = names.flatMap((name) =>
    ['visit', 'pharmacy'].map((kind, index) => ({
      record: 'transaction',
      member_number: account?.number ?? '',
      account_number: account?.account ?? '',
      transaction_id: `${people[name].word}-${kind}`,
      date: '2026-03-20',
      kind: 'card',
      amount: `-${index + 1}.11`,
      payee: `${people[name].word} payee`,
      note: `${people[name].word} purpose`,
      claim_number: `${people[name].word}-${kind}`,
    })),
  )
  const spent = await importFiles(portal.database, { 'spent.csv': csv(...paid) }, { kind: 'spending', brand })
  expect(spent.rejected).toEqual([])
  for (const { name, memberId } of rows) {
    const claims = await portal.database.read
      .selectFrom('claim')
      .select(['claim_id', 'resource_id'])
      .where('member_id', '=', memberId)
      .execute()
    const findClaimId = (kind: string) =>
      claims.find((one) => one.resource_id === `${people[name].word}-${kind}`)?.claim_id ?? ''
    ids[name] = { claimId: findClaimId('visit'), deniedId: findClaimId('denied'), memberId }
  }
  await keepEarlier(rows)
  records = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
  // The patient asks about their own claim, and a parent about a child's claim that becomes sensitive afterward.
  const family = await memberClient(portal.origin, 'FAMILY01')
  const ask = async (claimId: string) =>
    (await make(family, calls.addMessage, { body: { ...newMessage(), claimId } })).body.payload.threadId
  await sql`update claim set sensitive = false where claim_id = ${ids.Alma.claimId}`.execute(portal.database.read)
  threadIds = [await ask(ids.Tomas.claimId), await ask(ids.Alma.claimId)]
  await sql`update claim set sensitive = true where claim_id = ${ids.Alma.claimId}`.execute(portal.database.read)
})

/** Records of each person from an earlier plan: labeled, coded, or of a child of 16. */
async function keepEarlier(family: readonly { readonly name: Name; readonly memberId: string }[]): Promise<void> {
  const [peerId, now] = [randomUUID(), new Date()]
  await sql`insert into payer_peer (peer_id, name, fhir_base, client_id, is_on, changed_at)
    values (${peerId}, 'Plan of before', 'https://before.example/fhir', 'portal', true, now())`.execute(
    portal.database.read,
  )
  for (const { name, memberId } of family) {
    const { word, mark } = people[name]
    const body = {
      ...{ resourceType: 'Condition', id: 'before', code: { text: `${word} of before` }, subject: {} },
      ...{ recordedDate: '2023-01-02', note: [{ text: `${word} then` }], ...mark },
    }
    await portal.database.transaction(async (tx) => {
      const [sensitive = true] = await judgeEarlier(tx, brand, [body])
      const title = `${word} of before`
      const record = {
        type: 'Condition',
        id: 'before',
        title,
        day: '2023-01-02',
        sensitive,
        body: JSON.stringify(body),
      }
      await sql`insert into earlier_request (member_id, peer_id, state, tries, due_at, began_at, received_at)
        values (${memberId}, ${peerId}, 'done', 1, ${now}, ${now}, ${now})`.execute(tx)
      await keepEarlierRecords(tx, { memberId, peerId, now }, [record])
    })
  }
  await portal.database.transaction(shelveEarlierSome)
}

/** Everything in an answer: its bytes, its headers, and a PDF's texts. */
async function readEverything({ bytes, headers }: Answer): Promise<string> {
  const raw = `${bytes.toString('utf8')}\n${JSON.stringify([...headers])}`
  if (bytes.subarray(0, 5).toString() !== '%PDF-') return raw
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return raw + text.replace(/[\s\u200b]+/g, ' ')
}

function isIn(all: string, name: Name): boolean {
  const { word, dollars } = people[name]
  const cents = String(Math.round(dollars * 100))
  const written = [word, `${dollars}`, dollars.toLocaleString('en-US'), dollars.toLocaleString('es-US')]
  return written.some((one) => all.toLowerCase().includes(one)) || new RegExp(`(?<![\\d.-])${cents}(?!\\d)`).test(all)
}

/** Calls about one record or one search, made for each person's records. */
async function listAsks(client: Client): Promise<readonly (readonly [string, Promise<Answer> | Answer])[]> {
  const asks: (readonly [string, Answer])[] = []
  const add = async (name: string, answer: Promise<Answer>) => void asks.push([name, await answer])
  const page = { accept: 'text/html' }
  for (const path of ['/spa/', '/login/', '/rbsmbl/', '/'])
    await add(`page ${path}`, client.get(path, { headers: page }))
  await add('listClaims', make(client, calls.listClaims, { query: { pageSize: '100' } }))
  await add('exportClaims', make(client, calls.exportClaims, { body: {} }))
  await add('listMedicines', make(client, calls.listMedicines, {}))
  await add(
    'listTransactions',
    make(client, calls.listTransactions, { query: { pageSize: '100', sort: 'date', order: 'desc' } }),
  )
  await add('exportTransactions', make(client, calls.exportTransactions, {}))
  for (const format of ['json', 'pdf'] as const) {
    await portal.database.read.deleteFrom('sign_in_limit').execute()
    await add(`exportData ${format}`, make(client, calls.exportData, { body: { format } }))
  }
  await add('healthRecord', make(client, calls.healthRecord, {}))
  await add('earlierPlanRecords', make(client, calls.earlierPlanRecords, {}))
  for (const threadId of threadIds) {
    await add('workspaceThread', make(client, calls.workspaceThread, { params: { threadId } }))
    for (const name of names)
      await add(
        'workspaceClaim',
        make(client, calls.workspaceClaim, { params: { threadId, claimId: ids[name].claimId } }),
      )
  }
  for (const name of names) {
    const { word } = people[name]
    const { claimId, deniedId, memberId } = ids[name]
    await add('searchClaims', make(client, calls.searchClaims, { body: { q: 'zq', pageSize: '100' } }))
    await add('listClaims of', make(client, calls.listClaims, { query: { memberId } }))
    await add(
      'listClaims by',
      make(client, calls.listClaims, { query: { provider: `${word} provider`, pageSize: '100' } }),
    )
    await add('listTransactions of', make(client, calls.listTransactions, { query: { person: memberId } }))
    for (const id of [claimId, deniedId]) {
      await add('openClaim', make(client, calls.openClaim, { params: { claimId: id } }))
      await portal.database.read.deleteFrom('sign_in_limit').execute()
      for (const language of ['en', 'es'] as const)
        await add('claimEob', make(client, calls.claimEob, { params: { claimId: id }, query: { language } }))
    }
  }
  return asks
}

/** An answer that repeats the request does not leak it. */
const isEcho = (name: string, answer: Answer) => name === 'listClaims by' && answer.status === 400

interface Viewer {
  readonly who: string
  readonly begin: () => Promise<Client>
  /** The viewer's own name among the family, if they are in it. */
  readonly own: Name | null
  /** Someone who has given the viewer full access, and has no marked records. */
  readonly given?: Name
}

const relationship = 'CUSTODIAL PARENT/GUARDIAN'

const viewers: readonly Viewer[] = [
  { who: 'a parent and subscriber', begin: () => memberClient(portal.origin, 'FAMILY01'), own: 'Tomas' },
  { who: 'a spouse', begin: () => memberClient(portal.origin, 'FAMILY02'), own: 'Mirela' },
  {
    who: 'someone with all access to the spouse’s information',
    begin: () => viewMirela(portal, accessScopes),
    own: null,
  },
  {
    who: 'a caregiver with all access to the subscriber’s information',
    begin: () => viewTomas(portal, accessScopes),
    own: null,
  },
  {
    who: 'a guardian with all access to a teenager’s information',
    begin: () => viewAs(portal, { firstName: 'Jonas', relationship }, accessScopes),
    own: null,
    given: 'Jonas',
  },
  { who: 'a rep who acts for the subscriber', begin: () => actForMember(portal.origin, 'FAMILY01'), own: null },
  { who: 'a rep who acts for the spouse', begin: () => actForMember(portal.origin, 'FAMILY02'), own: null },
  { who: 'a rep at the desk', begin: () => memberClient(portal.origin, 'CSRREP01'), own: null },
  { who: 'an administrator', begin: () => memberClient(portal.origin, 'ADMIN002'), own: null },
  { who: 'an agent', begin: () => memberClient(portal.origin, 'AGENT001'), own: null },
  { who: 'another member', begin: () => memberClient(portal.origin, 'MEMBER01'), own: null },
]

describe('MP-14 data that only the patient may see', () => {
  test.each(viewers)(
    'MP-14 is in no answer to requests by $who',
    async ({ begin, own, given }) => {
      const [found, seen]: [string[], string[]] = [[], []]
      for (const [name, answer] of await listAsks(await begin())) {
        const all = await readEverything(await answer)
        if (isEcho(name, await answer)) continue
        found.push(
          ...names.filter((one) => one !== own && one !== given && isIn(all, one)).map((one) => `${name}: ${one}`),
        )
        if (given !== undefined && isIn(all, given)) seen.push(name)
      }
      expect(found).toEqual([])
      if (given !== undefined) expect(seen).toEqual(expect.arrayContaining(['listClaims', 'openClaim', 'claimEob']))
    },
    120_000,
  )

  test.each(viewers.filter(({ own }) => own !== null))(
    'MP-14 is available to $who themselves',
    async ({ begin, own }) => {
      const shown = new Set<string>()
      for (const [name, answer] of await listAsks(await begin()))
        if (own !== null && isIn(await readEverything(await answer), own)) shown.add(name)
      const everywhere = [
        'listClaims',
        'exportClaims',
        'listMedicines',
        'exportData json',
        'exportData pdf',
        'searchClaims',
        'openClaim',
        'claimEob',
        'healthRecord',
        'earlierPlanRecords',
      ]
      for (const name of everywhere) expect([...shown]).toContain(name)
    },
    120_000,
  )

  // Reads come first; changes that anyone may make, such as a sign-in, would change who the viewer is.
  const changes = everyCall.filter(({ call }) => call.changes && call.audience.by !== 'anyone')
  const order = [...everyCall.filter(({ call }) => !call.changes), ...changes]

  test.each(viewers)(
    'MP-14 is in no answer of the contract to $who',
    async ({ begin, own, given }) => {
      const others = recordsWith(records, own === 'Tomas' ? 'Alma' : 'Tomas')
      let client = await begin()
      const found: string[] = []
      let answered = 0
      for (const { name, call, sample } of order) {
        // The other viewers try members' own calls, so that the records stay.
        if (call.changes && own !== null) continue
        const sent = await readySample(client, sample, others).catch(() => sample.right(others))
        const answer = await make(client, call, sent)
        if (answer.status < 300) answered += 1
        await sample.undo?.(portal.database)
        const all = await readEverything(answer)
        found.push(
          ...names.filter((one) => one !== own && one !== given && isIn(all, one)).map((one) => `${name}: ${one}`),
        )
        if (call.changes && (await make(client, calls.validateSession, {})).status !== 200) client = await begin()
      }
      expect(found).toEqual([])
      expect(answered).toBeGreaterThan(20)
    },
    300_000,
  )

  describe('MP-14 to apps', () => {
    /** Everything that a person's app may read: each type with its history, and its provenance. */
    async function readAll(name: Name, includesSensitive: boolean): Promise<string> {
      const api = await openFhirApi(portal)
      const others = names.filter((one) => one !== name).map((one) => ids[one].memberId)
      const token = api.tokenFor({ brand, memberId: ids[name].memberId, includesSensitive })
      const texts: string[] = []
      const read = async (path: string) => {
        const { status, text, body } = await api.ask(token, `/fhir/${brand}/r4/${path}`)
        texts.push(`${path}: ${text}`)
        return status === 200 ? ((body.entry ?? []) as { resource: { id: string } }[]) : []
      }
      const { rows } = await sql<{ type: string; id: string }>`select type, id::text as id from fhir_resource
        where member_id = ${ids[name].memberId}`.execute(portal.database.read)
      for (const type of [...Object.keys(fhirTypes), 'Provenance'])
        await read(type === 'Provenance' ? `${type}?patient=${ids[name].memberId}` : `${type}?_count=200`)
      await read(`ExplanationOfBenefit?_count=200&_include=*`)
      await read('Patient?_count=10&_revinclude=Provenance:target')
      // Also asks for the rest of the family's resources by id.
      for (const id of others)
        for (const path of [`Patient/${id}`, `ExplanationOfBenefit?patient=${id}`, `Condition?patient=Patient/${id}`])
          await read(path)
      for (const { type, id } of rows)
        for (const path of [`${type}/${id}`, `${type}/${id}/_history`, `Provenance?target=${type}/${id}`])
          await read(path)
      await api.app.close()
      return texts.join('\n')
    }

    test.each(names.filter((name) => name !== 'Jonas'))(
      'MP-14 OS-2 nothing of %s is in any answer to an app without access to it, and everything is for an app with access',
      async (name) => {
        expect(isIn(await readAll(name, false), name)).toBe(false)
        const whole = await readAll(name, true)
        // A parent's or spouse's app never has the others' records, not even with full access to the person's own.
        for (const other of names.filter((one) => one !== name)) expect(isIn(whole, other)).toBe(false)
        for (const type of ['ExplanationOfBenefit', 'MedicationDispense', 'CareTeam', ...clinicalTypes])
          expect(whole).toMatch(new RegExp(`${type}\\?_count=200: .*${people[name].word}`))
        expect(whole).toContain(`${people[name].word} of before`)
      },
      120_000,
    )
  })

  describe('MP-14 to other organizations', () => {
    /** Matches the whole family in every available way, exports every group, and reads all answers. */
    async function exportFamily(system: System, describeOne: (name: Name) => object, ways: readonly string[]) {
      const token = await system.token(portal.origin, brand)
      const base = `${portal.origin}/fhir/${brand}/r4`
      const texts: string[] = []
      const ask = async (path: string, body?: object) => {
        const answer = await fetch(path.startsWith('http') ? path : `${base}/${path}`, {
          headers: {
            ...{ authorization: `Bearer ${token}`, prefer: 'respond-async', 'content-type': 'application/fhir+json' },
          },
          ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        texts.push(`${path}: ${text} ${JSON.stringify([...answer.headers])}`)
        return { status: answer.status, text, place: answer.headers.get('content-location') ?? '' }
      }
      const work = () =>
        runExchange({
          database: portal.database,
          dataKey: dataKeyAt(portal.origin),
          limits: createLimits(portal.database),
          logger: { warn: (...line: unknown[]) => texts.push(JSON.stringify(line)) } as never,
        })
      /** Waits for a work item, which the server may also be processing, and reads its files. */
      const readAll = async (place: string) => {
        let status = 202
        while (status === 202) {
          await work()
          status = (await ask(place)).status
        }
        const { output } = JSON.parse((await ask(place)).text) as { output: readonly { readonly url: string }[] }
        for (const { url } of output) await ask(url)
      }
      for (const way of ways) {
        const parameter = names.map(describeOne)
        if (way.startsWith('Patient'))
          for (const one of parameter as { readonly part: readonly object[] }[])
            expect((await ask(way, { resourceType: 'Parameters', parameter: one.part })).status).toBe(200)
        else await readAll((await ask(way, { resourceType: 'Parameters', parameter })).place)
      }
      const { entry } = JSON.parse((await ask('Group')).text) as {
        readonly entry: readonly { readonly resource: { readonly id: string } }[]
      }
      for (const { resource } of entry) {
        for (const more of ['', '&_since=2000-01-01T00:00:00Z', '&_type=ExplanationOfBenefit,Condition,Patient']) {
          const query = `includeAssociatedData=RelevantProvenanceResources${more}`
          const begun = await ask(`Group/${resource.id}/$davinci-data-export?${query}`)
          if (begun.status === 202) await readAll(begun.place)
        }
      }
      // With the ids that the system was given, no other call reveals more.
      for (const id of names.map((name) => ids[name].memberId)) {
        const query = `Patient?_id=${id}&_revinclude=Provenance:target`
        for (const path of [`Patient/${id}`, `Patient/${id}/$everything`, query, `ExplanationOfBenefit?patient=${id}`])
          await ask(path)
        for (const path of [`Patient/$export?patient=${id}`, `Patient/${id}/$export`, '$export']) await ask(path)
      }
      return texts.join('\n')
    }

    const providerWays = ['Group/$provider-member-match']
    const payerWays = ['Group/$bulk-member-match', 'Patient/$member-match']

    test.each([
      ['a doctor', clinic, '1234567893', providerWays],
      ['another plan', otherPlan, '1982947230', payerWays],
    ] as const)(
      'MP-14 OS-52 OS-54 nothing of any of the family is in what %s matches and exports',
      async (_, organization, npi, ways) => {
        const { rows } = await sql<Parameters<typeof describeMember>[0]>`
          select member_number as number, first_name as "firstName", last_name as "lastName", date_of_birth as "birthDate"
          from member where brand = ${brand} and last_name = 'Lindqvist'`.execute(portal.database.read)
        const describeOne = (name: Name) => {
          const found = rows.find(({ firstName }) => firstName === name)
          if (found === undefined) throw new Error(`${name} is not there.`)
          return describeMember(found, { npi, end: '2099-01-01' })
        }
        // In the calls above they told their plan to give doctors nothing.
        await sql`delete from sharing_choice`.execute(portal.database.read)
        const system = await addSystem(portal.database, randomUUID(), organization)
        const all = await exportFamily(system, describeOne, ways)
        for (const name of names) expect(all).toContain(`"id":"${ids[name].memberId}"`)
        // Nothing of Jonas's is marked: only his parents are not shown it.
        expect(names.filter((name) => isIn(all, name))).toEqual(['Jonas'])
      },
      240_000,
    )
  })

  test('MP-14 is in no e-mail written meanwhile', async () => {
    const { rows } = await sql<{ mail: string }>`select row_to_json(outbox)::text as mail from outbox`.execute(
      portal.database.read,
    )
    expect(rows.filter(({ mail }) => names.some((name) => isIn(mail, name)))).toEqual([])
  })
})

/** A member's records, but with a claim of someone in the family. */
function recordsWith(some: Records, name: Name): Records {
  return { ...some, claim: ids[name].claimId, person: ids[name].memberId, thread: threadIds[0] ?? '' }
}
