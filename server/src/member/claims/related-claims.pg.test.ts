import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

const brand = 'wi'
let people = 0

/** A new person, whose claims a test imports. */
function newPerson() {
  const id = `rc${++people}`
  const number = `8777${String(people).padStart(7, '0')}`
  return {
    id,
    resource: {
      resourceType: 'Patient',
      id,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
      name: [{ family: 'Kestrel', given: ['Ada'] }],
      birthDate: '1980-02-03',
    },
  }
}
type Person = ReturnType<typeof newPerson>

const amount = (code: string, value: number) => ({ category: { coding: [{ code }] }, amount: { value } })
const amounts = (billed: number, share: number) => [
  amount('submitted', billed),
  amount('eligible', billed / 2),
  amount('benefit', billed / 2 - share),
  amount('memberliability', share),
]
const buildRelated = (code: string, more: object) => ({ relationship: { coding: [{ code }] }, ...more })
const byNumber = (code: string, value: string, system?: string) => buildRelated(code, { reference: { value, system } })

interface Claim {
  readonly number: string
  readonly share: number
  readonly billed?: number
  readonly day?: string
  readonly more?: object
}

function eob(person: Person, { number, share, billed = 200, day = '2026-03-20', more = {} }: Claim) {
  return {
    resourceType: 'ExplanationOfBenefit',
    id: `${person.id}-${number}-${day}`,
    identifier: [{ type: { coding: [{ code: 'uc' }] }, value: number }],
    status: 'active',
    use: 'claim',
    type: { coding: [{ code: 'professional' }] },
    outcome: 'complete',
    patient: { reference: `Patient/${person.id}` },
    billablePeriod: { start: '2026-03-05' },
    created: day,
    provider: { display: 'Maple Clinic' },
    total: amounts(billed, share),
    ...more,
  }
}

async function load(person: Person, ...files: object[][]) {
  await importFiles(portal.database, { 'p.ndjson': ndjson([person.resource]) }, { kind: 'fhir', brand })
  for (const file of files) {
    const { rejected } = await importFiles(portal.database, { 'c.ndjson': ndjson(file) }, { kind: 'fhir', brand })
    expect(rejected).toEqual([])
  }
}

async function listStates(person: Person) {
  const rows = await portal.database.read
    .selectFrom('claim')
    .select(['claim_number', 'state', 'share_cents', 'processed_on'])
    .where('resource_id', 'like', `${person.id}-%`)
    .orderBy('processed_on')
    .orderBy('resource_id')
    .execute()
  return rows.map(({ claim_number, state, share_cents }) => [claim_number, state, share_cents])
}

/**
 * Loads claims in one file, in one file backwards, one by one and one by one backwards, for a new person each; all must give the same
 * result.
 */
async function inAnyOrder(buildClaims: (person: Person) => object[]) {
  const found = []
  for (const order of [
    (all: object[]) => [all],
    (all: object[]) => [all.toReversed()],
    (all: object[]) => all.map((one) => [one]),
    (all: object[]) => all.toReversed().map((one) => [one]),
  ]) {
    const person = newPerson()
    await load(person, ...order(buildClaims(person)))
    found.push(await listStates(person))
  }
  const [first] = found
  for (const one of found) expect(one).toEqual(first)
  return first
}

describe('IM-1 MP-7 claims that name others by number', () => {
  const earlier = { number: 'CLM1', share: 20 }
  const later = (entry: object) => ({ number: 'CLM2', share: 40, day: '2026-04-02', more: { related: [entry] } })
  const once = [
    ['CLM1', 'replaced', 2_000],
    ['CLM2', 'adjusted', 4_000],
  ]

  test.each([
    ['its number', () => byNumber('prior', 'CLM1')],
    [
      'its number, with a system that the claim leaves out',
      () => byNumber('prior', 'CLM1', 'https://plan.example/claims'),
    ],
    ['its number in a reference', () => buildRelated('replaces', { claim: { identifier: { value: 'CLM1' } } })],
    [
      'its resource',
      ({ id }: Person) => buildRelated('prior', { claim: { reference: `ExplanationOfBenefit/${id}-CLM1-2026-03-20` } }),
    ],
    [
      'its number, and says in words that it is the earlier one',
      () => ({ relationship: { text: 'Prior' }, reference: { value: 'CLM1' } }),
    ],
    [
      'an unknown bill and its number',
      () => buildRelated('prior', { claim: { reference: 'Claim/9' }, reference: { value: 'CLM1' } }),
    ],
  ])(
    'IM-1 MP-7 an adjusted claim takes the place of the one that it names by %s, whichever came first',
    async (_, entry) => {
      expect(await inAnyOrder((person) => [eob(person, earlier), eob(person, later(entry(person)))])).toEqual(once)
    },
  )

  test('IM-1 MP-7 a claim may be named by the bill that it answers, and by a control number', async () => {
    const control = { system: 'https://bluebutton.cms.gov/identifiers/CLM-CNTL-NUM', value: 'CNTL-1' }
    const bill = { ...earlier, more: { claim: { reference: 'Claim/bill-1' } } }
    const byBill = later(buildRelated('prior', { claim: { reference: 'Claim/bill-1' } }))
    expect(await inAnyOrder((person) => [eob(person, bill), eob(person, byBill)])).toEqual(once)
    const controlled = {
      ...earlier,
      more: { identifier: [{ type: { coding: [{ code: 'uc' }] }, value: 'CLM1' }, control] },
    }
    const byControl = later(buildRelated('prior', { reference: control }))
    expect(await inAnyOrder((person) => [eob(person, controlled), eob(person, byControl)])).toEqual(once)
  })

  test.each(['replacedby', 'replaced'])('IM-1 MP-7 the earlier claim names its successor: %s', async (code) => {
    const saying = { ...earlier, more: { related: [byNumber(code, 'CLM2')] } }
    const plain = { ...later({}), more: {} }
    const states = await inAnyOrder((person) => [eob(person, saying), eob(person, plain)])
    expect(states?.map(([number, state]) => [number, state === 'replaced'])).toEqual([
      ['CLM1', true],
      ['CLM2', false],
    ])
  })

  test('IM-1 MP-7 in a chain, among several adjustments of one claim, and among several claims with one number, the last counts', async () => {
    const at = (number: string, share: number, day: string, prior?: string) => ({
      number,
      share,
      day,
      ...(prior !== undefined && { more: { related: [byNumber('prior', prior)] } }),
    })
    const readShown = async (...claims: Claim[]) =>
      (await inAnyOrder((person) => claims.map((one) => eob(person, one))))?.filter(([, state]) => state !== 'replaced')
    const first = at('CLM1', 20, '2026-03-20')
    const third = ['CLM3', 'adjusted', 500]
    expect(await readShown(first, at('CLM2', 40, '2026-04-02', 'CLM1'), at('CLM3', 5, '2026-04-09', 'CLM2'))).toEqual([
      third,
    ])
    // CMS gives the number of the original claim in each adjustment.
    expect(await readShown(first, at('CLM2', 40, '2026-04-02', 'CLM1'), at('CLM3', 5, '2026-04-09', 'CLM1'))).toEqual([
      third,
    ])
    const kept = [first, at('CLM1', 40, '2026-04-02', 'CLM1'), at('CLM1', 5, '2026-04-09', 'CLM1')]
    expect(await readShown(...kept)).toEqual([['CLM1', 'adjusted', 500]])
  })

  test('IM-1 MP-7 one claim may replace several, and a claim that was split in two has both of its parts', async () => {
    const join = { ...later({}), more: { related: [byNumber('prior', 'CLM1'), byNumber('prior', 'CLM0')] } }
    const several = [earlier, { number: 'CLM0', share: 7 }, join]
    expect(await inAnyOrder((person) => several.map((one) => eob(person, one)))).toEqual([
      ['CLM0', 'replaced', 700],
      ['CLM1', 'replaced', 2_000],
      ['CLM2', 'adjusted', 4_000],
    ])
    const part = later(byNumber('prior', 'CLM1'))
    const split = [earlier, part, { ...part, number: 'CLM3', share: 3 }]
    expect((await inAnyOrder((person) => split.map((one) => eob(person, one))))?.slice(1)).toEqual([
      ['CLM2', 'adjusted', 4_000],
      ['CLM3', 'adjusted', 300],
    ])
  })

  test('IM-1 MP-7 a successor that is withdrawn replaces nothing', async () => {
    const gone = later(byNumber('prior', 'CLM1'))
    const cancelled = { ...gone, more: { ...gone.more, status: 'cancelled' } }
    expect(await inAnyOrder((person) => [eob(person, earlier), eob(person, cancelled)])).toEqual([
      ['CLM1', 'paid', 2_000],
      ['CLM2', 'cancelled', 4_000],
    ])
  })

  test('IM-1 MP-4 MP-7 a claim for another kind of care with the same number is another claim', async () => {
    const dental = { type: { coding: [{ code: 'oral' }] } }
    // Decided first, it would be found first.
    const other = { number: 'CLM1', share: 15, day: '2026-03-19', more: dental }
    const corrected = await inAnyOrder((person) =>
      [other, earlier, later(byNumber('prior', 'CLM1'))].map((one) => eob(person, one)),
    )
    expect(corrected).toEqual([['CLM1', 'paid', 1_500], ...once])
    const back = { number: 'CLM1', billed: -200, share: -20, day: '2026-04-02' }
    const same = { ...other, share: 20 }
    for (const [entry, states] of [
      [back, ['paid', 'cancelled', 'cancelled']],
      [{ ...back, more: dental }, ['cancelled', 'paid', 'cancelled']],
    ] as const) {
      const found = await inAnyOrder((person) => [same, earlier, entry].map((one) => eob(person, one)))
      expect(found?.map(([, state]) => state)).toEqual(states)
    }
    // A hospital’s claim that comes again as a doctor’s is the same claim.
    const hospital = { ...earlier, more: { type: { coding: [{ code: 'institutional' }] } } }
    const changed = await inAnyOrder((person) =>
      [hospital, later(byNumber('prior', 'CLM1'))].map((one) => eob(person, one)),
    )
    expect(changed).toEqual(once)
  })

  test('IM-1 MP-7 a number never means another payer’s claim, since each payer has its own numbering', async () => {
    const second = later(byNumber('prior', 'CLM1'))
    const by = (payer: string) => ({ insurer: { reference: `Organization/${payer}` } })
    const others = { number: 'CLM1', share: 70, day: '2026-03-21', more: by('other') }
    const states = await inAnyOrder((person) =>
      [{ ...earlier, more: by('own') }, others, { ...second, more: { ...second.more, ...by('own') } }].map((one) =>
        eob(person, one),
      ),
    )
    expect(states?.map(([number, state]) => [number, state])).toEqual([
      ['CLM1', 'replaced'],
      ['CLM1', 'paid'],
      ['CLM2', 'adjusted'],
    ])
    // A payer that only its claim or Bundle identifies may be any payer.
    for (const reference of ['#payer', 'urn:uuid:0b1c5c1e-6d7c-4a44-9a33-5a6f2b1c9d10']) {
      const named = { ...second, more: { ...second.more, insurer: { reference } } }
      const found = await inAnyOrder((person) => [eob(person, { ...earlier, more: by('own') }), eob(person, named)])
      expect(found?.map(([, state]) => state)).toEqual(['replaced', 'adjusted'])
    }
  })

  test.each<[string, object, object]>([
    ['names', { display: 'Acme Health Plan' }, { display: 'Zenith Health Plan' }],
    ['regions in the name', { display: 'Acme Health East' }, { display: 'Acme Health West' }],
    [
      'numbers',
      { identifier: { system: 'urn:oid:2.16.840.1.113883.6.300', value: '11111' } },
      { identifier: { system: 'urn:oid:2.16.840.1.113883.6.300', value: '22222' } },
    ],
  ])('IM-1 MP-7 payers differ by their %s: one payer’s number is not a claim of the other', async (_, own, theirs) => {
    const other = { number: 'CLM1', share: 70, day: '2026-03-21', more: { insurer: theirs } }
    const related = [byNumber('prior', 'CLM1')]
    const build = (person: Person) => [
      eob(person, { ...earlier, more: { insurer: own } }),
      eob(person, other),
      eob(person, { number: 'CLM2', share: 40, day: '2026-04-02', more: { insurer: own, related } }),
    ]
    const states = await inAnyOrder(build)
    expect(states?.map(([number, state, share]) => [number, state, share])).toEqual([
      ['CLM1', 'replaced', 2_000],
      ['CLM1', 'paid', 7_000],
      ['CLM2', 'adjusted', 4_000],
    ])
  })

  test('IM-1 MP-7 contained payers are distinguished, and a slightly different name is the same payer', async () => {
    const by = (name: string) => ({
      contained: [{ resourceType: 'Organization', id: 'payer', name }],
      insurer: { reference: '#payer' },
    })
    const related = [byNumber('prior', 'CLM1')]
    for (const [name, states] of [
      ['Zenith Health Plan', ['paid', 'paid']],
      ['ACME HEALTH PLAN, INC.', ['replaced', 'adjusted']],
    ] as const) {
      const found = await inAnyOrder((person) => [
        eob(person, { ...earlier, more: by('Acme Health Plan') }),
        eob(person, { number: 'CLM2', share: 40, day: '2026-04-02', more: { ...by(name), related } }),
      ])
      expect(found?.map(([, state]) => state)).toEqual(name.startsWith('Z') ? ['paid', 'adjusted'] : states)
    }
  })

  test('IM-1 MP-7 a number of another system is another one (FHIR: Identifier); one without a system may be any', async () => {
    const uc = { coding: [{ code: 'uc' }] }
    const own = { identifier: [{ type: uc, system: 'https://plan.example/claims', value: 'CLM1' }] }
    for (const [system, state] of [
      ['https://other.example/claims', 'paid'],
      ['HTTP://plan.example/claims/', 'replaced'],
      [undefined, 'replaced'],
    ] as const) {
      const found = await inAnyOrder((person) => [
        eob(person, { ...earlier, more: own }),
        eob(person, later(byNumber('prior', 'CLM1', system))),
      ])
      expect(found?.[0]?.[1]).toBe(state)
    }
  })

  test('IM-1 MP-7 the number of another person’s claim means nothing', async () => {
    const [one, other] = [newPerson(), newPerson()]
    await load(one, [eob(one, earlier)])
    await load(other, [eob(other, later(byNumber('prior', 'CLM1')))])
    expect(await listStates(one)).toEqual([['CLM1', 'paid', 2_000]])
  })
})

describe('IM-1 MP-4 counter-entries', () => {
  const bill = { number: 'CLM1', share: 20 }
  const back = (more: Partial<Claim> = {}) => ({
    number: 'CLM1R',
    billed: -200,
    share: -20,
    day: '2026-04-02',
    ...more,
  })
  const isShown = ([, state]: readonly unknown[]) => state !== 'cancelled' && state !== 'replaced'

  test.each([
    ['names it', back({ more: { related: [byNumber('prior', 'CLM1')] } })],
    ['has its number', back({ number: 'CLM1' })],
    ['is for the same care with the same amounts', back()],
  ])('IM-1 MP-4 a reversal that %s takes a claim back, and neither is shown', async (_, entry) => {
    const states = await inAnyOrder((person) => [eob(person, bill), eob(person, entry)])
    expect(states?.map(([, state]) => state)).toEqual(['cancelled', 'cancelled'])
  })

  test('IM-1 MP-4 the claim that was corrected counts, once', async () => {
    const entry = back({ more: { related: [byNumber('prior', 'CLM1')] } })
    for (const prior of ['CLM1', 'CLM1R']) {
      const corrected = { number: 'CLM2', share: 35, day: '2026-04-03', more: { related: [byNumber('prior', prior)] } }
      const states = await inAnyOrder((person) => [bill, entry, corrected].map((one) => eob(person, one)))
      expect(states?.filter(isShown)).toEqual([['CLM2', 'adjusted', 3_500]])
    }
  })

  test('IM-1 MP-4 each claim is taken back once, and what is withdrawn takes back nothing', async () => {
    const twice = [bill, { ...bill, day: '2026-03-21' }, back()]
    const left = await inAnyOrder((person) => twice.map((one) => eob(person, one)))
    expect(left?.filter(isShown)).toEqual([['CLM1', 'paid', 2_000]])
    const gone = back({ more: { status: 'entered-in-error' } })
    expect((await inAnyOrder((person) => [eob(person, bill), eob(person, gone)]))?.filter(isShown)).toEqual([
      ['CLM1', 'paid', 2_000],
    ])
  })

  test('IM-1 MP-4 a reversal of an unknown claim is a correction without a debt', async () => {
    expect(await inAnyOrder((person) => [eob(person, back())])).toEqual([['CLM1R', 'correction', 0]])
    // A reversal of a different amount does not take back the claim that it names.
    const part = back({ billed: -50, share: -5, more: { related: [byNumber('prior', 'CLM1')] } })
    expect(await inAnyOrder((person) => [eob(person, bill), eob(person, part)])).toEqual([
      ['CLM1', 'paid', 2_000],
      ['CLM1R', 'correction', 0],
    ])
  })

  test.each([
    ['name it', { related: [byNumber('prior', 'CLM1')] }, 'CLM1R'],
    ['have its number', {}, 'CLM1'],
  ])('IM-1 MP-4 several reversals that %s take a claim back if they add up to all of it', async (_, more, number) => {
    const part = (billed: number, share: number, day: string) => back({ number, billed, share, day, more })
    const parts = [part(-120, -12, '2026-04-02'), part(-80, -8, '2026-04-03')]
    const states = await inAnyOrder((person) => [bill, ...parts].map((one) => eob(person, one)))
    expect(states?.filter(isShown)).toEqual([])
    const left = await inAnyOrder((person) => [bill, ...parts.slice(1)].map((one) => eob(person, one)))
    expect(left?.map(([, state]) => state)).toEqual(['paid', 'correction'])
  })

  test('IM-1 MP-4 a claim that its file calls void takes back the claim that it names', async () => {
    const code = (system: string, value: string) => [
      { category: { coding: [{ code: system }] }, code: { coding: [{ code: value }] } },
    ]
    // Blue Button 2 sends only the last digit (CLM_FREQ_CD).
    for (const supportingInfo of [
      code('CLM_ADJSTMT_TYPE_CD', '1'),
      code('typeofbill', '0138'),
      code('typeofbill', '8'),
    ]) {
      const entry = {
        ...back({ billed: 200, share: 20 }),
        more: { supportingInfo, related: [byNumber('prior', 'CLM1')] },
      }
      const states = await inAnyOrder((person) => [eob(person, bill), eob(person, entry)])
      expect(states?.map(([, state]) => state)).toEqual(['cancelled', 'cancelled'])
    }
  })

  test('IM-1 MP-4 for any claims and reversals in any order, no share is below zero', async () => {
    const claim = fc.record({
      number: fc.constantFrom('A', 'B', 'C'),
      billed: fc.constantFrom(200, -200, 100, -100),
      share: fc.constantFrom(20, -20, 0),
      day: fc.constantFrom('2026-03-20', '2026-04-01', '2026-04-02'),
      prior: fc.option(fc.constantFrom('A', 'B', 'C')),
    })
    const claims = fc.uniqueArray(claim, {
      minLength: 1,
      maxLength: 5,
      selector: ({ number, day }) => `${number} ${day}`,
    })
    const property = fc.asyncProperty(claims, async (some) => {
      const states = await inAnyOrder((person) =>
        some.map(({ prior, ...one }) =>
          eob(person, { ...one, more: { related: prior ? [byNumber('prior', prior)] : [] } }),
        ),
      )
      for (const [, , share] of states ?? []) expect(Number(share ?? 0)).toBeGreaterThanOrEqual(0)
    })
    await fc.assert(property, { numRuns: 8 })
  })
})

test('IM-2 a claim that an earlier edition read differently is read again from the same file, once', async () => {
  const person = newPerson()
  const claims = [
    eob(person, { number: 'CLM1', share: 20 }),
    eob(person, { number: 'CLM2', share: 40, day: '2026-04-02', more: { related: [byNumber('prior', 'CLM1')] } }),
  ]
  await load(person, claims)
  const before = await listStates(person)
  const [table, version] = ['claim', 'claim_version'] as const
  const rows = portal.database.read.selectFrom(table).select('claim_id').where('resource_id', 'like', `${person.id}-%`)
  const wrong = { share_cents: 1, state: 'paid' } as const
  await portal.database.read.updateTable(version).set(wrong).where('claim_id', 'in', rows).execute()
  await portal.database.read
    .updateTable(table)
    .set({ ...wrong, replaces: null, replaced_by: null, facts: sql`facts - array['edition', 'named', 'names']` })
    .where('claim_id', 'in', rows)
    .execute()
  const again = async () =>
    (await importFiles(portal.database, { 'c.ndjson': ndjson(claims) }, { kind: 'fhir', brand })).counts
  expect(await again()).toMatchObject({ created: 0, updated: 2, unchanged: 0 })
  expect(await listStates(person)).toEqual(before)
  expect(await again()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})
