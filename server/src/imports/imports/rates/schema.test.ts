import { describe, expect, test } from 'vitest'
import { priceRows, providerRows, serviceRow } from './rows.ts'
import { createRatesSchema } from './schema.ts'

const schema = createRatesSchema(2)
const price = (negotiated_rate: number, more: object = {}) => ({
  negotiated_type: 'negotiated',
  negotiated_rate,
  expiration_date: '2099-12-31',
  billing_class: 'institutional',
  setting: 'both',
  ...more,
})
const prices = (all: readonly object[]) => ({ provider_references: [1], negotiated_prices: all })

describe('IM-8 the schema of rates', () => {
  test('IM-8 IM-5 the time for checking prices grows with their number, and no faster', () => {
    const reads = (count: number) => {
      let all = 0
      const countReads = (value: object) =>
        new Proxy(value, {
          get(target, key) {
            all += 1
            return Reflect.get(target, key)
          },
        })
      schema.prices(prices(Array.from({ length: count }, (_, at) => countReads(price(at + 1)))), 0, 0)
      return all
    }
    // Comparing each with each would read eight times as many prices 64 times as often.
    expect(reads(1_600)).toBe(8 * reads(200))
    expect(reads(200)).toBeGreaterThan(200)
  })

  test('IM-8 IM-3 a severity written as a number is that text', () => {
    const service = {
      ...{
        negotiation_arrangement: 'ffs',
        name: 'Birth',
        billing_code_type: 'APR-DRG',
        billing_code_type_version: '41',
      },
      ...{ billing_code: '560', description: 'Birth', severity_of_illness: 2 },
    }
    expect(serviceRow(schema.service(service, 0, 1), 0).code).toBe('560-2')
  })

  test('IM-8 IM-3 a null in an optional field means the same as a missing one', () => {
    const empty = { billing_code_modifier: null, additional_information: null }
    expect(schema.prices(prices([price(7, empty)]), 3, 4)).toMatchObject({ wrong: [], said: prices([price(7)]) })
    expect(schema.prices(prices([price(7, empty), price(8, { setting: null })]), 3, 4).wrong).toHaveLength(1)
    const service = {
      negotiation_arrangement: 'ffs',
      name: 'A',
      billing_code_type: 'CPT',
      billing_code_type_version: '1',
    }
    const said = { ...service, billing_code: '1', description: 'A' }
    expect(schema.service({ ...said, bundled_codes: null, negotiated_rates: [] }, 0, 1)).toMatchObject(said)
  })

  test('IM-8 IM-3 repetitions are reported, count once, and cost no other price', () => {
    const told: string[] = []
    const telling = createRatesSchema(2, (type, reason) => void told.push(`${type}: ${reason}`))
    const [first, ...rest] = Object.entries(price(7, { billing_code_modifier: ['26', '26'] }))
    const turned = Object.fromEntries([...rest, ...(first === undefined ? [] : [first])])
    const all = [price(7, { billing_code_modifier: ['26', '26'] }), price(8), turned]
    const { said, wrong } = telling.prices({ ...prices(all), provider_references: [1, 1, 2] }, 3, 4)
    const { rows } = priceRows(said, { item: 3, index: 4, path: '' })
    expect([wrong, rows.map(({ amount, refs, modifiers }) => [amount, refs, modifiers])]).toEqual([
      [],
      [
        [700, ['1', '2'], '26'],
        [800, ['1', '2'], ''],
      ],
    ])
    const group = { npi: [1234567893, 1234567893], tin: { type: 'ein', value: '1', business_name: 'A' } }
    const reference = { provider_group_id: 1, network_name: ['N'], provider_groups: [group, group] }
    expect(new Set(providerRows(telling.providers(reference, 0)).map(({ npi }) => npi))).toEqual(
      new Set(['1234567893']),
    )
    expect(new Set(told)).toEqual(
      new Set([
        'price: billing_code_modifier must NOT have an item twice',
        'provider group: provider_groups/npi must NOT have an item twice',
      ]),
    )
    telling.prices(prices([price(7), price(8), price(7)]), 3, 4)
    expect(told.at(-1)).toBe('prices: negotiated_prices must NOT have an item twice')
  })

  test('IM-8 IM-5 in a file of version 1, malformed fields of version 2 cost only themselves', () => {
    const one = createRatesSchema(1)
    const tin = { type: 'ein', value: '1', business_name: null }
    const reference = { provider_group_id: 1, provider_groups: [{ npi: [1234567893], tin }] }
    const read = (network_name: unknown) => providerRows(one.providers({ ...reference, network_name }, 0))
    for (const [said, network] of [
      ['Net', 'Net'],
      [['Net', 5, 'Other'], 'Net; Other'],
      [5, null],
      [{ name: 'Net' }, null],
    ] as const)
      expect(read(said)).toMatchObject([{ npi: '1234567893', name: null, network }])
    const service = {
      ...{ negotiation_arrangement: 'ffs', name: 'A', billing_code_type: 'APR-DRG', billing_code_type_version: '1' },
      ...{ billing_code: '190', description: 'A', severity_of_illness: 2 },
    }
    expect(serviceRow(one.service(service, 0, 1), 0).code).toBe('190-2')
    const said = {
      provider_references: [1],
      negotiated_prices: [price(7, { setting: 'home', additional_information: 5 })],
    }
    expect(() => one.prices(said, 0, 0)).toThrow('must be string')
    const { rows } = priceRows(one.prices(prices([price(7, { setting: 'home' })]), 0, 0).said, {
      item: 0,
      index: 0,
      path: '',
    })
    expect(rows).toMatchObject([{ amount: 700, setting: 'both' }])
  })

  test.each([
    '9999-12-31',
    '12/31/9999',
    '99991231',
    '9999-12-31T00:00:00',
    '12/31/9999 0:00',
    '2999-12-30',
    '12/30/2999',
  ])('IM-8 a last day of %s is no end, and costs no price', (expiration_date) => {
    const { said, wrong } = schema.prices(prices([price(7, { expiration_date })]), 3, 4)
    expect(wrong).toEqual([])
    const [one] = said.negotiated_prices
    expect((one?.expiration_date ?? '') >= '2999-12-30').toBe(true)
  })

  test('IM-8 IM-3 a wrong price is reported with its place and costs no other price of the same providers', () => {
    const wrong = [price(0), price(5, { billing_class: 'facility' }), price(6, { expiration_date: '13/31/2026' })]
    const read = schema.prices(prices([...wrong, price(7)]), 3, 4)
    expect(read.said.negotiated_prices.map((one) => one.negotiated_rate)).toEqual([7])
    const path = '/in_network/3/negotiated_rates/4/negotiated_prices'
    expect(read.wrong.map((one) => one.path)).toEqual([
      `${path}/0/negotiated_rate`,
      `${path}/1/billing_class`,
      `${path}/2/expiration_date`,
    ])
    expect(() => schema.prices(prices([price(0)]), 3, 4)).toThrow('must be > 0')
    expect(() => schema.prices({ provider_references: ['x'], negotiated_prices: [price(0), price(7)] }, 3, 4)).toThrow(
      'must match pattern',
    )
  })
})

test('IM-8 IM-3 amounts as texts, words in another letter case and codes as numbers have a plain meaning', () => {
  const write = (negotiated_rate: unknown) => ({
    ...price(1, { negotiated_type: 'Negotiated', billing_class: 'INSTITUTIONAL', setting: 'Both' }),
    negotiated_rate,
  })
  const { said, wrong } = schema.prices(prices(['125.505', '$1,250.00', 7].map(write)), 0, 0)
  expect(wrong).toEqual([])
  expect(said.negotiated_prices).toEqual([price(125.505), price(1250), price(7)])
  // Nothing is guessed.
  for (const text of ['1.250,00', '1,25', '-5', '(5.00)', '$0', 'x', '1e3', ''])
    expect(() => schema.prices(prices([write(text)]), 0, 0), text).toThrow(/must be/)
  const service = { negotiation_arrangement: 'FFS', name: 'A', billing_code_type_version: '1', description: 'A' }
  const readCode = (billing_code_type: string, billing_code: unknown) => {
    const { code, codeType, arrangement } = serviceRow(
      schema.service({ ...service, billing_code_type, billing_code, negotiated_rates: [] }, 0, 1),
      0,
    )
    return [arrangement, codeType, code]
  }
  expect(readCode('cpt', 99213)).toEqual(['ffs', 'CPT', '99213'])
  expect(readCode('CPT', 100)).toEqual(['ffs', 'CPT', '00100'])
  expect(readCode('ms-drg', 39)).toEqual(['ffs', 'MS-DRG', '039'])
  expect(() => readCode('NDC', 12345)).toThrow(/must be string/)
})
