import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importFiles, testFolder } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { buildPrice, buildProvider, buildService } from '../../../../test/price-file.ts'
import { findPricedService, listPrices } from '../../../care/rates/price-store.ts'

const portal = testPortal()
const folder = testFolder()

const published = resolve(import.meta.dirname, '../../../../test/price-transparency')

async function take(name: string, content: string | Buffer | null, brand: string | null = 'idh', dryRun = false) {
  const path = join(folder, name)
  if (content !== null) writeFileSync(path, content)
  const asked = { kind: 'rates', brand, brands: ['idh', 'de'], dryRun }
  const { counts, rejected } = await importFiles(portal.database, [path], asked)
  return { counts, rejected: rejected.map(({ path: at, reason }) => `${at} ${reason}`) }
}

const file = (services: readonly unknown[], more: object = {}) => ({
  ...{
    reporting_entity_name: 'Test payer',
    reporting_entity_type: 'issuer',
    last_updated_on: '2026-10-01',
    version: '2.0.0',
  },
  provider_references: [buildProvider(1, 1000000001, 'One'), buildProvider(2, 1000000002, 'Two')],
  in_network: services,
  ...more,
})
const rate = (amount: unknown, refs: readonly unknown[] = [1], more: object = {}) => ({
  provider_references: refs,
  negotiated_prices: [buildPrice(amount, more)],
})

/** The prices in force now, as a member sees them. */
async function prices(brand = 'idh'): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`select s.code || ' ' || g.npi || ' ' || p.amount as said
    from rates_file f join rates_service s using (file_id) join rates_price p using (file_id, item)
    cross join lateral jsonb_array_elements_text(p.refs) as r (ref)
    join rates_provider g on g.file_id = f.file_id and g.ref = r.ref
    where f.state = 'current' and f.brand = ${brand} order by 1`.execute(portal.database.read)
  return rows.map(({ said }) => said)
}
/** Counts the files with prices, without those kept for a roll-back. */
const rowsLeft = async () => {
  const { rows } = await sql<{ count: number }>`select count(distinct p.file_id)::int as count
    from rates_price p join rates_file f using (file_id) where f.state <> 'before'`.execute(portal.database.read)
  return rows[0]?.count
}

describe('IM-8 in-network rates', () => {
  test('IM-8 IM-3 the rule’s other files are refused by name, and change nothing', async () => {
    const files: readonly [string, RegExp][] = [
      ['allowed-amounts-single-plan-sample.json', /is a file of allowed amounts outside of the network/],
      ['table-of-contents-sample.json', /is a table of contents, but not as a list/],
    ]
    for (const [name, reason] of files) {
      const content = { ...file([]), in_network: undefined, provider_references: undefined }
      const own = name.startsWith('allowed') ? { out_of_network: [{}] } : { reporting_structure: {} }
      const { counts, rejected } = await take(name, JSON.stringify({ ...content, ...own }))
      expect([counts.created, rejected]).toEqual([0, [expect.stringMatching(reason)]])
    }
  })

  test('IM-8 a day in another notation and a version as a number cost nothing, and an older file is still older', async () => {
    const build = (code: string, more: object, prices: object = {}) =>
      JSON.stringify(file([buildService(code, [rate(50, [1], prices)])], { plan_name: code, ...more }))
    const written = ['10/05/2026', '2026-10-05T08:30:00Z', '2026-10-05 08:30:00']
    for (const [at, last_updated_on] of written.entries()) {
      const code = `9910${at}`
      const content = build(code, { last_updated_on, version: 2.0 }, { expiration_date: '12/31/2099' })
      expect((await take(`plain-${at}.json`, content, 'de')).rejected).toEqual([])
      expect(await prices('de')).toContain(`${code} 1000000001 5000`)
      const older = build(code, { last_updated_on: '9/30/2026' })
      const { rejected } = await take(`plain-${at}.json`, older, 'de')
      expect(rejected).toEqual([expect.stringContaining('is older than what is here, which is of 2026-10-05')])
    }
    // Version 1 lists providers beside their prices.
    const first = build('99104', { version: 1 }).replace(/"setting":"outpatient",/g, '')
    expect((await take('plain-first.json', first, 'de')).rejected).toEqual([])
    const { rejected } = await take('plain-none.json', build('99105', { last_updated_on: 'October' }), 'de')
    expect(rejected).toEqual([expect.stringContaining('/last_updated_on')])
  })

  test('IM-8 IM-3 a file that is not UTF-8 is refused by name, and no name in it is stored with signs for letters', async () => {
    const content = JSON.stringify(file([buildService('G0009', [rate(9)])], { plan_name: 'Salud Señora' }))
    const { rejected } = await take('old-letters.json', Buffer.from(content, 'latin1'), 'de')
    expect(rejected).toEqual([expect.stringContaining('is not UTF-8')])
    expect((await take('new-letters.json', content, 'de')).rejected).toEqual([])
  })

  test('IM-8 every published example is imported, compressed or not, and the same again changes nothing', async () => {
    const names = readdirSync(published).filter((name) => name.startsWith('in-network'))
    expect(names).toHaveLength(6)
    for (const name of names) {
      copyFileSync(join(published, name), join(folder, name))
      const { counts, rejected } = await take(name, null, 'de')
      expect([name, rejected]).toEqual([name, []])
      expect(counts.created).toBeGreaterThan(1)
      const again = await take(name, null, 'de')
      expect(again.counts).toMatchObject({ created: 0, rejected: 0, unchanged: again.counts.read })
    }
    expect(await prices('de')).toContain('27447 1111111111 12345')
    const packed = await take('packed.json.gz', gzipSync(JSON.stringify(file([buildService('G0001', [rate(1)])]))))
    expect([packed.rejected, await prices()]).toEqual([[], ['G0001 1000000001 100']])
  })

  test('IM-8 IM-3 a byte order mark is ignored', async () => {
    const content = `\uFEFF${JSON.stringify(file([buildService('G0006', [rate(6)])]))}`
    for (const [name, bytes] of [
      ['packed.json', content],
      ['packed.json.gz', gzipSync(content)],
    ] as const)
      expect((await take(name, bytes)).rejected).toEqual([])
    expect(await prices()).toContain('G0006 1000000001 600')
  })

  test('IM-8 money is exact, whatever comes first in the file', async () => {
    const { negotiated_rates: _, ...named } = buildService('G0002', [])
    const { in_network, provider_references, ...rest } = file([
      { negotiated_rates: [rate(1.005), rate(0.1, [2])], ...named },
      buildService('G0003', [rate(45.5, [1, 2], { negotiated_type: 'percentage' })]),
    ])
    const { rejected } = await take('packed.json', JSON.stringify({ in_network, provider_references, ...rest }))
    expect(rejected).toEqual([])
    expect(await prices()).toEqual([
      'G0002 1000000001 101',
      'G0002 1000000002 10',
      'G0003 1000000001 4550',
      'G0003 1000000002 4550',
    ])
  })

  test.each([
    [
      'an arrangement of none',
      buildService('G1', [rate(1)], { negotiation_arrangement: 'gift' }),
      '/in_network/1/negotiation_arrangement must be equal to one of the allowed values: ffs, bundle, capitation',
    ],
    ['no prices', buildService('G1', []), '/in_network/1/negotiated_rates must NOT have fewer than 1 items'],
    [
      'a price of nothing',
      buildService('G1', [rate(0)]),
      '/in_network/1/negotiated_rates/0/negotiated_prices/0/negotiated_rate must be > 0',
    ],
    [
      'a price in words',
      buildService('G1', [rate('twelve')]),
      '/in_network/1/negotiated_rates/0/negotiated_prices/0/negotiated_rate must be number',
    ],
    [
      'a day that there is not',
      buildService('G1', [rate(1, [1], { expiration_date: '2026-02-30' })]),
      '/in_network/1/negotiated_rates/0/negotiated_prices/0/expiration_date must match format "date"',
    ],
    [
      'a code that is missing',
      buildService('G1', [rate(1)], { billing_code: undefined }),
      "/in_network/1 must have required property 'billing_code'",
    ],
    ['a service that is none', 7, '/in_network/1 must be object'],
  ])('IM-8 %s is refused by the schema, with path and reason, and the rest is imported', async (_, bad, reason) => {
    const { counts, rejected } = await take('bad.json', JSON.stringify(file([buildService('G0009', [rate(9)]), bad])))
    expect(rejected[0]).toBe(reason)
    expect(counts.rejected).toBe(1)
    expect(await prices()).toContain('G0009 1000000001 900')
  })

  test('IM-8 an ambiguous share of the bill, a fraction or a percentage, is refused and costs only itself', async () => {
    const share = { negotiated_type: 'percentage' }
    const own = [buildPrice(0.45, share), buildPrice(1, share), buildPrice(45.5, share)]
    const unclear = buildService('G0045', [{ provider_references: [1], negotiated_prices: own }])
    const { rejected } = await take('share.json', JSON.stringify(file([unclear])))
    expect(rejected).toEqual(
      [0, 1].map((at) => expect.stringMatching(`prices/${at}/negotiated_rate is at most one percent`)),
    )
    expect((await prices()).filter((one) => one.startsWith('G0045'))).toEqual(['G0045 1000000001 4550'])
  })

  test('IM-8 an amount that nobody could be asked to pay costs its own price, and is never shown as zero', async () => {
    const group = { provider_references: [1], negotiated_prices: [0.004, 1e-7, 2e9, 5].map((one) => buildPrice(one)) }
    const { counts, rejected } = await take('odd.json', JSON.stringify(file([buildService('G0300', [group])])))
    const at = (index: number) => `/in_network/0/negotiated_rates/0/negotiated_prices/${index}/negotiated_rate`
    expect([counts.rejected, rejected]).toEqual([
      3,
      [`${at(0)} is less than half a cent`, `${at(1)} is less than half a cent`, `${at(2)} is more than a billion`],
    ])
    expect((await prices()).filter((one) => one.startsWith('G0300'))).toEqual(['G0300 1000000001 500'])
  })

  test('IM-8 IM-3 a provider or a service with a placeholder name has none', async () => {
    const nothing = { name: 'N/A', description: 'N/A' }
    const some = file([buildService('G0197', [rate(9)], nothing), buildService('G0198', [rate(9)], { name: 'none' })], {
      provider_references: [buildProvider(1, 1000000001, 'N/A')],
    })
    expect((await take('unnamed.json', JSON.stringify(some))).rejected).toEqual([])
    const { rows } = await sql<{ name: string }>`select s.name || ' of ' || coalesce(g.name, 'nobody') as name
      from rates_file f join rates_service s using (file_id) join rates_provider g using (file_id)
      where f.state = 'current' and f.brand = 'idh' and s.code in ('G0197', 'G0198') order by s.code`.execute(
      portal.database.read,
    )
    expect(rows.map(({ name }) => name)).toEqual(['HCPCS G0197 of nobody', 'Service G0198 of nobody'])
  })

  test('IM-8 IM-3 a fault in a field that no page shows costs no price, and is counted', async () => {
    const without = (one: object, ...names: readonly string[]) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
    const loose = { provider_references: [1], negotiated_prices: [without(buildPrice(7), 'service_code')] }
    const services = [
      buildService('G0401', [
        loose,
        rate(8, [2], { service_code: ['11', '77'] }),
        rate(9, [2], { additional_information: '' }),
      ]),
      without(buildService('G0402', [rate(5)]), 'billing_code_type_version', 'description', 'name'),
    ]
    const tin = { type: 'ein', value: '11.1111111' }
    const providers = [
      without(
        { ...buildProvider(1, 1000000001, 'One'), provider_groups: [{ npi: [1000000001], tin }] },
        'network_name',
      ),
      buildProvider(2, 1000000002, 'Two'),
    ]
    const some = without(file(services, { provider_references: providers }), 'reporting_entity_type')
    const { counts, rejected } = await take('loose.json', JSON.stringify(some))
    expect(rejected).toEqual([])
    expect(await prices()).toEqual(
      expect.arrayContaining([
        ...['G0401 1000000001 700', 'G0401 1000000002 800', 'G0401 1000000002 900', 'G0402 1000000001 500'],
      ]),
    )
    const told = counts.warnings?.map(({ type, reason, count }) => `${count} ${type}: ${reason}`)
    expect(told).toEqual(
      expect.arrayContaining([
        "1 price: must have required property 'service_code'",
        '1 price: additional_information must NOT have fewer than 1 characters',
        "1 service: must have required property 'name'",
        "1 provider group: must have required property 'network_name'",
        "1 header: must have required property 'reporting_entity_type'",
      ]),
    )
    // The fields that decide what a price is, and whose, are still required.
    const wrong = file([buildService('G0403', [rate(8, [1], { billing_class: 'other', service_code: [] }), rate(9)])])
    expect((await take('wrong.json', JSON.stringify(wrong))).rejected).toHaveLength(1)
  })

  test('IM-8 an empty list of modifiers means none, and so does one of components', async () => {
    const plain = buildService('G0301', [rate(3, [1], { billing_code_modifier: [] })])
    const whole = buildService('G0302', [rate(4)], { bundled_codes: [], covered_services: [] })
    const bundle = buildService('G0303', [rate(5)], { negotiation_arrangement: 'bundle', bundled_codes: [] })
    const { rejected } = await take('none.json', JSON.stringify(file([plain, whole, bundle])))
    expect(rejected).toEqual(['/in_network/2/bundled_codes must NOT have fewer than 1 items'])
    const own = (await prices()).filter((one) => one.startsWith('G030'))
    expect(own).toEqual(expect.arrayContaining(['G0301 1000000001 300', 'G0302 1000000001 400']))
  })

  test('IM-8 the examples of version 1 are imported, with the providers beside their prices', async () => {
    const names = readdirSync(published).filter((name) => name.startsWith('version-1'))
    expect(names).toHaveLength(4)
    for (const name of names) {
      copyFileSync(join(published, name), join(folder, name))
      const { counts, rejected } = await take(name, null, 'de')
      expect(rejected.filter((one) => !one.includes('is another file, which is not read'))).toEqual([])
      expect(counts.created).toBeGreaterThan(1)
    }
    const own = (await prices('de')).filter((one) => one.startsWith('27447 6666666666'))
    // Two of the examples are files of the same plan.
    expect([...new Set(own)]).toEqual(['27447 6666666666 12045', '27447 6666666666 2500000'])
  })

  test('IM-8 a file of version 1: amounts unchanged, wherever the version and the groups are', async () => {
    const { setting: _, ...plain } = buildPrice(123.45)
    const { provider_references: __, in_network: ___, ...top } = file([])
    const inline = (npi: readonly number[], tin: string) => [{ npi, tin: { type: 'ein', value: tin } }]
    const of = (more: object, ...negotiated_prices: readonly object[]) => ({ ...more, negotiated_prices })
    const services = [
      buildService('G0100', [
        of({ provider_groups: inline([1000000003], '33-3333333') }, plain),
        of({ provider_references: [5] }, { ...plain, negotiated_rate: 0.5, service_code: ['CSTM-00'] }),
      ]),
      buildService('G0101', [of({ provider_groups: inline([], '44-4444444') }, { ...plain, negotiated_rate: 7 })]),
      buildService('G0102', [of({ provider_references: [5] }, { ...plain, negotiated_rate: 0 })]),
      buildService('190', [of({ provider_references: [5] }, plain)], {
        billing_code_type: 'APR-DRG',
        severity_of_illness: '2',
      }),
    ]
    const provider_references = [
      { provider_group_id: 5, provider_groups: inline([1000000005], '55-5555555') },
      { provider_group_id: 6, location: 'https://files.example/6.json' },
    ]
    // The version and the groups come last.
    const content = { ...top, version: undefined, in_network: services, provider_references }
    const { rejected } = await take('first.json', JSON.stringify({ ...content, version: '1.0.0' }))
    expect(rejected).toEqual([
      '/in_network/2/negotiated_rates/0/negotiated_prices/0/negotiated_rate must be > 0',
      '/provider_references/1/location is another file, which is not read',
    ])
    const own = (await prices()).filter((one) => /^(G010|190)/.test(one))
    expect(own).toEqual(['190-2 1000000005 12345', 'G0100 1000000003 12345', 'G0100 1000000005 50', 'G0101  700'])
    // Version 2 allows neither.
    const { rejected: later } = await take('second.json', JSON.stringify({ ...content, version: '2.1.0' }))
    expect(later[0]).toContain('must have required property')
  })

  test('IM-8 an NPI in the place of a tax number is the NPI', async () => {
    const tin = { type: 'npi', value: '1000000042', business_name: 'Own name' }
    const provider_references = [
      { ...buildProvider(1, 1, ''), provider_groups: [{ npi: [0], tin }] },
      { ...buildProvider(2, 1, ''), provider_groups: [{ npi: [1000000043], tin }] },
    ]
    const content = file([buildService('G0042', [rate(1), rate(2, [2])])], { provider_references })
    expect((await take('npi.json', JSON.stringify(content))).rejected).toEqual([])
    const { rows } =
      await sql`select distinct npi, tin from rates_provider where name = 'Own name' order by npi`.execute(
        portal.database.read,
      )
    expect(rows).toEqual(['1000000042', '1000000043'].map((npi) => ({ npi, tin: '' })))
  })

  test('IM-8 IM-3 an NPI as a text counts, and any other text costs only its group', async () => {
    const write = (id: number, npi: readonly unknown[]) => ({
      provider_group_id: id,
      provider_groups: [{ npi, tin: { type: 'ein', value: '11-1111111' } }],
    })
    const groups = [
      write(1, ['1000000001', ' 1000000002 ', 1000000002, '0']),
      write(2, ['one']),
      write(3, [1000000003]),
    ]
    const services = [buildService('G0031', [rate(1), rate(2, [2]), rate(3, [3])])]
    const { rejected } = await take('texts.json', JSON.stringify(file(services, { provider_references: groups })))
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected.every((one) => /provider_references\/1|provider group|group 2/i.test(one))).toBe(true)
    const said = (await prices()).filter((one) => one.startsWith('G0031'))
    expect(said).toEqual(['G0031  100', 'G0031 1000000001 100', 'G0031 1000000002 100', 'G0031 1000000003 300'])
  })

  test('IM-8 a missing group of providers is reported', async () => {
    const { rejected } = await take('bad.json', JSON.stringify(file([buildService('G0010', [rate(1), rate(2, [77])])])))
    expect(rejected).toEqual(['/provider_references provider group 77 is not in the file: its prices are of no one'])
  })

  test('IM-8 IM-3 a group that prices name by a text is in the file, and every missing one is counted', async () => {
    const texts = await take('text-refs.json', JSON.stringify(file([buildService('G0011', [rate(1, ['1', '2'])])])))
    expect(texts.rejected).toEqual([])
    const refs = [1, ...Array.from({ length: 25 }, (_, at) => 100 + at)]
    const many = await take('many-refs.json', JSON.stringify(file([buildService('G0012', [rate(1, refs)])])))
    expect(many.rejected).toHaveLength(20)
    expect(many.counts.skips).toEqual([
      { type: 'provider group', reason: 'is not in its file: its prices are of no one', count: 5 },
    ])
  })

  test('IM-8 a new file replaces the whole old one; a bad, older or broken one changes nothing', async () => {
    const old = file([buildService('G0020', [rate(20)]), buildService('G0021', [rate(21)])])
    await take('2026-10_swap.json', JSON.stringify(old))
    const seen = (await prices()).filter((one) => one.startsWith('G002'))
    expect(seen).toEqual(['G0020 1000000001 2000', 'G0021 1000000001 2100'])
    const text = JSON.stringify(file([buildService('G0022', [rate(22)])], { last_updated_on: '2026-11-01' }))
    const failures = [
      ['cut', text.slice(0, -20), 'is not JSON, or is cut short'],
      ['words', text.replace('"version":"2.0.0",', ''), "must have required property 'version'"],
      ['day', text.replace('2026-11-01', '2026-09-01'), 'is older than what is here, which is of 2026-10-01'],
      ['nothing', JSON.stringify(file([buildService('G0022', [rate(-1)])])), 'has no price that could be imported'],
    ] as const
    for (const [, content, why] of failures) {
      const { rejected } = await take('2026-11-01_swap.json', content)
      expect(rejected.at(-1)).toContain(why)
      expect((await prices()).filter((one) => one.startsWith('G002'))).toEqual(seen)
    }
    const before = await rowsLeft()
    expect((await take('2026-11-01_swap.json', text, 'idh', true)).rejected).toEqual([])
    expect((await prices()).filter((one) => one.startsWith('G002'))).toEqual(seen)
    expect((await take('2026-11-01_swap.json', text)).rejected).toEqual([])
    expect((await prices()).filter((one) => one.startsWith('G002'))).toEqual(['G0022 1000000001 2200'])
    expect(await rowsLeft()).toBe(before)
  })

  test('IM-8 requests during a change of files see the old or the new, never a mix', async () => {
    const make = (amount: number) =>
      JSON.stringify(
        file(
          Array.from({ length: 40 }, (_, at) => buildService(`G1${at + 100}`, [rate(amount)])),
          { version: `${amount}` },
        ),
      )
    await take('mix.json', make(1))
    const asked: string[][] = []
    const taking = (async () => {
      for (const amount of [2, 3, 4]) await take('mix.json', make(amount))
      return 'done' as const
    })()
    const turn = () => new Promise((done) => setImmediate(done))
    for (let is: unknown = null; is !== 'done'; is = await Promise.race([taking, turn()])) asked.push(await prices())
    const mine = asked.map((all) => all.filter((one) => one.startsWith('G1')).map((one) => one.split(' ')[2]))
    expect(mine.map(({ length }) => length)).toEqual(mine.map(() => 40))
    expect(mine.map((one) => new Set(one).size)).toEqual(mine.map(() => 1))
  })

  test('IM-8 without a brand, the payer determines it, and an unknown payer is refused', async () => {
    const { rejected } = await take('payer.json', JSON.stringify(file([buildService('G0030', [rate(1)])])), null)
    expect(rejected[0]).toContain('/reporting_entity_name the payer Test payer is none that the settings know')
  })
})

test('IM-8 MP-26 a price keeps the file’s words, and codes get their leading zeros', async () => {
  const buildNote = (additional_information: string) => ({ additional_information })
  const { rejected } = await take(
    'words.json',
    JSON.stringify(
      file(
        [
          buildService('G7001', [
            {
              provider_references: [1],
              negotiated_prices: [
                buildPrice(10, buildNote('Only at night')),
                buildPrice(12, buildNote('N/A')),
                buildPrice(14),
              ],
            },
          ]),
          buildService('110', [rate(90)], { billing_code_type: 'RC' }),
          buildService('64', [rate(80)], { billing_code_type: 'MS-DRG' }),
        ],
        { reporting_entity_name: 'Words payer' },
      ),
    ),
    'de',
  )
  expect(rejected).toEqual([])
  const list = (type: string, code: string) =>
    listPrices(
      portal.database.read,
      { brand: 'de', planIds: [], planName: null },
      { type, code, today: '2026-11-28', provider: null },
    )
  expect((await list('HCPCS', 'G7001')).rows).toMatchObject([{ low: 1000, high: 1400, note: 'Only at night' }])
  expect((await list('RC', '0110')).rows).toMatchObject([{ low: 9000, note: null }])
  expect((await list('MS-DRG', '064')).rows).toMatchObject([{ low: 8000 }])
})

describe('IM-8 MP-26 which prices are a provider’s', () => {
  const listShown = async (code: string) =>
    (
      await listPrices(
        portal.database.read,
        { brand: 'de', planIds: [], planName: null },
        { type: 'HCPCS', code, today: '2026-11-28', provider: null },
      )
    ).rows.map(({ npi, basis, bundle, low, high }) => `${npi} ${basis}${bundle ? ' of all parts' : ''} ${low} ${high}`)
  const takeOwn = async (services: readonly unknown[], more: object = {}) =>
    (await take('which.json', JSON.stringify(file(services, { reporting_entity_name: 'Which payer', ...more })), 'de'))
      .rejected

  test('IM-8 groups whose numbers have more digits than a JavaScript number are distinguished', async () => {
    const [one, two] = ['9007199254740992', '9007199254740993']
    const content = JSON.stringify(
      file([buildService('G7100', [rate(100, ['A']), rate(900, ['B'])])], {
        reporting_entity_name: 'Long payer',
        provider_references: [
          { ...buildProvider(1, 1000000001, 'One'), provider_group_id: 'A' },
          { ...buildProvider(2, 1000000002, 'Two'), provider_group_id: 'B' },
        ],
      }),
    )
    for (const version of ['1.0.0', '2.0.0']) {
      const long = content.replaceAll('"A"', one).replaceAll('"B"', two).replace('2.0.0', version)
      expect((await take(`long-${version}.json`, long, 'de')).rejected).toEqual([])
      expect(await listShown('G7100')).toEqual(['1000000001 service 10000 10000', '1000000002 service 90000 90000'])
    }
    const missing = content.replaceAll('"A"', one).replace('"B"', '9007199254740994').replace('"B"', two)
    expect((await take('long-2.0.0.json', missing, 'de')).rejected).toEqual([
      '/provider_references provider group 9007199254740993 is not in the file: its prices are of no one',
    ])
  })

  test('IM-8 MP-26 a price of a service alone is not mixed with one for the service and its components', async () => {
    const part = {
      billing_code_type: 'CPT',
      billing_code_type_version: '2026',
      billing_code: '00100',
      description: 'A',
    }
    const bundle = { negotiation_arrangement: 'bundle', bundled_codes: [part] }
    const services = [
      buildService('G7101', [rate(30_000), rate(25_000, [2])], bundle),
      buildService('G7101', [rate(1_500)]),
      buildService('G7102', [rate(5)], { negotiation_arrangement: 'capitation', covered_services: [part] }),
      buildService('G7102', [rate(6)]),
    ]
    expect(await takeOwn(services)).toEqual([])
    expect(await listShown('G7101')).toEqual([
      '1000000001 service 150000 150000',
      '1000000002 service of all parts 2500000 2500000',
    ])
    const scope = { brand: 'de', planIds: [], planName: null }
    const readParts = async (code: string) =>
      (await findPricedService(portal.database.read, scope, { type: 'HCPCS', code }))?.parts.length
    expect([await readParts('G7101'), await readParts('G7102')]).toEqual([1, 0])
  })

  test('IM-8 MP-26 a fee schedule takes precedence over a negotiated price, and that over a derived one', async () => {
    const of = (...prices: readonly [number, string, object?][]) => ({
      provider_references: [1],
      negotiated_prices: prices.map(([amount, negotiated_type, more]) =>
        buildPrice(amount, { negotiated_type, ...more }),
      ),
    })
    const facility = { billing_class: 'institutional' }
    const services = [
      buildService('G7103', [of([80, 'negotiated'], [100, 'fee schedule'], [70, 'derived'])]),
      buildService('G7104', [of([80, 'negotiated'], [70, 'derived'], [90, 'derived', facility])]),
      buildService('G7105', [of([70, 'derived'])]),
    ]
    expect(await takeOwn(services)).toEqual([])
    expect(await listShown('G7103')).toEqual(['1000000001 service 10000 10000'])
    expect(await listShown('G7104')).toEqual(['1000000001 service 8000 8000', '1000000001 service 9000 9000'])
    expect(await listShown('G7105')).toEqual(['1000000001 service 7000 7000'])
  })

  test('IM-8 MP-26 a price per day comes after a price for everything, and a share of the bill last', async () => {
    const of = (ref: number, ...prices: readonly [number, string][]) => ({
      provider_references: [ref],
      negotiated_prices: prices.map(([amount, negotiated_type]) => buildPrice(amount, { negotiated_type })),
    })
    const services = [
      buildService('G7107', [of(1, [900, 'per diem'], [40, 'percentage']), of(2, [5_000, 'negotiated'])]),
    ]
    expect(await takeOwn(services)).toEqual([])
    expect(await listShown('G7107')).toEqual([
      '1000000002 service 500000 500000',
      '1000000001 day 90000 90000',
      '1000000001 share 4000 4000',
    ])
  })

  test('IM-8 MP-26 a file of another exchange plan does not apply by name', async () => {
    const named = { plan_name: 'Gold PPO', plan_id_type: 'hios', plan_market_type: 'individual', issuer_name: 'Issuer' }
    const loadPlan = async (plan_id: string, amount: number) =>
      take(
        `${plan_id}.json`,
        JSON.stringify(
          file([buildService('G7110', [rate(amount)])], { ...named, plan_id, reporting_entity_name: plan_id }),
        ),
        'de',
      )
    for (const [id, amount] of [
      ['11111DE0010001', 10],
      ['99999DE0010001', 99],
      ['51-0000001', 20],
    ] as const)
      expect((await loadPlan(id, amount)).rejected).toEqual([])
    const list = async (...planIds: readonly string[]) => {
      const scope = { brand: 'de', planIds, planName: 'gold ppo' }
      const of = { type: 'HCPCS', code: 'G7110', today: '2026-11-28', provider: null }
      return (await listPrices(portal.database.read, scope, of)).rows.map(({ low, high }) => [low, high])
    }
    // An employer's number does not say which plan of the exchange it is.
    expect(await list('11111DE0010001-04', '11111DE0010001')).toEqual([[1_000, 2_000]])
    // A file with another kind of plan id may belong to any plan.
    expect(await list('gold')).toEqual([[1_000, 9_900]])
  })

  test('IM-8 a share above the whole bill is a share of something else, and refused', async () => {
    const share = { negotiated_type: 'percentage' }
    const services = [buildService('G7106', [rate(120, [1], share), rate(100, [2], share)])]
    expect(await takeOwn(services)).toEqual([
      '/in_network/0/negotiated_rates/0/negotiated_prices/0/negotiated_rate is more than the whole bill',
    ])
    expect(await listShown('G7106')).toEqual(['1000000002 share 10000 10000'])
  })
})
