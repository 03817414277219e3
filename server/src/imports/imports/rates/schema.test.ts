import { describe, expect, test } from 'vitest'
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
  test('IM-8 IM-5 what it takes to check prices grows with their number, and no faster', () => {
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
    // If each were compared with each, eight times as many prices would be read 64 times as often.
    expect(reads(1_600)).toBe(8 * reads(200))
    expect(reads(200)).toBeGreaterThan(200)
  })

  test('IM-8 IM-3 a field that is null says nothing, where it may be missing', () => {
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

  test('IM-8 a price that is there twice is refused, in whatever order its fields are', () => {
    const [first, ...rest] = Object.entries(price(7))
    const turned = Object.fromEntries([...rest, ...(first === undefined ? [] : [first])])
    expect(() => schema.prices(prices([price(7), price(8), turned]), 3, 4)).toThrow('must NOT have an item twice')
    expect(() => schema.prices(prices([price(7), price(8)]), 3, 4)).not.toThrow()
  })

  test('IM-8 IM-3 a price that is wrong is told with its place and costs no other price of the same providers', () => {
    const wrong = [price(0), price(5, { billing_class: 'facility' }), price(6, { expiration_date: '12/31/2026' })]
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
      'must be number',
    )
  })
})
