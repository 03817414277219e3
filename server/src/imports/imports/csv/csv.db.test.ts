import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { Client } from '../../../../test/client.ts'
import { type Cells, csv, importFiles, testFolder } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { digestRows } from '../../../../test/rows.ts'
import { unregistered } from '../../../../test/samples.ts'
import { findByNumber } from '../../../member/member/import-store.ts'
import { openRejects } from '../rejects.ts'

const portal = testPortal()
const folder = testFolder()

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

interface Asked {
  readonly brand?: string | null
  readonly dryRun?: boolean
  readonly rejects?: string
}

async function take(files: readonly string[], { brand = 'wi', dryRun = false, rejects }: Asked = {}) {
  const brands = ['wi', 'neb', 'hmbcbs', 'ndbcbs']
  const taken = await importFiles(portal.database, files, { kind: 'members', brand, brands, dryRun })
  if (rejects !== undefined) {
    const kept = openRejects(rejects, 'members')
    for (const one of taken.rejected) await kept.write(one)
    await kept.close()
  }
  return taken
}

const person = (memberNumber: string, more: Cells = {}): Cells => ({
  member_number: memberNumber,
  first_name: 'Robin',
  last_name: 'Sample',
  date_of_birth: '1980-02-29',
  ...more,
})

const findMember = (memberNumber: string, brand = 'wi') =>
  portal.database.read
    .selectFrom('member')
    .selectAll()
    .where('brand', '=', brand)
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()

const readCoverage = async (memberNumber: string) => {
  const member = await findMember(memberNumber)
  return portal.database.read
    .selectFrom('product')
    .innerJoin('coverage', (join_) =>
      join_
        .onRef('coverage.member_id', '=', 'product.member_id')
        .onRef('coverage.group_number', '=', 'product.group_number'),
    )
    .select(['group_name', 'plan_name', 'product_name', 'coverage_begin_date', 'coverage_end_date', 'drug_coverage'])
    .where('product.member_id', '=', member?.member_id ?? '')
    .execute()
}

describe('IM-6 members', () => {
  test('IM-6 a row makes a member with contract, coverage, address and guardian', async () => {
    const child = person('77000000102', {
      contract_number: '770-000-001',
      relationship: 'Child',
      children_plan: 'yes',
      group_number: 'G1',
      group_name: 'Sample Works',
      plan_name: 'Sample PPO',
      coverage_from: '1/1/2026',
      coverage_to: '2026-12-31',
      address: '1 Main St, "rear"\nFloor 2',
      city: 'Madison',
      state: 'wi',
      zip_code: '53703',
      email: 'robin@example.org',
      guardian_first_name: 'Alex',
      guardian_last_name: 'Sample',
      guardian_date_of_birth: '19550704',
      guardian_email: 'alex@example.org',
    })
    const { counts, rejected } = await take([file('one.csv', csv(child))])
    expect([rejected, counts]).toEqual([[], { read: 1, created: 1, updated: 0, unchanged: 0, rejected: 0, skipped: 0 }])
    const member = await findMember('77000000102')
    expect(member).toMatchObject({ contract_number: '770000001', relationship_code: '05', chip: true })
    expect(await readCoverage('77000000102')).toEqual([
      {
        group_name: 'Sample Works',
        plan_name: 'Sample PPO',
        product_name: 'Sample PPO',
        coverage_begin_date: '2026-01-01',
        coverage_end_date: '2026-12-31',
        drug_coverage: false,
      },
    ])
    const about = { member_id: member?.member_id ?? '' }
    const contact = await portal.database.read
      .selectFrom('member_contact')
      .selectAll()
      .where((eb) => eb.and(about))
      .execute()
    expect(contact).toEqual([
      {
        ...about,
        address: '1 Main St, "rear"\nFloor 2',
        city: 'Madison',
        state: 'WI',
        zip_code: '53703',
        email: 'robin@example.org',
        phone: null,
      },
    ])
    const guardian = await portal.database.read
      .selectFrom('guardian')
      .selectAll()
      .where((eb) => eb.and(about))
      .execute()
    expect(guardian).toMatchObject([{ first_name: 'Alex', date_of_birth: '1955-07-04' }])
  })

  test('IM-6 RG-1 a person from a file can register by their number, in their own role', async () => {
    const spouse = person('77000000202', { contract_number: '77000000201', relationship: 'spouse', first_name: 'Kim' })
    const rows = [person('77000000201', { group_number: 'G1' }), spouse].map((row) => ({ ...row, brand: 'hmbcbs' }))
    const match = (more: Record<string, string>) => {
      const described = { ...unregistered, firstName: 'Robin', lastName: 'Sample', dateOfBirth: '02/29/1980', ...more }
      const body = { ...described, memberId: '77000000201', userType: 'MREG' }
      return make(new Client(portal.origin), calls.matchCoverage, { body })
    }
    expect((await match({ relationship: 'SELF' })).status).toBe(400)
    expect((await take([file('reg.csv', csv(...rows))], { brand: null })).rejected).toEqual([])
    const found = await portal.database.transaction((tx) => findByNumber(tx, 'hmbcbs', ['77000000201', '1']))
    expect([...found.keys()]).toEqual(['77000000201'])
    expect((await match({ relationship: 'SELF' })).status).toBe(200)
    expect((await match({ relationship: 'SPOUSE' })).status).toBe(400)
    expect((await match({ firstName: 'Kim', relationship: 'SPOUSE' })).status).toBe(200)
  })

  test('IM-6 HD-5 HD-6 BR-10 a row determines tabs and phone; an empty cell changes nothing', async () => {
    const covered = { group_number: 'G9', coverage_from: '2026-02-01' }
    const flags = {
      medicaid: 'yes',
      direct_pay: 'no',
      blue_extra: 'plus',
      individual_dental: 'yes',
      contract_from: '20250101',
    }
    const findShown = async (brand: string) => {
      const member = await findMember('77000000951', brand)
      return portal.database.read
        .selectFrom('coverage')
        .innerJoin('product', 'product.member_id', 'coverage.member_id')
        .select(['is_nd_medicaid', 'direct_pay_indicator', 'is_blue_extra_basic', 'is_blue_extra_plus'])
        .select(['blue_edge_dental_indv', 'coverage_con_begin_date'])
        .where('coverage.member_id', '=', member?.member_id ?? '')
        .execute()
    }
    const row = person('77000000951', covered)
    await take([file('unsaid.csv', csv({ ...row, brand: 'ndbcbs' }))], { brand: null })
    const unsaid = {
      is_nd_medicaid: false,
      direct_pay_indicator: null,
      is_blue_extra_basic: false,
      is_blue_extra_plus: false,
      blue_edge_dental_indv: false,
      coverage_con_begin_date: null,
    }
    expect(await findShown('ndbcbs')).toEqual([unsaid])
    const brands = ['ndbcbs', 'wi']
    await take([file('said.csv', csv(...brands.map((brand) => ({ ...row, ...flags, brand }))))], { brand: null })
    const said = {
      is_nd_medicaid: true,
      direct_pay_indicator: false,
      is_blue_extra_basic: false,
      is_blue_extra_plus: true,
      blue_edge_dental_indv: true,
      coverage_con_begin_date: '2025-01-01',
    }
    expect(await findShown('ndbcbs')).toEqual([said])
    // Only North Dakota has a Medicaid line of its own.
    expect(await findShown('wi')).toEqual([{ ...said, is_nd_medicaid: false }])
    await take([file('again.csv', csv({ ...row, brand: 'ndbcbs', phone: '7015550100' }))], { brand: null })
    expect(await findShown('ndbcbs')).toEqual([said])
  })

  test('IM-6 IM-2 the same file again changes nothing, whatever the order and spelling of its columns', async () => {
    const rows = [person('77000000301', { group_number: 'G1', updated_at: '2026-03-01' }), person('77000000302')]
    await take([file('same.csv', csv(...rows))])
    const before = await digestRows(portal.database)
    const { counts } = await take([file('same.csv', csv(...rows))])
    expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const turned = rows.map((row) => Object.fromEntries(Object.entries(row).toReversed()))
    expect((await take([file('turned.csv', csv(...turned))])).counts).toMatchObject({ unchanged: 2 })
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
  })

  test('IM-6 IM-2 an older row never overwrites a newer one; of rows without a date, the later file counts', async () => {
    const at = (day: string, last: string) => person('77000000401', { last_name: last, updated_at: day })
    await take([file('v.csv', csv(at('2026-03-10', 'New')))])
    expect((await take([file('v.csv', csv(at('2026-03-01', 'Old')))])).counts).toMatchObject({ unchanged: 1 })
    expect((await findMember('77000000401'))?.last_name).toBe('New')
    const next = at('2026-03-20', 'Newer')
    expect((await take([file('v.csv', csv(next, at('2026-03-15', 'Between')))])).counts).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    expect((await findMember('77000000401'))?.last_name).toBe('Newer')
  })

  test('IM-6 IM-3 of rows with the same key, the last one that can be stored counts, and only stored rows are counted', async () => {
    const row = (more: Cells) => person('6100100', { guardian_first_name: '', ...more })
    const bad = { guardian_first_name: 'Ada' }
    const both = file(
      'twice.csv',
      csv(row({ city: 'Reno' }), row({ ...bad, city: 'Elko' }), row({ ...bad, city: 'Ely' })),
    )
    const { counts, rejected } = await take([both])
    expect(counts).toMatchObject({ read: 3, created: 1, updated: 0, unchanged: 0, rejected: 2, skipped: 0 })
    expect(rejected.map(({ line }) => line)).toEqual([3, 4])
    expect(await findMember('6100100')).toBeDefined()
    expect((await take([both])).counts).toMatchObject({ unchanged: 1, rejected: 2 })
    // The stored row stays if no row with its key is valid.
    const next = file('next.csv', csv(row({ ...bad, city: 'Elko' }), row({ ...bad, city: 'Ely' })))
    expect((await take([next])).counts).toMatchObject({ created: 0, updated: 0, rejected: 2 })
  })

  test('IM-6 a withdrawn coverage is gone, and an empty cell keeps the stored value', async () => {
    const covered = { group_number: 'G2', plan_name: 'Sample HMO', coverage_from: '2026-01-01' }
    const both = [covered, { group_number: 'G2', plan_name: 'Sample Dental', coverage_kind: 'dental' }]
    const rows = both.map((more) => person('77000000501', { ...more, email: 'a@example.org', phone: '6085550100' }))
    await take([file('w.csv', csv(...rows))])
    expect(await readCoverage('77000000501')).toHaveLength(2)
    const back = person('77000000501', { ...covered, coverage_withdrawn: 'yes', phone: '6085550199' })
    await take([file('w.csv', csv(back))])
    expect((await readCoverage('77000000501')).map((one) => one.product_name)).toEqual(['Sample Dental'])
    const member = await findMember('77000000501')
    const contact = await portal.database.read
      .selectFrom('member_contact')
      .select(['email', 'phone'])
      .where('member_id', '=', member?.member_id ?? '')
      .execute()
    expect(contact).toEqual([{ email: 'a@example.org', phone: '6085550199' }])
  })

  test('IM-6 the brand of a row is its own, else the command’s', async () => {
    const { rejected } = await take(
      [
        file(
          'b.csv',
          csv(person('77000000601', { brand: 'NEB' }), person('77000000602'), person('77000000603', { brand: 'zz' })),
        ),
      ],
      { brand: null },
    )
    expect(await findMember('77000000601', 'neb')).toBeDefined()
    expect(rejected).toMatchObject([
      { line: 3, path: 'brand', reason: expect.stringMatching(/--brand/) },
      { line: 4, path: 'brand', reason: 'there is no brand zz' },
    ])
  })
})

describe('IM-6 variants of CSV', () => {
  const text = csv(person('77000000701', { address: 'Line 1\nLine 2' }), person('77000000702'))
  test.each([
    ['with a byte order mark', `\uFEFF${text}`],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['packed', gzipSync(text)],
    [
      'with blanks, empty rows and headings as people write them',
      ` Member Number , First name,LAST-NAME,"Date_of_Birth"\n\n77000000701, Robin ,Sample,1980-02-29\n,,,\n77000000702,Robin,Sample,2/29/1980`,
    ],
  ])('IM-6 reads a file %s', async (name, content) => {
    const { rejected, counts } = await take([file(`form-${name.length}.csv`, content)])
    expect([rejected, counts.read]).toEqual([[], 2])
  })

  test('IM-6 column names are recognized however their words are joined', async () => {
    const content = '"Member Number",FirstName,last-name,DATE OF BIRTH\n910000077,Robin,Sample,2/29/1980 0:00\n'
    const { rejected, counts } = await take([file('joined.csv', content)])
    expect([rejected, counts.created]).toEqual([[], 1])
    const twice = await take([file('joined-twice.csv', content.replace('FirstName', 'FirstName,first_name'))])
    expect(twice.rejected.map(({ reason }) => reason)).toEqual([expect.stringMatching(/there twice: first_name/)])
  })

  test('IM-6 spreadsheets’ additions are skipped: a separator note, cells after the last column', async () => {
    const { member_number, ...more } = person('77000000811')
    const names = ['member_number', ...Object.keys(more)].join(',')
    const of = (number: string) => [number, ...Object.values(more)].join(',')
    const content = `sep=,\r\n${names},,,\r\n${of('77000000811')},,,\r\n${of('77000000812')}\r\n${of('77000000813')},,x,\r\n`
    const { rejected, counts } = await take([file('spreadsheet.csv', content)])
    expect(counts).toMatchObject({ created: 2, rejected: 1 })
    expect(rejected).toMatchObject([
      { line: 5, reason: expect.stringMatching(/the row has \d+ cells, and the first row/) },
    ])
  })

  const good = person('77000000801')
  const header = Object.keys(good).join(',')
  const row = Object.values(good).join(',')
  test.each([
    [
      'an unknown and a missing column',
      'member_number,first,last_name,date_of_birth\n',
      /unknown columns: first; missing columns: first_name/,
    ],
    ['a column twice', `${header},last_name\n`, /there twice: last_name/],
    ['semicolons', 'member_number;first_name\n1;2\n', /separated by semicolons/],
    ['nothing', '', /empty/],
    ['tabs', `${header.replaceAll(',', '\t')}\n`, /separated by tabs; separate them by commas/],
    ['a note of tabs', `sep=\t\n${header}\n`, /separated by tabs/],
    ['lines that end with CR alone', `${header}\r${row}\r`, /ends its lines with CR alone/],
    ['no first row of names', `${row}\n${row}\n`, /names no column; columns are member_number, /],
    ['UTF-16', Buffer.from(`\uFEFF${header}\n${row}\n`, 'utf16le'), /is UTF-16, not UTF-8/],
    ['semicolons, and a comma in a quoted name', `${header.replaceAll(',', ';')};"a, b"\n`, /separated by semicolons/],
  ])('IM-6 a file with %s is refused by name, and the other files are imported', async (_, content, reason) => {
    const other = file('other.csv', csv(person('77000000802')))
    const { rejected, counts } = await take([file('wrong.csv', content), other])
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.reason).toMatch(reason)
    // No message repeats anyone's data.
    expect(`${rejected[0]?.path} ${rejected[0]?.reason}`).not.toMatch(/Robin|Sample|77000000801|1980/)
    expect(counts.read).toBe(2)
  })

  test.each([
    ['a day that does not exist', '77000000803,Robin,Sample,2026-02-30', 'date_of_birth', /does not exist/],
    ['the year 0', '77000000803,Robin,Sample,0000-01-01', 'date_of_birth', /not known/],
    ['an empty cell that must not be', '77000000803,Robin,Sample,', 'date_of_birth', /empty/],
    ['no name at all', '77000000803,,,1980-01-01', 'first_name', /no name/],
    ['too few cells', '77000000803,Robin', '', /2 cells.*4 columns/],
    ['too many cells', '77000000803,Robin,Sample,1980-01-01,more', '', /5 cells/],
    ['an open quote', '77000000803,"Robin,Sample,1980-01-01', '', /not closed/],
    ['a quote in the middle', '77000000803,Rob"in,Sample,1980-01-01', '', /quote/],
    ['bytes that are not UTF-8', Buffer.from([0x31, 0xff, 0xfe]), '', /not UTF-8/],
    ['a formula as a name', '77000000803,=HYPERLINK(1),Sample,1980-01-01', 'first_name', /formula/],
    ['a number that is none', '12!3,Robin,Sample,1980-01-01', 'member_number', /letters and digits/],
    ['the number of someone else', '77000000801,Sam,Else,1999-01-01', 'member_number', /someone else/],
  ])(
    'IM-6 IM-3 a row with %s is reported with line, column and reason, and the rest is imported',
    async (_, wrong, column, reason) => {
      const content = Buffer.concat([
        Buffer.from(`${header}\n${row}\n`),
        Buffer.from(wrong),
        Buffer.from('\n77000000804,Robin,"Sample\nJr",1980-02-29\n'),
      ])
      const { rejected, counts } = await take([file('bad.csv', content)])
      expect(rejected).toMatchObject([{ line: 3, path: column, reason: expect.stringMatching(reason) }])
      expect(counts).toMatchObject({ read: 3, rejected: 1 })
      expect((await findMember('77000000804'))?.last_name).toBe('Sample Jr')
    },
  )

  test('IM-6 IM-3 rejects are a file with the same columns that loads once it is corrected', async () => {
    const rejects = join(folder, 'rejects.csv')
    const content = `${header},city\n77000000901,Robin,Sample,1980-13-29,"Eau ""Claire"""\n"77000000902\n${row},\n`
    const { rejected } = await take([file('r.csv', content)], { rejects })
    expect(rejected.map(({ line }) => line)).toEqual([2, 3])
    const written = readFileSync(rejects, 'utf8')
    expect(written).toContain('r.csv,2,date_of_birth,')
    const mended = written.replace('1980-13-29', '1980-12-29')
    expect((await take([file('mended.csv', mended)])).rejected).toHaveLength(1)
    expect(await findMember('77000000901')).toMatchObject({ date_of_birth: '1980-12-29' })
  })

  test('IM-3 no cell of a rejects file is a formula, and importing the file again removes the apostrophe', async () => {
    const rejects = join(folder, 'formula-rejects.csv')
    const content = `${header},phone\n77000000905,=HYPERLINK(1),Sample,1980-12-29,+1 555 0100\n`
    await take([file('formula.csv', content)], { rejects })
    const written = readFileSync(rejects, 'utf8')
    expect(written).toContain(",'=HYPERLINK(1),Sample")
    expect(written).toContain("'+1 555 0100")
    expect((await take([file('formula-mended.csv', written.replace("'=HYPERLINK(1)", 'Robin'))])).rejected).toEqual([])
    const { rows } = await sql`select phone from member_contact join member using (member_id)
      where member_number = '77000000905'`.execute(portal.database.read)
    expect(rows).toEqual([{ phone: '+1 555 0100' }])
  })

  test('IM-6 a dry run reports the same and stores nothing', async () => {
    const before = await digestRows(portal.database)
    const { counts } = await take(
      [file('dry.csv', csv(person('77000000999'), person('77000000998', { state: 'Nowhere' })))],
      {
        dryRun: true,
      },
    )
    expect(counts).toMatchObject({ created: 1, rejected: 1 })
    expect(await digestRows(portal.database)).toEqual(before)
  })
})

test('IM-3 IM-6 all faults of a row are reported at once, by column', async () => {
  const { rejected } = await take([
    file('wrong.csv', csv(person('', { date_of_birth: '31.2.1980', zip_code: '1', email: 'nobody' }))),
  ])
  expect(rejected).toEqual([
    expect.objectContaining({
      path: 'member_number, date_of_birth, zip_code, email',
      reason:
        'member_number is empty; date_of_birth is no day such as 2026-03-31; zip_code is no ZIP code of five digits; email is no e-mail address',
    }),
  ])
})

test('IM-6 a ZIP code that lost its leading zeros gets them back, and an uncertain one costs only itself', async () => {
  const row = (at: number, more: Cells) =>
    person(`7700000860${at}`, { first_name: `Robin${'abc'[at]}`, city: 'Cambridge', ...more })
  const { counts, rejected } = await take([
    file(
      'zips.csv',
      csv(
        row(0, { state: 'MA', zip_code: '2138' }),
        row(1, { state: 'MA', zip_code: '2138-1234' }),
        row(2, { state: 'ND', zip_code: '5810' }),
      ),
    ),
  ])
  expect(rejected).toEqual([])
  const contacts = await portal.database.read
    .selectFrom('member_contact')
    .innerJoin('member', 'member.member_id', 'member_contact.member_id')
    .select(['member_number', 'member_contact.city', 'zip_code'])
    .where('member_number', 'like', '7700000860%')
    .orderBy('member_number')
    .execute()
  expect(contacts.map(({ city, zip_code }) => [city, zip_code])).toEqual([
    ['Cambridge', '02138'],
    ['Cambridge', '02138-1234'],
    ['Cambridge', null],
  ])
  expect(
    counts.warnings?.filter(({ type }) => type === 'ZIP code').map(({ reason, count }) => [count, reason]),
  ).toEqual([
    [2, 'had lost its leading zeros, which were put back'],
    [1, expect.stringMatching(/it is unknown$/)],
  ])
})

test.each(['', 'G-1'])(
  'IM-6 MP-14 RO-4 a row without a relationship makes nobody the subscriber of somebody else’s contract (group: %s)',
  async (group) => {
    const contract = `77000008${group === '' ? 3 : 4}`
    const row = (at: number, more: Cells) =>
      person(`${contract}${at}`, { contract_number: contract, group_number: group, ...more })
    const { rejected } = await take([
      file(
        'unsaid.csv',
        csv(
          row(0, { first_name: 'Teen', date_of_birth: '2012-01-01' }),
          row(1, { first_name: 'Robin', relationship: 'self' }),
          row(2, { first_name: 'Kim', date_of_birth: '1982-01-01' }),
          row(3, { first_name: 'Solo', contract_number: '' }),
        ),
      ),
    ])
    expect(rejected).toEqual([])
    const codes = await Promise.all(
      [0, 1, 2, 3].map(async (at) => (await findMember(`${contract}${at}`))?.relationship_code),
    )
    expect(codes).toEqual(['05', '18', '05', '18'])
  },
)

test('IM-6 MP-14 people without a contract number, however the file says so, share none with strangers', async () => {
  const row = (number: string, more: Cells) => person(number, { group_number: 'G-1', ...more })
  const { rejected, counts } = await take([
    file(
      'null.csv',
      csv(
        row('77000008101', { contract_number: 'NULL', phone: '7015550100.0', coverage_to: 'NULL', city: 'N/A' }),
        row('77000008102', { contract_number: '0', group_number: '4410.0', zip_code: '\\N' }),
        row('77000008103', { group_number: 'NULL', first_name: 'Ann', last_name: 'Null' }),
        row('NULL', { first_name: 'Bo' }),
      ),
    ),
  ])
  expect(rejected.map(({ path, reason }) => [path, reason])).toEqual([
    ['member_number', 'stands for what is not known'],
  ])
  expect(counts.created).toBe(3)
  expect(await findMember('77000008101')).toMatchObject({ contract_number: '77000008101' })
  expect(await findMember('77000008102')).toMatchObject({ contract_number: '77000008102' })
  expect(await findMember('77000008103')).toMatchObject({ last_name: 'Null' })
  expect(await readCoverage('77000008103')).toEqual([])
  expect(await readCoverage('77000008102')).toMatchObject([{ group_name: '4410' }])
  const { rows } = await sql`select phone, city from member_contact join member using (member_id)
    where member_number = '77000008101'`.execute(portal.database.read)
  expect(rows).toEqual([{ phone: '7015550100', city: null }])
})

test('IM-5 AD-5 a run that imported nothing of a file has not succeeded', async () => {
  await take([file('nothing.csv', csv(person('', {})))])
  const run = await portal.database.read
    .selectFrom('import_run')
    .select(['state', 'problem'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(run).toEqual({ state: 'failed', problem: 'NothingImported' })
})

test('IM-3 IM-6 everything that is wrong with a row is told at once, also cells that contradict each other', async () => {
  const row = person('77000009902', {
    ...{ group_number: 'G2', coverage_from: '2026-03-01', coverage_to: '2026-02-28', date_of_birth: '2999-01-01' },
    ...{ email: 'nobody', guardian_first_name: 'Kim', brand: 'nowhere' },
  })
  const { rejected } = await take([file('all.csv', csv(row))])
  expect(rejected.map(({ path }) => path)).toEqual(['date_of_birth, email, coverage_to, guardian_first_name, brand'])
  expect(rejected[0]?.reason).toContain('coverage_to 2026-02-28 is before coverage_from, 2026-03-01')
})

test('IM-6 a coverage that ends before it begins is refused', async () => {
  const row = person('77000009901', {
    group_number: 'G2',
    coverage_from: '2026-03-01',
    coverage_to: '2026-02-28',
  })
  const { rejected } = await take([file('days.csv', csv(row))])
  expect(rejected).toEqual([
    expect.objectContaining({
      path: 'coverage_to',
      reason: '2026-02-28 is before coverage_from, 2026-03-01: one of the two is wrong',
    }),
  ])
  expect(await findMember('77000009901')).toBeUndefined()
})
