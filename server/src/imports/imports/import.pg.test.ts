import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { listEarlier } from '../../member/claims/store.ts'
import { readFiles } from './files.ts'
import type { RejectedRecord } from './machine.ts'
import { importFhir } from './run.ts'

const fixtures = join(import.meta.dirname, '../../../test/fhir')
const synthea = join(fixtures, 'synthea.ndjson.gz')
const carin = join(fixtures, 'carin-blue-button.ndjson.gz')

let portal: Portal
let folder: string
beforeAll(async () => {
  portal = await startPortal()
  folder = mkdtempSync(join(tmpdir(), 'portico-import-'))
})
afterAll(async () => {
  await portal?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function take(files: readonly string[], brand: string, more: { assignNumbers?: boolean; dryRun?: boolean } = {}) {
  const rejected: RejectedRecord[] = []
  const options = { brand, files, assignNumbers: false, dryRun: false, now: new Date(), ...more }
  const counts = await importFhir(portal.database, options, {
    read: () => readFiles(files),
    reject: (one) => {
      rejected.push(one)
    },
    progress: () => {},
  })
  return { counts, rejected }
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const lines = (resources: readonly object[]) => resources.map((one) => `${JSON.stringify(one)}\n`).join('')

const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `88${id.replace(/\D/g, '').padStart(9, '0')}` }],
  name: [{ family: 'Sample', given: ['Robin'] }],
  birthDate: '1980-02-29',
  ...more,
})
const amount = (code: string, value: number) => ({
  category: { coding: [{ code }] },
  amount: { value, currency: 'USD' },
})
const eob = (id: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: { coding: [{ code: 'professional' }] },
  outcome: 'complete',
  patient: { reference: `Patient/${of}` },
  billablePeriod: { start: '2026-03-02' },
  created: '2026-03-10',
  total: [amount('submitted', 200), amount('eligible', 120), amount('deductible', 20), amount('benefit', 100)],
  item: [{ sequence: 1, productOrService: { text: 'Visit' }, adjudication: [amount('submitted', 200)] }],
  ...more,
})

const listClaims = (brand: string, id: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .selectAll('claim')
    .where('brand', '=', brand)
    .where('resource_id', '=', id)
    .execute()

describe('IM-1 files of the standards', () => {
  test('IM-1 MP-2 Synthea’s sample loads completely, and the screen shows the file’s figures', async () => {
    const { counts, rejected } = await take([synthea], 'neb', { assignNumbers: true })
    expect(rejected).toEqual([])
    expect(counts).toMatchObject({ read: 917, created: 895, updated: 0, unchanged: 22, rejected: 0, skipped: 439 })
    const reason = 'this type is not read'
    expect(counts.skips?.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
      { type: 'Claim', reason, count: 439 },
    ])
    const rows = await portal.database.read
      .selectFrom('claim')
      .innerJoin('claim_version', 'claim_version.claim_id', 'claim.claim_id')
      .innerJoin('member', 'member.member_id', 'claim.member_id')
      .selectAll('claim')
      .select('claim_version.resource')
      .where('brand', '=', 'neb')
      .execute()
    expect(rows).toHaveLength(362)
    for (const row of rows) {
      const resource = row.resource as {
        total: { amount: { value: number } }[]
        payment: { amount: { value: number } }
      }
      expect(row.billed_cents).toBe(Math.round((resource.total[0]?.amount.value ?? 0) * 100))
      expect(row.plan_paid_cents).toBe(Math.round(resource.payment.amount.value * 100))
      // Either the file states who pays what, and that adds up, or the share is unknown.
      expect(row.adds_up).toBe(row.share_cents === null ? null : true)
    }
    // CVX codes of vaccines have the name of their code set in front.
    const codes = await portal.database.read
      .selectFrom('claim_line')
      .innerJoin('member', 'member.member_id', 'claim_line.member_id')
      .select('code')
      .distinct()
      .where('brand', '=', 'neb')
      .where('code', 'is not', null)
      .execute()
    expect(codes.map(({ code }) => code)).toEqual(expect.arrayContaining(['CVX 140', 'CVX 113', 'CVX 08']))
    expect(codes.filter(({ code }) => !code?.startsWith('CVX '))).toEqual([])
  })

  test('IM-1 CARIN Blue Button’s examples load completely, with the amounts that each of them states', async () => {
    const { counts, rejected } = await take([carin], 'lou')
    expect([rejected, counts.rejected, counts.created]).toEqual([[], 0, counts.read])
    expect((await listClaims('lou', 'EOBOutpatient2'))[0]).toMatchObject({
      claim_number: 'OutpatientEOBExample1',
      provider_name: 'Black Medical Group',
      service_from: '2020-09-29',
      billed_cents: 8440,
      allowed_cents: 5652,
      discount_cents: 2788,
      plan_paid_cents: 5652,
      share_cents: 0,
      network: 'in',
      state: 'paid',
      adds_up: true,
    })
    // This claim states the payment, but not who pays the rest.
    expect((await listClaims('lou', 'EOBInpatient1'))[0]).toMatchObject({
      billed_cents: 265_000,
      plan_paid_cents: 62_000,
      share_cents: null,
      discount_cents: null,
      adds_up: null,
    })
    expect((await listClaims('lou', 'EOBOral1'))[0]).toMatchObject({ category: 'dental', share_cents: 0 })
    // One of its lines was denied and then reversed.
    expect((await listClaims('lou', 'EOBProfessional2'))[0]).toMatchObject({ state: 'paid', share_cents: 0 })
    // This claim's amounts contradict each other.
    expect((await listClaims('lou', 'EOBInpatient2'))[0]).toMatchObject({
      copay_cents: 12_000,
      adds_up: false,
      network: 'out',
    })
  })

  test('IM-1 the order of resources and files does not matter', async () => {
    const all = gunzipSync(await readFile(carin))
      .toString()
      .trimEnd()
      .split('\n')
      .toReversed()
    const [one, other] = [file('b.ndjson', all.slice(12).join('\n')), file('a.ndjson', all.slice(0, 12).join('\n'))]
    const { rejected } = await take([other, one], 'exc')
    expect(rejected).toEqual([])
    expect((await listClaims('exc', 'EOBOutpatient2'))[0]?.provider_name).toBe('Black Medical Group')
  })

  const organization = (id: string, name: string, more: object = {}) => ({
    resourceType: 'Organization',
    id,
    name,
    ...more,
  })
  const at = (reference: string) => ({ reference })
  const role = {
    resourceType: 'PractitionerRole',
    id: 'role9',
    practitioner: at('Practitioner/prac9'),
    organization: at('Organization/org9'),
  }
  const practitioner = { resourceType: 'Practitioner', id: 'prac9', name: [{ family: 'Rivers', given: ['Ada'] }] }
  const claimsNaming = [
    eob('named-org', '790', {
      provider: { ...at('Organization/org8'), display: 'ORG 8' },
      facility: at('Location/place9'),
    }),
    eob('named-role', '790', { provider: at('PractitionerRole/role9') }),
  ]
  const parties = [
    organization('org8', 'Eight Clinic'),
    { ...organization('place9', 'Ninth Street'), resourceType: 'Location' },
  ]
  const namesIn = async (brand: string) => {
    const rows = [...(await listClaims(brand, 'named-org')), ...(await listClaims(brand, 'named-role'))]
    return rows.map((row) => [row.provider_name, row.facility_name, row.search_text])
  }

  test('IM-1 claims name their providers whether these come before, with or after them, in lists and in searches', async () => {
    const clean = [...parties, role, practitioner, organization('org9', 'Nine Clinic'), patient('790'), ...claimsNaming]
    await take([file('names.ndjson', lines(clean))], 'neb')
    const named = [
      ['Eight Clinic', 'Ninth Street', 'named-org\neight clinic\nninth street\nvisit'],
      ['Nine Clinic', null, 'named-role\nnine clinic\nvisit'],
    ]
    expect(await namesIn('neb')).toEqual(named)
    await take([file('names-1.ndjson', lines([patient('790'), ...claimsNaming]))], 'wi')
    expect((await namesIn('wi')).map(([name]) => name)).toEqual(['ORG 8', null])
    await take([file('names-2.ndjson', lines([role, practitioner, ...parties]))], 'wi')
    expect((await namesIn('wi'))[1]?.[0]).toBe('Ada Rivers')
    await take([file('names-3.ndjson', lines([organization('org9', 'Nine Clinic')]))], 'wi')
    expect(await namesIn('wi')).toEqual(named)
    // Importing everything again changes nothing; a provider's new name also applies to earlier claims.
    const { import_run: _, ...before } = await digestRows(portal.database)
    expect((await take([file('names.ndjson', lines(clean))], 'wi')).counts).toMatchObject({ unchanged: clean.length })
    const { import_run: __, ...after } = await digestRows(portal.database)
    expect(after).toEqual(before)
    await take([file('names-4.ndjson', lines([organization('org9', 'Nine and Sons')]))], 'wi')
    expect((await namesIn('wi'))[1]?.[2]).toBe('named-role\nnine and sons\nvisit')
  })

  test('IM-1 IM-5 any number of providers are named in any number of claims, a part at a time, also after an interruption', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `${7_300 + index}`)
    const others = Array.from({ length: 60 }, (_, index) => `many${index}`)
    const claims = [
      ...people.map((id) => eob(`of-${id}`, id, { provider: at('Organization/busy') })),
      ...others.map((id, index) => eob(`by-${id}`, people[index % 12] ?? '', { provider: at(`Organization/${id}`) })),
    ]
    await take([file('many-1.ndjson', lines([...people.map((id) => patient(id)), ...claims]))], 'la')
    const path = file('many-2.ndjson', lines([...others, 'busy'].map((id) => organization(id, `Clinic ${id}`))))
    const nameless = async () => {
      const rows = portal.database.read.selectFrom('claim').select('claim_id').where('provider_name', 'is', null)
      return (
        await rows
          .where(
            'resource_id',
            'in',
            claims.map(({ id }) => id),
          )
          .execute()
      ).length
    }
    expect(await nameless()).toBe(72)
    const stop = new AbortController()
    const options = {
      brand: 'la',
      files: [path],
      assignNumbers: false,
      dryRun: false,
      now: new Date(),
      signal: stop.signal,
    }
    const stopped = importFhir(portal.database, options, {
      read: async function* () {
        yield* readFiles([path])
        stop.abort()
      },
      reject: () => {},
      progress: () => {},
    })
    await expect(stopped).rejects.toThrow()
    await take([path], 'la')
    expect(await nameless()).toBe(0)
    expect((await listClaims('la', 'of-7311'))[0]?.provider_name).toBe('Clinic busy')
    expect(await portal.database.read.selectFrom('import_naming').selectAll().execute()).toEqual([])
  })

  test.each([
    [
      'a Bundle',
      (all: object[]) =>
        JSON.stringify({ resourceType: 'Bundle', entry: all.map((resource) => ({ resource })) }, null, 2),
    ],
    [
      'a Bundle in one line',
      (all: object[]) => JSON.stringify({ resourceType: 'Bundle', entry: all.map((resource) => ({ resource })) }),
    ],
    ['CRLF and a byte order mark', (all: object[]) => `\uFEFF${lines(all).replaceAll('\n', '\r\n')}`],
    ['packed', (all: object[]) => gzipSync(lines(all))],
  ])('IM-1 reads %s', async (name, write) => {
    const id = `form-${name.length}`
    const path = file(`${id}.json`, write([eob(id, '701'), patient('701')]))
    expect((await take([path], 'wi')).rejected).toEqual([])
    expect(await listClaims('wi', id)).toHaveLength(1)
  })
})

describe('IM-2 the same again', () => {
  test('IM-2 the same file changes nothing', async () => {
    await take([carin], 'az')
    const before = await digestRows(portal.database)
    const { counts } = await take([carin], 'az')
    expect([counts.created, counts.updated, counts.unchanged]).toEqual([0, 0, counts.read])
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
  })

  test('IM-2 if a file names a claim twice, without versions, the later line counts however often the file is loaded', async () => {
    const buildPaid = (id: string, benefit: number) =>
      eob(id, '713', { total: [amount('submitted', 200), amount('benefit', benefit)] })
    const path = file('twice.ndjson', lines([patient('713'), buildPaid('twice', 50), buildPaid('twice', 100)]))
    await take([path], 'wi')
    const before = await digestRows(portal.database)
    for (let run = 2; run <= 3; run++) {
      expect((await take([path], 'wi')).counts).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
      const { import_run: _, ...rest } = await digestRows(portal.database)
      expect(before).toMatchObject(rest)
    }
    // The result is the same if the two lines are in different batches, and the first is being written while the second is looked up.
    const between = Array.from({ length: 500 }, () => eob('between', '713'))
    const apart = file('apart.ndjson', lines([buildPaid('apart', 50), ...between, buildPaid('apart', 100)]))
    for (let run = 1; run <= 3; run++) {
      await take([apart], 'wi')
      expect(await listClaims('wi', 'apart')).toMatchObject([{ plan_paid_cents: 10_000 }])
    }
  })

  test('IM-2 an older version never overwrites a newer one, and every version is kept', async () => {
    const at = (day: string, paid: number) =>
      eob('v1', '702', {
        meta: { lastUpdated: `${day}T00:00:00Z` },
        created: day,
        total: [amount('submitted', 200), amount('benefit', paid)],
      })
    const load = async (...resources: object[]) => (await take([file('v.ndjson', lines(resources))], 'wi')).counts
    expect(await load(patient('702'), at('2026-03-10', 100))).toMatchObject({ created: 2 })
    expect(await load(at('2026-03-01', 50))).toMatchObject({ created: 0, updated: 1 })
    expect(await listClaims('wi', 'v1')).toMatchObject([{ plan_paid_cents: 10_000, state: 'adjusted' }])
    const before = await digestRows(portal.database)
    expect(await load(at('2026-03-01', 50))).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
    expect(await load(at('2026-03-20', 150))).toMatchObject({ updated: 1 })
    const [claim] = await listClaims('wi', 'v1')
    expect([claim?.plan_paid_cents, claim?.state]).toEqual([15_000, 'adjusted'])
    const versions = await portal.database.read
      .selectFrom('claim_version')
      .selectAll()
      .where('claim_id', '=', claim?.claim_id ?? '')
      .orderBy('version')
      .execute()
    expect(versions.map((one) => one.plan_paid_cents)).toEqual([5000, 10_000, 15_000])
    const earlier = claim === undefined ? [] : await listEarlier(portal.database.read, claim)
    expect(earlier.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-10'])
  })

  test.each([
    ['in its order', (old: object, renewed: object) => [[old], [renewed]]],
    ['before it', (old: object, renewed: object) => [[renewed], [old]]],
    ['in one file', (old: object, renewed: object) => [[old, renewed]]],
  ])('IM-2 MP-7 a claim that replaces another takes its place, coming %s', async (name, order) => {
    const id = `r${name.length}`
    const renewed = eob(`${id}-new`, '703', {
      related: [{ claim: { reference: `ExplanationOfBenefit/${id}` }, relationship: { coding: [{ code: 'prior' }] } }],
    })
    await take([file('p.ndjson', lines([patient('703')]))], 'wi')
    for (const batch of order(eob(id, '703'), renewed)) await take([file('r.ndjson', lines(batch))], 'wi')
    expect((await listClaims('wi', id))[0]).toMatchObject({ state: 'replaced' })
    expect((await listClaims('wi', `${id}-new`))[0]).toMatchObject({ state: 'adjusted' })
  })

  test('IM-2 claims that were withdrawn or entered in error leave the list and stay in the history', async () => {
    const load = (more: object) => take([file('c.ndjson', lines([patient('704'), eob('c1', '704', more)]))], 'wi')
    await load({})
    await load({ status: 'entered-in-error' })
    const [claim] = await listClaims('wi', 'c1')
    expect(claim?.state).toBe('cancelled')
    const versions = await portal.database.read
      .selectFrom('claim_version')
      .selectAll()
      .where('claim_id', '=', claim?.claim_id ?? '')
      .execute()
    expect(versions).toHaveLength(2)
  })
})

describe('IM-2 MP-14 corrections by the plan', () => {
  const at = (day: string) => ({ meta: { lastUpdated: `${day}T00:00:00Z` } })
  const load = async (...resources: object[]) => (await take([file('c.ndjson', lines(resources))], 'wi')).rejected
  const listShown = async (id: string) => (await listClaims('wi', id)).filter(({ state }) => state !== 'cancelled')
  const findNumber = (id: string) => patient(id).identifier[0]?.value ?? ''
  const findMemberId = async (id: string) =>
    (
      await portal.database.read
        .selectFrom('member')
        .select('member_id')
        .where('member_number', '=', findNumber(id))
        .executeTakeFirstOrThrow()
    ).member_id

  test('IM-2 MP-14 a claim that moves to another patient is theirs, and its history stays', async () => {
    const balance = {
      benefitBalance: [
        {
          term: { coding: [{ code: 'annual' }] },
          unit: { coding: [{ code: 'individual' }] },
          financial: [{ type: { text: 'deductible' }, allowedMoney: { value: 500 }, usedMoney: { value: 20 } }],
        },
      ],
    }
    await load(patient('721'), patient('722'))
    const [first, second] = [await findMemberId('721'), await findMemberId('722')]
    const of = (id: string, day: string) => eob('moved', id, { ...at(day), ...balance })
    const listTold = () =>
      portal.database.read.selectFrom('accumulator').select('member_id').where('resource_id', '=', 'moved')
    await load(of('721', '2026-03-01'))
    expect(await listTold().execute()).toEqual([{ member_id: first }])
    await load(of('722', '2026-03-05'))
    expect(await listShown('moved')).toMatchObject([{ member_id: second, state: 'paid' }])
    expect(await listTold().execute()).toEqual([{ member_id: second }])
    // Neither an older version nor the same one again changes the owner.
    for (const again of [of('721', '2026-03-01'), of('721', '2026-03-03'), of('722', '2026-03-05')]) await load(again)
    expect(await listShown('moved')).toMatchObject([{ member_id: second, state: 'paid' }])
    // A mistaken correction is itself corrected.
    await load(of('721', '2026-03-09'))
    expect(await listShown('moved')).toMatchObject([{ member_id: first, plan_paid_cents: 10_000 }])
    const versions = portal.database.read
      .selectFrom('claim_version')
      .innerJoin('claim', (join) =>
        join
          .onRef('claim.claim_id', '=', 'claim_version.claim_id')
          .onRef('claim.member_id', '=', 'claim_version.member_id'),
      )
      .select('claim_version.version')
      .where('claim.resource_id', '=', 'moved')
      .orderBy('claim_version.version')
    expect((await versions.execute()).map(({ version }) => version?.slice(8, 10))).toEqual(['01', '03', '05', '09'])
  })

  const prior = (id: string) => ({
    related: [{ claim: { reference: `ExplanationOfBenefit/${id}` }, relationship: { coding: [{ code: 'prior' }] } }],
  })
  const buildReplaced = (by: string) => ({
    related: [{ claim: { reference: `ExplanationOfBenefit/${by}` }, relationship: { coding: [{ code: 'replaced' }] } }],
  })
  const listStates = async (...ids: string[]) => {
    const states: (string | undefined)[] = []
    for (const id of ids) states.push((await listClaims('wi', id))[0]?.state)
    return states
  }

  test('IM-1 MP-7 a claim whose replacement is withdrawn counts again, in whatever order they come', async () => {
    await load(patient('731'), eob('wa', '731'))
    await load(eob('wa-new', '731', prior('wa')))
    expect(await listStates('wa', 'wa-new')).toEqual(['replaced', 'adjusted'])
    await load(eob('wa-new', '731', { ...prior('wa'), status: 'cancelled' }))
    expect(await listStates('wa', 'wa-new')).toEqual(['paid', 'cancelled'])
    await load(eob('wa-new', '731', { ...prior('wa'), disposition: 'after all' }))
    expect(await listStates('wa', 'wa-new')).toEqual(['replaced', 'adjusted'])
    await load(eob('wb-new', '731', { ...prior('wb'), status: 'cancelled' }), eob('wb', '731'))
    expect(await listStates('wb', 'wb-new')).toEqual(['paid', 'cancelled'])
  })

  test('IM-1 MP-7 a claim is not replaced by one that no longer says so, or that moved to another patient', async () => {
    await load(patient('732'), patient('733'), eob('wc', '732'), eob('wd', '732'), eob('wd-other', '732', prior('wd')))
    await load(eob('wc-new', '732', prior('wc')), eob('wd-new', '732', { ...prior('wd'), ...at('2026-03-01') }))
    expect(await listStates('wc', 'wd')).toEqual(['replaced', 'replaced'])
    await load(eob('wc-new', '732'), eob('wd-new', '733', at('2026-03-05')))
    expect(await listStates('wc', 'wd')).toEqual(['paid', 'replaced'])
    await load(eob('wd-other', '732', { status: 'cancelled' }))
    expect(await listStates('wd')).toEqual(['paid'])
  })

  test('IM-1 MP-7 a claim replaced by a withdrawn one does not count beside the withdrawn one’s replacement', async () => {
    for (const order of ['123', '132', '213', '231', '312', '321']) {
      const [one, two, three] = [`a-${order}`, `b-${order}`, `c-${order}`] as const
      const given = [
        eob(one, '735'),
        eob(two, '735', { ...prior(one), status: 'cancelled' }),
        eob(three, '735', prior(two)),
      ]
      await load(patient('735'))
      for (const place of order) await load(given[Number(place) - 1] as object)
      expect([order, await listStates(one, two, three)]).toEqual([order, ['replaced', 'cancelled', 'adjusted']])
      await load(eob(three, '735', { ...prior(two), status: 'cancelled' }))
      expect([order, await listStates(one, two, three)]).toEqual([order, ['paid', 'cancelled', 'cancelled']])
    }
  })

  test('IM-1 MP-7 a claim that names several claims replaces them all', async () => {
    const both = { related: [...prior('ga').related, ...prior('gb').related] }
    await load(patient('736'), eob('gc', '736', both), eob('gb', '736'), eob('ga', '736'))
    expect(await listStates('ga', 'gb', 'gc')).toEqual(['replaced', 'replaced', 'adjusted'])
    await load(eob('gc', '736', prior('ga')))
    expect(await listStates('ga', 'gb', 'gc')).toEqual(['replaced', 'paid', 'adjusted'])
  })

  test('IM-1 MP-7 a claim that names its own replacement counts again only once that is withdrawn', async () => {
    await load(patient('734'), eob('wf', '734', buildReplaced('wf-new')), eob('we', '734', buildReplaced('we-new')))
    await load(eob('wf-new', '734', { status: 'cancelled' }))
    expect(await listStates('wf')).toEqual(['paid'])
    expect(await listStates('we')).toEqual(['replaced'])
    await load(eob('we-new', '734'))
    expect(await listStates('we', 'we-new')).toEqual(['replaced', 'paid'])
    await load(eob('we-new', '734', { status: 'cancelled' }))
    expect(await listStates('we')).toEqual(['paid'])
  })
})

describe('IM-1 IM-2 versions of claims in any order', () => {
  const claimOf = fc.nat(2)
  const related = fc.record({ claim: claimOf, relationship: fc.constantFrom('prior', 'replaced') })
  const version = fc.record({
    claim: claimOf,
    patient: fc.constantFrom('741', '742'),
    paid: fc.constantFrom(50, 100),
    status: fc.constantFrom('active', 'active', 'cancelled'),
    related: fc.array(related, { maxLength: 2 }),
  })
  const arrival = fc.array(version, { minLength: 2, maxLength: 7 }).chain((versions) => {
    const places = [...versions.keys()]
    const files = { minLength: versions.length, maxLength: versions.length }
    return fc.record({
      versions: fc.constant(versions),
      order: fc.shuffledSubarray(places, files),
      again: fc.subarray(places),
      /** Which of two files each resource comes in. */
      later: fc.array(fc.boolean(), files),
    })
  })

  /** The claims and their histories, in the form in which they are read. */
  async function readHistories(brand: string, run: string) {
    const { rows } = await sql<{ resource: string; version: string; is_theirs: boolean; history: string[][] }>`
      with own as (select c.*, member_number from claim c join member m on m.member_id = c.member_id
        where brand = ${brand} and starts_with(resource_id, ${run}))
      select member_number, resource_id as resource, version, content_hash <> '' as is_theirs, content_hash, state,
        plan_paid_cents, facts - 'replacedBy' - 'alsoReplaces' as facts, replaced_by is null as stands,
        (select min(o.resource_id) from own o where o.claim_id = own.replaced_by) as replaced_by,
        (select json_agg(l.description order by line) from claim_line l
          where l.member_id = own.member_id and l.claim_id = own.claim_id) as lines,
        (select json_agg(json_build_array(v.version, v.state, v.plan_paid_cents, v.content_hash) order by v.version)
          from claim_version v where v.member_id = own.member_id and v.claim_id = own.claim_id) as history
      from own order by resource_id, member_number`.execute(portal.database.read)
    return rows
  }

  test('IM-1 IM-2 MP-7 the same versions in any order, over any files, some of them twice, give the same claims and histories', async () => {
    for (const brand of ['mn', 'ms']) await take([file('p.ndjson', lines([patient('741'), patient('742')]))], brand)
    let runs = 0
    const property = fc.asyncProperty(arrival, async ({ versions, order, again, later }) => {
      const run = `o${runs++}-`
      const written = versions.map(({ claim, patient: of, paid, status, related: to }, place) => {
        const day = `2026-03-${10 + place}`
        const reference = (claim: number) => ({ reference: `ExplanationOfBenefit/${run}${claim}` })
        return eob(`${run}${claim}`, of, {
          meta: { lastUpdated: `${day}T00:00:00Z` },
          created: day,
          status,
          total: [amount('submitted', 200), amount('benefit', paid)],
          item: [{ sequence: 1, productOrService: { text: day }, adjudication: [] }],
          related: to.map(({ claim, relationship }) => ({
            claim: reference(claim),
            relationship: { coding: [{ code: relationship }] },
          })),
        })
      })
      const some = (places: readonly number[]) => lines(places.flatMap((place) => written[place] ?? []))
      await take([file('o.ndjson', lines(written))], 'mn')
      const inOrder = await readHistories('mn', run)
      for (const isLater of [false, true]) {
        const places = order.filter((place) => later[place] === isLater)
        await take([file('o.ndjson', some(isLater ? [...places, ...again] : places))], 'ms')
      }
      expect(await readHistories('ms', run)).toEqual(inOrder)
      // Each version is kept once, and a claim equals its last version.
      expect(inOrder.flatMap(({ history }) => history)).toHaveLength(versions.length)
      const theirs = inOrder.filter(({ is_theirs }) => is_theirs).map((one) => [one.resource, one.version])
      expect(new Map(theirs as [string, string][])).toEqual(
        new Map(written.map(({ id, ...one }) => [id, readLastUpdated(one)])),
      )
      expect(theirs).toHaveLength(new Set(written.map(({ id }) => id)).size)
    })
    await fc.assert(property, { numRuns: 12 })
  })

  const readLastUpdated = (one: object) => (one as { meta: { lastUpdated: string } }).meta.lastUpdated

  test('IM-2 versions that are numbers count as numbers', async () => {
    const buildPaid = (versionId: string, benefit: number) =>
      eob('numbered', '743', { meta: { versionId }, total: [amount('submitted', 200), amount('benefit', benefit)] })
    await take([file('n.ndjson', lines([patient('743'), buildPaid('49', 50), buildPaid('50', 100)]))], 'wi')
    await take([file('n.ndjson', lines([buildPaid('9', 20)]))], 'wi')
    expect(await listClaims('wi', 'numbered')).toMatchObject([{ plan_paid_cents: 10_000, version: '50' }])
  })
})

describe('IM-3 rejected and skipped records', () => {
  const bad: readonly [string, string | Buffer, RegExp][] = [
    ['is cut short', '{"resourceType":"Patient","id":"x1","name":[{"fam', /cut short/],
    ['is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /not UTF-8/],
    ['is no resource', '{"some":"thing"}', /no resourceType/],
    [
      'names a day that there is not',
      JSON.stringify(eob('x2', '705', { billablePeriod: { start: '2026-02-30' } })),
      /does not exist/,
    ],
    [
      'is of a day that stands for none',
      JSON.stringify(eob('x3', '705', { billablePeriod: { start: '0000-01-01' }, created: '0001-01-01' })),
      /no date of service/,
    ],
    [
      'has an amount that is no number',
      JSON.stringify(eob('x4', '705', { total: [{ amount: { value: '12.34.5', currency: 'USD' } }] })),
      /is no number/,
    ],
    [
      'is in another currency',
      JSON.stringify(eob('x5', '705', { total: [{ amount: { value: 1, currency: 'EUR' } }] })),
      /US dollars/,
    ],
    [
      'has a meaning that an extension changes (FHIR R4, modifierExtension)',
      JSON.stringify(eob('x10', '705', { modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] })),
      /changes the meaning/,
    ],
    [
      'has a line whose meaning an extension changes',
      JSON.stringify(
        eob('x11', '705', { item: [{ sequence: 1, modifierExtension: [{ url: 'http://example.org/not' }] }] }),
      ),
      /changes the meaning/,
    ],
    [
      'is by rules of its own (FHIR R4, implicitRules)',
      JSON.stringify(eob('x12', '705', { implicitRules: 'http://example.org/rules' })),
      /rules that are not known/,
    ],
    ['is of no one', JSON.stringify(eob('x6', 'no one')), /Patient\/no one is not known/],
    ['has a status that there is not', JSON.stringify(eob('x7', '705', { status: 'done' })), /Expected/],
    ['has a date of birth without a day', JSON.stringify(patient('x9', { birthDate: '1980' })), /date of birth/],
  ]
  test.each(bad)(
    'IM-3 a line that %s is reported with its place and reason, and the rest is imported',
    async (name, text, reason) => {
      const good = eob(`good-${name.length}`, '705')
      const content = Buffer.concat([
        Buffer.from(lines([patient('705')])),
        Buffer.from(text),
        Buffer.from(`\n${lines([good])}`),
      ])
      const { counts, rejected } = await take([file('bad.ndjson', content)], 'wi')
      expect(rejected).toHaveLength(1)
      expect(rejected[0]).toMatchObject({ line: 2, reason: expect.stringMatching(reason) })
      expect(counts.rejected).toBe(1)
      expect(await listClaims('wi', `good-${name.length}`)).toHaveLength(1)
    },
  )

  test('IM-3 a line of 20 MB is skipped', async () => {
    const path = file(
      'long.ndjson',
      `${lines([patient('706')])}{"resourceType":"Patient","x":"${'y'.repeat(20_000_000)}"}\n${lines([eob('long', '706')])}`,
    )
    const { rejected } = await take([path], 'wi')
    expect(rejected).toMatchObject([{ line: 2, reason: expect.stringMatching(/16 MB/) }])
    expect(await listClaims('wi', 'long')).toHaveLength(1)
  })

  test('IM-3 a truncated gzip file yields what it has', async () => {
    const packed = gzipSync(lines([patient('707'), ...Array.from({ length: 300 }, (_, at) => eob(`cut-${at}`, '707'))]))
    const { rejected, counts } = await take([file('cut.ndjson.gz', packed.subarray(0, packed.length - 40))], 'wi')
    expect(rejected.at(-1)?.reason).toMatch(/cut short/)
    expect(counts.created).toBeGreaterThan(0)
  })

  test('IM-3 an unknown category is kept in the words of the payer', async () => {
    const odd = {
      category: { coding: [{ system: 'urn:payer', code: 'zz', display: 'Network access fee' }] },
      amount: { value: 3.5, currency: 'USD' },
    }
    const path = file(
      'odd.ndjson',
      lines([patient('708'), eob('odd', '708', { total: [amount('submitted', 200), odd] })]),
    )
    expect((await take([path], 'wi')).rejected).toEqual([])
    expect((await listClaims('wi', 'odd'))[0]?.details.others).toEqual([{ text: 'Network access fee', cents: 350 }])
  })

  test('IM-3 rejected records load once they are corrected', async () => {
    const broken = { resource: eob('mend', '709', { billablePeriod: { start: '2026-03-03' } }), rejected: { line: 3 } }
    const path = file('rejects.ndjson', `${lines([patient('709')])}${JSON.stringify(broken)}\n`)
    expect((await take([path], 'wi')).rejected).toEqual([])
    expect(await listClaims('wi', 'mend')).toHaveLength(1)
  })

  test('IM-1 RO-4 a member number that is someone else’s is refused', async () => {
    const number = (id: string, more: object) => patient(id, { identifier: patient('710').identifier, ...more })
    await take([file('n.ndjson', lines([number('710', {}), eob('n1', '710')]))], 'wi')
    const other = number('711', { name: [{ family: 'Else', given: ['Sam'] }], birthDate: '1999-01-01' })
    const { rejected } = await take([file('n.ndjson', lines([other, eob('n2', '711')]))], 'wi')
    expect(rejected).toHaveLength(1)
    expect(await listClaims('wi', 'n2')).toEqual([])
  })

  test('IM-3 a dry run reports the same and stores nothing', async () => {
    const path = file('dry.ndjson', lines([patient('712'), eob('dry', '712'), eob('dry2', 'no one')]))
    const before = await digestRows(portal.database)
    const { counts } = await take([path], 'wi', { dryRun: true })
    expect(counts).toEqual({ read: 3, created: 2, updated: 0, unchanged: 0, rejected: 1, skipped: 0 })
    expect(await digestRows(portal.database)).toEqual(before)
  })
})
