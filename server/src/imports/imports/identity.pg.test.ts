import { describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal()

const code = (text: string) => ({ coding: [{ code: text }] })
const patient = (number: string, more: object = {}) => ({
  resourceType: 'Patient',
  identifier: [{ type: code('MB'), value: number }],
  name: [{ family: 'Kestrel', given: ['Ada'] }],
  birthDate: '1980-02-03',
  ...more,
})
const coverage = (of: string, more: object = {}) => ({
  resourceType: 'Coverage',
  status: 'active',
  subscriberId: '900000007',
  beneficiary: { reference: of },
  relationship: code('self'),
  period: { start: '2026-01-01' },
  payor: [{ display: 'Test Plan' }],
  class: [{ type: code('group'), value: 'G100', name: 'Test group' }],
  ...more,
})
const claim = (number: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  identifier: [{ type: code('uc'), value: number }],
  status: 'active',
  use: 'claim',
  patient: { reference: of },
  billablePeriod: { start: '2026-03-05', end: '2026-03-05' },
  ...more,
})
type Entry = readonly [fullUrl: string | undefined, resource: object, request?: object]
const bundle = (entries: readonly Entry[]) =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: entries.map(([fullUrl, resource, request]) => ({ fullUrl, resource, request })),
  })
const post = { method: 'POST', url: 'x' }
const uuid = (digit: string) =>
  `urn:uuid:${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`

/** A large Bundle is read entry by entry; a short one, and one on a line, as a whole. */
const forms: readonly (readonly [string, string, (text: string) => string])[] = [
  ['a Bundle', 'some.json', (text) => text.replace('"entry":[', '\n "entry": [\n')],
  ['a Bundle in a line', 'some.ndjson', (text) => `${text}\n`],
]
const take = (text: string, name = 'some.ndjson', brand: string | null = 'hmbcbs') =>
  importFiles(portal.database, { [name]: text }, { kind: 'fhir', brand, brands: ['hmbcbs', 'ibc'] })
const listClaims = (memberNumber: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['claim_number as number', 'group_number as group', 'state', 'brand'])
    .where('member_number', '=', memberNumber)
    .orderBy('claim_number')
    .execute()

describe.each(forms)('IM-1 who is who in %s', (_, name, writeForm) => {
  const digit = name.endsWith('.json') ? '1' : '2'
  const number = (last: string) => `9000000${digit}${last}`

  test('IM-1 IM-2 an entry without an id is identified by its fullUrl, and the same file again changes nothing', async () => {
    const [who, what, which] = [uuid(digit), uuid(`${Number(digit) + 2}`), uuid(`${Number(digit) + 4}`)]
    const text = writeForm(
      bundle([
        [which, claim(`A${digit}`, who, { insurance: [{ focal: true, coverage: { reference: what } }] })],
        [what, coverage(who)],
        [who, patient(number('01'))],
      ]),
    )
    const { rejected, counts } = await take(text, name)
    expect([rejected, counts.created]).toEqual([[], 3])
    expect(await listClaims(number('01'))).toMatchObject([{ number: `A${digit}`, group: 'G100' }])
    expect((await take(text, name)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
  })

  test('IM-1 IM-3 a patient at another server is not the Bundle’s own, despite the same id; one at its own server is', async () => {
    const own = `https://plan.example/${digit}`
    const buildEntry = (address: string, id: string): Entry => [
      `${own}/ExplanationOfBenefit/${id}`,
      claim(`${id}-X`, address, { id }),
    ]
    const text = writeForm(
      bundle([
        [`${own}/Patient/own${digit}`, patient(number('71'), { id: `own${digit}` })],
        [`${own}/Coverage/cov${digit}`, coverage(`Patient/own${digit}`, { id: `cov${digit}` })],
        buildEntry(`https://other.example/${digit}/Patient/own${digit}`, `else${digit}`),
        buildEntry(`${own}/Patient/own${digit}/_history/2`, `mine${digit}`),
        buildEntry(`Patient/own${digit}#part`, `part${digit}`),
      ]),
    )
    const { rejected, counts } = await take(text, name)
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      expect.stringMatching(/^patient.reference .*other.example.* is not known/),
    ])
    expect(counts.created).toBe(4)
    expect((await listClaims(number('71'))).map((one) => one.number)).toEqual([`mine${digit}-X`, `part${digit}-X`])
  })

  test('IM-1 MP-7 two people under one fullUrl are reported, and nobody gets the claims of either', async () => {
    const [who, other] = [uuid(`${Number(digit) + 4}`), uuid(`${Number(digit) + 6}`)]
    const text = writeForm(
      bundle([
        [who, patient(number('51'))],
        [who, patient(number('52'), { name: [{ family: 'Kestrel', given: ['Bea'] }] })],
        [undefined, claim(`TWO${digit}`, who, { id: `two${digit}` })],
        [other, patient(number('53'))],
        [undefined, claim(`ONE${digit}`, other, { id: `one${digit}` })],
      ]),
    )
    const { rejected, counts } = await take(text, name)
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      expect.stringContaining('another entry of the Bundle has the same fullUrl'),
      expect.stringContaining('another entry of the Bundle has the same fullUrl'),
      expect.stringMatching(/^patient.reference .* is not known/),
    ])
    expect(counts.created).toBe(2)
    expect(await listClaims(number('53'))).toHaveLength(1)
  })

  test('IM-1 MP-7 the same id at two servers means two people, unless both have the same data', async () => {
    const address = (server: string, id: string) => `https://${server}.example/${digit}/Patient/${id}`
    const text = writeForm(
      bundle([
        [address('a', `dup${digit}`), patient(number('61'), { id: `dup${digit}` })],
        [address('b', `dup${digit}`), patient(number('62'), { id: `dup${digit}`, birthDate: '1991-01-01' })],
        [undefined, claim(`DUP${digit}`, address('a', `dup${digit}`), { id: `dup${digit}` })],
        [undefined, claim(`REL${digit}`, `Patient/dup${digit}`, { id: `rel${digit}` })],
        [address('a', `like${digit}`), patient(number('63'), { id: `like${digit}`, meta: { versionId: '1' } })],
        [address('b', `like${digit}`), patient(number('63'), { id: `like${digit}`, meta: { versionId: '7' } })],
        [undefined, claim(`LIKE${digit}`, address('b', `like${digit}`), { id: `like${digit}` })],
      ]),
    )
    const { rejected } = await take(text, name)
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      expect.stringContaining('another server of the Bundle has one with the same id'),
      expect.stringContaining('another server of the Bundle has one with the same id'),
      expect.stringMatching(/^patient.reference .* is not known/),
      expect.stringMatching(/^patient.reference .* is not known/),
    ])
    expect((await listClaims(number('63'))).map((one) => one.number)).toEqual([`LIKE${digit}`])
  })

  test('IM-1 IM-2 versions under one fullUrl are one person, and references by type and id need no fullUrl', async () => {
    const who = `https://plan.example/${digit}/Patient/ver${digit}`
    const shared = uuid(`${Number(digit) + 2}`)
    const version = (id: string, given: string) =>
      patient(number('64'), { meta: { versionId: id }, name: [{ family: 'Kestrel', given: [given] }] })
    const text = writeForm(
      bundle([
        [who, version('1', 'Old')],
        [who, version('2', 'New')],
        [shared, patient(number('65'), { id: `sh${digit}a` })],
        [shared, patient(number('66'), { id: `sh${digit}b` })],
        [shared, claim(`SH${digit}`, `Patient/sh${digit}b`, { id: `sh${digit}` })],
      ]),
    )
    const { rejected } = await take(text, name)
    expect(rejected).toEqual([])
    expect((await listClaims(number('66'))).map((one) => one.number)).toEqual([`SH${digit}`])
    const people = portal.database.read.selectFrom('member').select('first_name')
    expect(await people.where('member_number', '=', number('64')).execute()).toEqual([{ first_name: 'New' }])
  })

  test('IM-1 a PUT is identified by its address, however it is written', async () => {
    const put = (url: string, method = 'PUT') => ({ method, url })
    const text = writeForm(
      bundle([
        [undefined, patient(number('81')), put(`/Patient/put${digit}`)],
        [
          undefined,
          claim(`P${digit}`, `Patient/put${digit}`),
          put(`https://plan.example/fhir/ExplanationOfBenefit/put${digit}`, 'put'),
        ],
      ]),
    )
    const { rejected, counts } = await take(text, name)
    expect([rejected, counts.created]).toEqual([[], 2])
    expect(await listClaims(number('81'))).toMatchObject([{ number: `P${digit}` }])
    expect((await take(text, name)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  test.each([
    ['after it was deleted stays', '2026-05-03T00:00:00Z', '91', 'paid'],
    ['before it was deleted is gone', '2026-05-01T00:00:00Z', '92', 'cancelled'],
  ])('IM-1 in a history, a claim that was created %s', async (_title, lastUpdated, last, state) => {
    const [who, what] = [`hp${digit}${last}`, `he${digit}${last}`]
    const deleted = {
      fullUrl: `https://plan.example/ExplanationOfBenefit/${what}`,
      request: { method: 'DELETE', url: `ExplanationOfBenefit/${what}` },
      response: { status: '204', lastModified: '2026-05-02T00:00:00Z' },
    }
    const total = [{ category: code('benefit'), amount: { value: 10 } }]
    const made = claim(`H${digit}${last}`, `Patient/${who}`, {
      id: what,
      meta: { lastUpdated },
      outcome: 'complete',
      total,
    })
    const entry = [deleted, { resource: made }, { resource: patient(number(last), { id: who }) }]
    await take(writeForm(JSON.stringify({ resourceType: 'Bundle', type: 'history', entry })), name)
    expect(await listClaims(number(last))).toMatchObject([{ state }])
  })

  test('IM-1 MP-7 payers that only the Bundle describes are distinguished by name', async () => {
    const [who, acme, zenith] = ['d', 'e', 'f'].map((sign) => `${uuid(sign).slice(0, -2)}${digit}1`)
    const by = (reference = '', more: object = {}) => ({
      insurer: { reference },
      outcome: 'complete',
      total: [{ category: code('benefit'), amount: { value: 10 } }],
      ...more,
    })
    const related = [{ relationship: code('prior'), reference: { value: `U${digit}` } }]
    const text = writeForm(
      bundle([
        [who, patient(number('95'))],
        [acme, { resourceType: 'Organization', name: 'Acme Health' }],
        [zenith, { resourceType: 'Organization', name: 'Zenith Health' }],
        [`urn:x:u1${digit}`, claim(`U${digit}`, who ?? '', by(acme, { id: `u1${digit}` }))],
        [`urn:x:u2${digit}`, claim(`U${digit}`, who ?? '', by(zenith, { id: `u2${digit}` }))],
        [
          `urn:x:u3${digit}`,
          claim(`V${digit}`, who ?? '', by(acme, { id: `u3${digit}`, created: '2026-06-01', related })),
        ],
      ]),
    )
    expect((await take(text, name)).rejected).toEqual([])
    const states = (await listClaims(number('95'))).map((one) => `${one.number} ${one.state}`)
    expect(states.toSorted()).toEqual([`U${digit} paid`, `U${digit} replaced`, `V${digit} adjusted`])
  })

  test('IM-1 a urn:uuid is the same in capitals and in lower case, with an id of its own or without', async () => {
    const [who, what] = [uuid('a'), uuid('b')].map((one) => `${one.slice(0, -2)}${digit}f`)
    const upper = (text = '') => text.replace(/[a-f\d-]+$/, (part) => part.toUpperCase())
    for (const [at, more] of [{}, { id: `capital${digit}` }].entries()) {
      const [person, cover] = [upper(who?.replace(/.$/, `${at}`)), upper(what?.replace(/.$/, `${at}`))]
      const text = writeForm(
        bundle([
          [person, patient(number(`6${at}`), more)],
          [cover, coverage(person.toLowerCase())],
          [
            `https://plan.example/claims/C${digit}${at}`,
            claim(`C${digit}${at}`, person.toLowerCase(), {
              insurance: [{ focal: true, coverage: { reference: cover.toLowerCase() } }],
            }),
          ],
        ]),
      )
      const { rejected } = await take(text, name)
      expect(rejected).toEqual([])
      expect(await listClaims(number(`6${at}`))).toMatchObject([{ number: `C${digit}${at}`, group: 'G100' }])
    }
  })

  test('IM-1 a reference to a fullUrl finds the entry, whatever its id', async () => {
    const address = `https://elsewhere.example/fhir/Patient/a-${digit}`
    for (const [url, id, last] of [
      [uuid(`${Number(digit) + 6}`), `pat-${digit}`, '02'],
      [address, `other-${digit}`, '03'],
    ] as const) {
      const text = writeForm(
        bundle([
          [url, patient(number(last), { id })],
          [undefined, coverage(url, { id: `cov-${id}` })],
          [undefined, claim(id, `${url}/_history/3`, { id: `eob-${id}` })],
          ...(url === address
            ? [[undefined, claim(`${id}b`, `Patient/a-${digit}`, { id: `eob-${id}b` })] as const]
            : []),
        ]),
      )
      expect((await take(text, name)).rejected).toEqual([])
      expect(await listClaims(number(last))).toHaveLength(url === address ? 2 : 1)
    }
  })

  test('IM-1 IM-2 a POST is identified by its own number, whatever its urn in the file', async () => {
    const buildFile = (a: string, b: string, c: string, more: object = {}) =>
      writeForm(
        bundle([
          [uuid(a), patient(number('04')), post],
          [uuid(b), coverage(uuid(a)), post],
          [uuid(c), claim(`C${digit}`, uuid(a), more), post],
        ]),
      )
    expect((await take(buildFile('a', 'b', 'c'), name)).counts).toMatchObject({ created: 3, rejected: 0 })
    expect((await take(buildFile('d', 'e', 'f'), name)).counts).toMatchObject({ created: 0, unchanged: 3 })
    const changed = await take(buildFile('8', '9', '7', { created: '2026-03-09' }), name)
    expect(changed.counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 })
    expect(await listClaims(number('04'))).toHaveLength(1)
  })

  test('IM-1 MP-3 MP-7 equal numbers of two payers, systems or patients mean several claims, also in a POST', async () => {
    const buildFile = (sign: string, created: string) => {
      const [ada, bea, acme, zenith] = ['1', '2', '3', '4'].map((at) => `${uuid(sign).slice(0, -1)}${at}`)
      const post = (of = '', more: object = {}) =>
        [
          undefined,
          claim(`E${digit}`, of, { created, ...more }),
          { method: 'POST', url: 'ExplanationOfBenefit' },
        ] as const
      const at = (system: string) => ({ identifier: [{ type: code('uc'), system, value: `E${digit}` }] })
      return writeForm(
        bundle([
          post(ada, { insurer: { reference: acme } }),
          [ada, patient(number('41')), { method: 'POST', url: 'Patient' }],
          [
            bea,
            patient(number('42'), { name: [{ family: 'Kestrel', given: ['Bea'] }] }),
            { method: 'POST', url: 'Patient' },
          ],
          [acme, { resourceType: 'Organization', name: 'Acme Health' }, { method: 'POST', url: 'Organization' }],
          [zenith, { resourceType: 'Organization', name: 'Zenith Health' }, { method: 'POST', url: 'Organization' }],
          post(ada, { insurer: { reference: zenith } }),
          post(bea, { insurer: { reference: acme } }),
          post(bea, { insurer: { reference: acme }, ...at('https://acme.example/dental') }),
        ]),
      )
    }
    const count = async () => [(await listClaims(number('41'))).length, (await listClaims(number('42'))).length]
    expect((await take(buildFile('a', '2026-03-07'), name)).rejected).toEqual([])
    expect(await count()).toEqual([2, 2])
    for (const [sign, created] of [
      ['b', '2026-03-07'],
      ['c', '2026-03-09'],
    ] as const) {
      expect((await take(buildFile(sign, created), name)).rejected).toEqual([])
      expect(await count()).toEqual([2, 2])
    }
  })

  test('IM-1 MP-7 a posted claim is the same in the next file, also if its payer has a urn:uuid in capitals or is in the surrounding Bundle', async () => {
    const buildFile = (sign: string) => {
      const [ada, payer] = ['1', '2'].map((at) => `${uuid(sign).slice(0, -1)}${at}`)
      const acme = payer?.replace(/[^:]*$/, (part) => part.toUpperCase()) ?? ''
      const person: Entry = [ada, patient(number('44')), { method: 'POST', url: 'Patient' }]
      const [one, two] = ['Acme Health', 'Zenith Health'].map((title) =>
        bundle([
          [acme, { resourceType: 'Organization', name: title }, { method: 'POST', url: 'Organization' }],
          person,
          [
            undefined,
            JSON.parse(
              bundle([
                [`${uuid(sign).slice(0, -1)}3`, claim(`C${digit}`, ada ?? '', { insurer: { reference: acme } }), post],
              ]),
            ),
          ],
        ]),
      )
      return [one, two].map((text) => writeForm(text ?? ''))
    }
    for (const sign of ['d', 'e']) {
      for (const text of buildFile(sign)) expect((await take(text, name)).rejected).toEqual([])
      expect(await listClaims(number('44'))).toHaveLength(2)
    }
  })

  test('IM-1 MP-14 posted coverages without a number are distinguished by payer', async () => {
    const [who, acme, zenith] = ['4', '5', '6'].map((at) => `${uuid('8').slice(0, -2)}${digit}${at}`)
    const bare = (of = '') => ({
      resourceType: 'Coverage',
      status: 'active',
      beneficiary: { reference: who },
      payor: [{ reference: of }],
    })
    const text = writeForm(
      bundle([
        [who, patient(number('43'), { id: `two${digit}` })],
        [`${uuid('7').slice(0, -2)}${digit}1`, bare(acme), post],
        [`${uuid('7').slice(0, -2)}${digit}2`, bare(zenith), post],
        [acme, { resourceType: 'Organization', name: 'Acme Health' }],
        [zenith, { resourceType: 'Organization', name: 'Zenith Health' }],
      ]),
    )
    expect((await take(text, name)).counts).toMatchObject({ created: 5, updated: 0, rejected: 0 })
  })

  test('IM-1 MP-7 a nested Bundle looks up its own names first, then those of the Bundle around it', async () => {
    const [who, other, what] = ['5', '6', '7'].map((at) => `${uuid('9').slice(0, -2)}${digit}${at}`)
    const outer = `https://plan.example/${digit}`
    const inner = `https://clearing.example/${digit}`
    const within = (entries: readonly Entry[]) => JSON.parse(bundle(entries))
    const text = writeForm(
      bundle([
        [who, patient(number('31'), { id: `of31${digit}` })],
        [`${outer}/Patient/out${digit}`, patient(number('32'), { id: `out${digit}` })],
        [
          `${outer}/Bundle/one${digit}`,
          within([
            [who, patient(number('33'), { id: `of33${digit}` })],
            [undefined, claim(`W1${digit}`, who ?? '', { id: `w1${digit}` })],
            [`${inner}/Patient/in${digit}`, patient(number('34'), { id: `in${digit}` })],
            [undefined, claim(`W2${digit}`, `${inner}/Patient/in${digit}`, { id: `w2${digit}` })],
          ]),
        ],
        [
          `${outer}/Bundle/two${digit}`,
          within([
            [other, coverage(who ?? '')],
            [what, claim(`W3${digit}`, who ?? '', { insurance: [{ focal: true, coverage: { reference: other } }] })],
            [undefined, claim(`W4${digit}`, `${outer}/Patient/out${digit}`, { id: `w4${digit}` })],
          ]),
        ],
      ]),
    )
    expect((await take(text, name)).rejected).toEqual([])
    const seen = await Promise.all(['31', '32', '33', '34'].map((last) => listClaims(number(last))))
    expect(seen.map((claims) => claims.map((one) => `${one.number} ${one.group ?? ''}`))).toEqual([
      [`W3${digit} G100`],
      [`W4${digit} `],
      [`W1${digit} `],
      [`W2${digit} `],
    ])
  })

  test('IM-3 an entry without a resource is counted, and an invalid one is reported', async () => {
    const text = writeForm(
      JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry: [{ response: { status: '200' } }, 7] }),
    )
    const { rejected, counts } = await take(text, name)
    expect(counts.skips).toEqual([{ type: 'entry', reason: 'holds no resource', count: 1 }])
    expect(rejected).toMatchObject([{ reason: 'is no entry of a Bundle' }])
  })
})

test('IM-1 MP-14 a person and a coverage contained in a claim are read, and the person outside it is the same', async () => {
  const within = {
    contained: [
      { ...patient('90000000501'), id: 'me' },
      { ...coverage('#me'), id: 'mine' },
    ],
    insurance: [{ focal: true, coverage: { reference: '#mine' } }],
  }
  const text = ndjson([
    { ...claim('W1', '#me', within), id: 'w1' },
    { ...claim('W2', '#me', within), id: 'w2' },
    { ...patient('90000000501'), id: 'w' },
    { ...claim('W3', 'Patient/w'), id: 'w3' },
  ])
  expect((await take(text)).rejected).toEqual([])
  expect(await listClaims('90000000501')).toMatchObject([
    { number: 'W1', group: 'G100' },
    { number: 'W2', group: 'G100' },
    { number: 'W3' },
  ])
  expect((await take(text)).counts).toMatchObject({ created: 0, updated: 0, rejected: 0 })
})

describe('IM-2 resources deleted at the source', () => {
  const buildDeletion = (...urls: readonly string[]) =>
    `${JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: urls.map((url) => ({ request: { method: 'DELETE', url } })) })}\n`
  const about = 'Patient/d'
  const prescription = (id: string) => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    subject: { reference: about },
    medicationCodeableConcept: { text: 'Sample 5 MG' },
  })
  const some = ndjson([
    { ...patient('90000000601'), id: 'd' },
    { ...coverage(about), id: 'dc' },
    { ...claim('D1', about), id: 'd1', meta: { lastUpdated: '2026-03-10T00:00:00Z' } },
    { ...claim('D2', about), id: 'd2' },
    prescription('d3'),
    { resourceType: 'RelatedPerson', id: 'd4', patient: { reference: about }, relationship: [{ text: 'Friend' }] },
  ])
  const listStates = async () => (await listClaims('90000000601')).map(({ number, state }) => [number, state])

  test('IM-2 claims, coverages and records are withdrawn, stay in the history, and no older file restores them', async () => {
    await take(some)
    const gone = buildDeletion(
      'ExplanationOfBenefit/d1',
      'Coverage/dc',
      'MedicationRequest/d3',
      'https://x.example/RelatedPerson/d4',
    )
    const { rejected, counts } = await take(gone)
    expect([rejected, counts.updated]).toEqual([[], 4])
    expect(await listStates()).toEqual([
      ['D1', 'cancelled'],
      ['D2', expect.not.stringContaining('cancelled')],
    ])
    const { read } = portal.database
    for (const table of ['prescription', 'related_person'] as const) {
      const rows = await read.selectFrom(table).select('withdrawn').where('resource_id', 'in', ['d3', 'd4']).execute()
      expect(rows).toEqual([{ withdrawn: true }])
    }
    const products = read.selectFrom('product').innerJoin('member', 'member.member_id', 'product.member_id')
    expect(await products.select('product_name').where('member_number', '=', '90000000601').execute()).toEqual([])
    expect((await take(gone)).counts).toMatchObject({ updated: 0, unchanged: 4 })
    await take(some)
    expect((await listStates())[0]).toEqual(['D1', 'cancelled'])
  })

  test('IM-2 IM-3 other resources of the run come first; deletions of people and of unnamed resources are reported', async () => {
    const files = {
      'a-deleted.ndjson': buildDeletion('ExplanationOfBenefit/d5', 'Patient/d', 'ExplanationOfBenefit?identifier=x'),
      'b-claims.ndjson': ndjson([{ ...claim('D5', about), id: 'd5' }]),
      'c-manifest.json': JSON.stringify({
        transactionTime: '2026-03-10T00:00:00Z',
        output: [],
        deleted: [{ type: 'Bundle', url: 'x' }],
      }),
    }
    const { rejected, counts } = await importFiles(portal.database, files, { kind: 'fhir', brand: 'hmbcbs' })
    expect(rejected.map(({ path }) => path)).toEqual(['entry.request.url'])
    expect(counts.skips).toEqual([
      { type: 'manifest', reason: 'names files of what was deleted: give them, too', count: 1 },
      { type: 'deletion', reason: 'Patient was deleted: what refers to it stays as it is', count: 1 },
    ])
    expect(await listStates()).toContainEqual(['D5', 'cancelled'])
  })

  test('IM-1 without a brand, the deleted resource is found in the brand that has it', async () => {
    await setSettings(portal.database, 'ibc', { IMPORT_PAYERS: 'Acme Health Plan' })
    const insurer = { insurer: { display: 'Acme Health Plan' } }
    await take(
      ndjson([
        { ...patient('90000000701'), id: 'e' },
        { ...claim('E1', 'Patient/e', insurer), id: 'e1' },
      ]),
      'some.ndjson',
      null,
    )
    const { counts } = await take(
      buildDeletion('ExplanationOfBenefit/e1', 'ExplanationOfBenefit/nowhere'),
      'gone.ndjson',
      null,
    )
    expect(counts).toMatchObject({ updated: 1, unchanged: 1, rejected: 0 })
    expect(await listClaims('90000000701')).toMatchObject([{ brand: 'ibc', state: 'cancelled' }])
  })
})

describe('IM-1 MP-14 people whom a claim names by an identifier', () => {
  const [ours, another] = ['https://plan.example/members', 'https://hospital.example/mrn']
  const person = (id: string, value: string) =>
    patient(value, { id, identifier: [{ type: code('MB'), system: ours, value }] })
  const listTaken = async (of: string, ...claims: readonly object[]) => {
    const { rejected } = await take(ndjson([person(`p${of}`, of), ...claims]))
    return [rejected.map(({ path }) => path), (await listClaims(of)).map(({ number }) => number)]
  }

  test('IM-1 MP-14 a search finds them by their own system, and nobody by a number of another one', async () => {
    const search = (id: string, said: string) => ({ ...claim(id, `Patient?identifier=${said}`), id })
    expect(
      await listTaken(
        '900000711',
        search('S1', `${ours}|900000711`),
        search('S2', `${another}|900000711`),
        search('S3', `${another}|p900000711`),
        search('S4', '900000711'),
      ),
    ).toEqual([
      ['patient.reference', 'patient.reference'],
      ['S1', 'S4'],
    ])
  })

  test('IM-1 MP-14 so does an identifier in place of a reference', async () => {
    const buildNamed = (id: string, identifier: object) => ({
      ...claim(id, ''),
      id,
      patient: { identifier, display: 'Ada' },
    })
    expect(
      await listTaken(
        '900000712',
        buildNamed('L1', { system: ours, value: '900000712' }),
        buildNamed('L2', { system: another, value: '900000712' }),
        buildNamed('L3', { value: '900000712' }),
      ),
    ).toEqual([['patient.reference', 'patient.reference'], ['L1']])
  })
})
