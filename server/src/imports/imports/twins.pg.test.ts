import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { enrollment } from '../../../test/x12.ts'

const portal = testPortal()
const brand = 'vt'

interface Child {
  readonly id: string
  readonly first: string
  readonly more?: object
}
/** Gives each test its own member numbers. */
let numbers = 0
const makeNumber = () => `7744${String(++numbers).padStart(5, '0')}`

const patient = (number: string, { id, first, more = {} }: Child) => ({
  resourceType: 'Patient',
  id: `${number}-${id}`,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
  name: [{ family: 'Plover', given: [first] }],
  birthDate: '2026-05-06',
  ...more,
})
const claim = (number: string, id: string) => ({
  ...{ resourceType: 'ExplanationOfBenefit', id: `claim-${number}-${id}`, status: 'active', use: 'claim' },
  ...{ outcome: 'complete', type: { coding: [{ code: 'professional' }] }, created: '2026-05-20' },
  ...{ patient: { reference: `Patient/${number}-${id}` }, billablePeriod: { start: '2026-05-07' } },
})
const load = async (number: string, ...children: readonly Child[]) => {
  const resources = [...children.map((one) => patient(number, one)), ...children.map(({ id }) => claim(number, id))]
  const { rejected } = await importFiles(portal.database, { 'p.ndjson': ndjson(resources) }, { kind: 'fhir', brand })
  return rejected.map(({ reason }) => reason)
}
/** The owners of the claims that the one member with a number sees. */
const listClaims = async (number: string) => {
  const { rows } = await sql<{ id: string }>`select resource_id as id from claim join member using (member_id)
    where member_number = ${number} and brand = ${brand} order by 1`.execute(portal.database.read)
  return rows.map(({ id }) => id.replace(`claim-${number}-`, ''))
}
const readName = async (number: string) => {
  const { rows } = await sql<{ name: string }>`select first_name as name from member
    where member_number = ${number} and brand = ${brand}`.execute(portal.database.read)
  return rows.map(({ name }) => name)
}
const multiple = { multipleBirthBoolean: true }
const boy = { gender: 'male' }

test.each<[string, readonly (readonly Child[])[], readonly string[]]>([
  [
    'two first names',
    [
      [
        { id: 'a', first: 'Ann' },
        { id: 'b', first: 'Bea' },
      ],
    ],
    ['a'],
  ],
  ['two first names, one after another', [[{ id: 'a', first: 'Ann' }], [{ id: 'b', first: 'Bea' }]], ['a']],
  ['names that are alike', [[{ id: 'a', first: 'Jayden' }], [{ id: 'b', first: 'Hayden' }]], ['a']],
  ['Baby A and Baby B', [[{ id: 'a', first: 'Baby A' }], [{ id: 'b', first: 'BabyBoy B' }]], ['a']],
  [
    'Twin 1 and Twin Two',
    [
      [
        { id: 'a', first: 'Twin 1' },
        { id: 'b', first: 'Twin Two' },
      ],
    ],
    ['a'],
  ],
  [
    'one of several and a name in one file',
    [
      [
        { id: 'a', first: 'Baby Boy B', more: boy },
        { id: 'b', first: 'Noah', more: boy },
      ],
    ],
    ['a'],
  ],
  [
    'a name and then one of several',
    [[{ id: 'a', first: 'Noah', more: boy }], [{ id: 'b', first: 'Baby Boy B', more: boy }]],
    ['a'],
  ],
  [
    'twins, of whom one has a name in one file',
    [
      [
        { id: 'a', first: 'Baby', more: multiple },
        { id: 'b', first: 'Noah', more: multiple },
      ],
    ],
    ['a'],
  ],
  [
    'a name where two without names were said',
    [
      [
        { id: 'a', first: 'Baby A' },
        { id: 'b', first: 'Baby B' },
      ],
      [{ id: 'c', first: 'Noah' }],
    ],
    ['a'],
  ],
])(
  'IM-1 MP-14 %s with one number are two people: the second is refused, also when the files come again',
  async (_, files, shown) => {
    const number = makeNumber()
    const told = []
    for (const file of files) told.push(...(await load(number, ...file)))
    expect(told.length).toBeGreaterThan(0)
    for (const reason of told)
      expect(reason).toMatch(/is that of somebody of the same day of birth with another first name/)
    expect(await listClaims(number)).toEqual(shown)
    for (const file of [...files, ...[...files].reverse()]) await load(number, ...file)
    expect(await listClaims(number)).toEqual(shown)
  },
)

test.each<[string, readonly (readonly Child[])[]]>([
  [
    'a newborn who is named later',
    [[{ id: 'a', first: 'Baby Boy', more: boy }], [{ id: 'b', first: 'Noah', more: boy }]],
  ],
  [
    'a newborn without a name in the same file',
    [
      [
        { id: 'a', first: 'Newborn' },
        { id: 'b', first: 'Noah' },
      ],
    ],
  ],
  ['the named one first', [[{ id: 'b', first: 'Noah' }], [{ id: 'a', first: 'BG' }]]],
  [
    'one of several who is named later',
    [[{ id: 'a', first: 'Baby Boy B', more: multiple }], [{ id: 'b', first: 'Noah', more: multiple }]],
  ],
  ['a name that begins alike', [[{ id: 'a', first: 'Ann' }], [{ id: 'b', first: 'Ann Marie' }]]],
  ['signs and accents', [[{ id: 'a', first: 'D’Andre' }], [{ id: 'b', first: 'DANDRÉ' }]]],
  [
    'a nickname that is in the list of names',
    [
      [{ id: 'a', first: 'Robert' }],
      [
        {
          id: 'b',
          first: 'Bob',
          more: {
            name: [
              { family: 'Plover', given: ['Bob'] },
              { use: 'old', given: ['Robert'] },
            ],
          },
        },
      ],
    ],
  ],
  ['the same resource with another name', [[{ id: 'a', first: 'Ann' }], [{ id: 'a', first: 'Bea' }]]],
])('IM-1 %s is one person', async (_, files) => {
  const number = makeNumber()
  for (const file of files) expect(await load(number, ...file)).toEqual([])
  expect(await listClaims(number)).toEqual([...new Set(files.flat().map(({ id }) => id))].sort())
})

test('IM-1 MP-14 a refused person stays refused when they come alone, until a name says that they are the same', async () => {
  const number = makeNumber()
  await load(number, { id: 'a', first: 'Baby B', more: boy }, { id: 'b', first: 'Noah', more: boy })
  expect(await load(number, { id: 'b', first: 'Noah', more: { ...boy, telecom: [] } })).toHaveLength(1)
  expect(await listClaims(number)).toEqual(['a'])
  const named = {
    name: [
      { family: 'Plover', given: ['Noah'] },
      { use: 'old', given: ['Baby B'] },
    ],
  }
  expect(await load(number, { id: 'b', first: 'Noah', more: { ...boy, ...named } })).toEqual([])
  expect(await listClaims(number)).toEqual(['a', 'b'])
})

test('IM-1 a truncated Patient, or one with gaps among its names, costs the others nothing', async () => {
  const number = makeNumber()
  const odd = [
    patient(number, { id: 'a', first: 'Ann', more: { name: [null, { family: 'Plover', given: ['Ann'] }] } }),
    patient(number, { id: 'b', first: 'Bea', more: { name: [{ family: 'Plover', given: [null, 'Bea'] }] } }),
  ]
  const cut = '{"resourceType":"Patient","id":"cut","name":[{"given":["Baby Boy"]}],}\n'
  const files = { 'p.ndjson': cut + ndjson(odd) }
  const { rejected, counts } = await importFiles(portal.database, files, { kind: 'fhir', brand })
  expect(rejected.map(({ reason }) => reason)).toEqual(['is not JSON: it may be cut short'])
  expect(counts.created).toBe(2)
  expect(await load(number, { id: 'c', first: 'Noah' })).not.toEqual([])
})

test('IM-1 MP-14 a claim with the number beside the Patient is not taken for the other person’s', async () => {
  const number = makeNumber()
  await load(number, { id: 'a', first: 'Ann' }, { id: 'b', first: 'Bea' })
  const named = { reference: `Patient/${number}-b`, identifier: { type: { coding: [{ code: 'MB' }] }, value: number } }
  const resources = [{ ...claim(number, 'b'), patient: named }]
  const { rejected } = await importFiles(portal.database, { 'p.ndjson': ndjson(resources) }, { kind: 'fhir', brand })
  expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('another first name')])
  expect(await listClaims(number)).toEqual(['a'])
})

test('IM-1 MP-14 in whatever order and files two children with one number arrive, nobody sees the other’s care', async () => {
  const names = ['Ann', 'Bea', 'Anna', 'Baby', 'Baby A', 'Baby B', 'BabyGirl-2', 'Twin One']
  const anyone = fc.record({
    first: fc.constantFrom(...names),
    isMultiple: fc.boolean(),
    gender: fc.constantFrom('male', 'female', undefined),
  })
  const property = fc.asyncProperty(anyone, anyone, fc.boolean(), async (one, other, isOneFile) => {
    const write = (id: string, { first, isMultiple, gender }: typeof one): Child => ({
      id,
      first,
      more: { ...(isMultiple && multiple), ...(gender && { gender }) },
    })
    const isApart =
      (one.gender !== undefined && other.gender !== undefined && one.gender !== other.gender) ||
      (one.first !== other.first && [one.first, other.first].every((name) => /^(Ann|Bea)$/.test(name))) ||
      (/[AB]|2|One/.test(
        [one.first, other.first]
          .map((name) => ({ 'Baby A': 'A', 'Baby B': 'B', 'BabyGirl-2': 'B', 'Twin One': 'A' })[name])
          .filter(Boolean)
          .sort()
          .join(''),
      ) &&
        new Set(
          [one.first, other.first].map(
            (name) => ({ 'Baby A': 'A', 'Baby B': 'B', 'BabyGirl-2': 'B', 'Twin One': 'A' })[name],
          ),
        ).size === 2 &&
        [one.first, other.first].every((name) => /\b(A|B)$|2|One/.test(name)))
    const seen = []
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const number = makeNumber()
      const children = order.map((id) => write(id, id === 'a' ? one : other))
      if (isOneFile) await load(number, ...children)
      else for (const child of children) await load(number, child)
      seen.push(await listClaims(number))
    }
    if (isApart) for (const some of seen) expect(some).toHaveLength(1)
    for (const some of seen) expect(some.length).toBeGreaterThan(0)
  })
  await fc.assert(property, { numRuns: 25 })
})

const loop = (number: string, first: string, { maintenance = '030', reason = 'XN', sex = '' } = {}) => [
  ...[`INS*N*19*${maintenance}*${reason}*A***FT`, `REF*0F*${number}C`, `REF*23*${number}`],
  ...[
    `NM1*IL*1*PLOVER*${first}`,
    `DMG*D8*20260506${sex && `*${sex}`}`,
    `HD*${maintenance}**HLT*GOLD*FAM`,
    'DTP*348*D8*20260601',
  ],
]
const enroll = async (...segments: readonly string[]) => {
  const { rejected } = await importFiles(
    portal.database,
    { 'x.834': enrollment([...segments], { sender: 'TWINCO' }) },
    { kind: 'x12', brand },
  )
  return rejected.map(({ reason }) => reason)
}

test('FD-1 MP-14 twins with one number in a full file are distinguished whichever comes first, month after month', async () => {
  const number = makeNumber()
  expect(await enroll(...loop(number, 'ANN'), ...loop(number, 'BEA'))).toHaveLength(1)
  expect(await readName(number)).toEqual(['ANN'])
  const told = await enroll(...loop(number, 'BEA'), ...loop(number, 'ANN'))
  expect(told).toEqual([expect.stringContaining('another first name in this file')])
  expect(await readName(number)).toEqual(['ANN'])
})

test('FD-1 MP-14 also if the full file names them far apart', async () => {
  const [number, ...others] = Array.from({ length: 501 }, makeNumber) as [string, ...string[]]
  const between = others.flatMap((one) => loop(one, 'CAL'))
  for (let month = 0; month < 2; month += 1) {
    expect(await enroll(...loop(number, 'ANN'), ...between, ...loop(number, 'BEA'))).toEqual([
      expect.stringContaining('another first name in this file'),
    ])
    expect(await readName(number)).toEqual(['ANN'])
  }
})

test('FD-1 MP-14 a person added with the number of somebody with the same date of birth and another first name is another person', async () => {
  const number = makeNumber()
  expect(await enroll(...loop(number, 'ANN', { maintenance: '021', reason: '28' }))).toEqual([])
  expect(await enroll(...loop(number, 'BEA', { maintenance: '021', reason: '28' }))).toEqual([
    expect.stringContaining('NM1 74'),
  ])
  expect(await readName(number)).toEqual(['ANN'])
})

test('FD-1 MP-14 only a correction renames a girl into a boy with her number', async () => {
  const number = makeNumber()
  await enroll(...loop(number, 'ANN', { sex: 'F' }))
  expect(await enroll(...loop(number, 'BEN', { sex: 'M' }))).toEqual([expect.stringContaining('NM1 74')])
  expect(await readName(number)).toEqual(['ANN'])
  expect(await enroll(...loop(number, 'BEN', { sex: 'M', maintenance: '001', reason: '25' }))).toEqual([])
  expect(await readName(number)).toEqual(['BEN'])
})

test('FD-1 a later file names a newborn, and a change corrects a name', async () => {
  const number = makeNumber()
  await enroll(...loop(number, 'BABY BOY', { maintenance: '021', reason: '02', sex: 'M' }))
  expect(await enroll(...loop(number, 'NOAH', { maintenance: '021', reason: '02', sex: 'M' }))).toEqual([])
  expect(await enroll(...loop(number, 'NOEL', { maintenance: '001', sex: 'M' }))).toEqual([])
  expect(await readName(number)).toEqual(['NOEL'])
})

const rows = async (
  ...some: readonly { readonly number: string; readonly first: string; readonly at?: string; readonly plan?: string }[]
) => {
  const file = csv(
    ...some.map(({ number, first, at = '', plan = 'P1' }) => ({
      ...{ member_number: number, first_name: first, last_name: 'Plover', date_of_birth: '2026-05-06' },
      ...{ group_number: 'G1', plan_name: plan, updated_at: at },
    })),
  )
  const { rejected } = await importFiles(portal.database, { 'm.csv': file }, { kind: 'members', brand })
  return rejected.map(({ path, reason }) => `${path} ${reason}`)
}

test('IM-6 MP-14 two first names with one number in a members file are two people, whichever row comes first', async () => {
  const number = makeNumber()
  const [ann, bea] = [
    { number, first: 'Ann' },
    { number, first: 'Bea' },
  ]
  const refused = [expect.stringMatching(/^member_number .*another first name/)]
  expect(await rows(ann, bea)).toEqual(refused)
  expect(await readName(number)).toEqual(['Ann'])
  expect(await rows(bea, ann)).toEqual(refused)
  expect(await readName(number)).toEqual(['Ann'])
  // Also with another plan.
  expect(await rows({ ...bea, plan: 'P2' }, ann)).toEqual(refused)
  expect(await readName(number)).toEqual(['Ann'])
})

test('IM-6 MP-14 also if they are far apart in the file', async () => {
  const [number, ...others] = Array.from({ length: 501 }, makeNumber) as [string, ...string[]]
  const between = others.map((one) => ({ number: one, first: 'Cal' }))
  for (let month = 0; month < 2; month += 1) {
    expect(await rows({ number, first: 'Ann' }, ...between, { number, first: 'Bea' })).toEqual([
      expect.stringMatching(/^member_number .*another first name/),
    ])
    expect(await readName(number)).toEqual(['Ann'])
  }
  expect(await rows({ number, first: 'Anna' })).toEqual([])
})

test('IM-6 a later row with the number corrects the name: in another file, or with another day in the same one', async () => {
  const number = makeNumber()
  expect(await rows({ number, first: 'Baby' })).toEqual([])
  expect(await rows({ number, first: 'Ann' })).toEqual([])
  expect(await rows({ number, first: 'Nancy', at: '2026-06-01' }, { number, first: 'Ana', at: '2026-07-01' })).toEqual(
    [],
  )
  expect(await readName(number)).toEqual(['Ana'])
})

test('IM-1 IM-6 MP-14 a FHIR person is not a member with another first name from a members file', async () => {
  const number = makeNumber()
  await rows({ number, first: 'Ann' })
  expect(await load(number, { id: 'b', first: 'Bea' })).toEqual([expect.stringContaining('another first name')])
  expect(await load(number, { id: 'a', first: 'Ann' })).toEqual([])
  expect(await listClaims(number)).toEqual(['a'])
})
