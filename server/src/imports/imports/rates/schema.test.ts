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

  test('IM-8 a price that is there twice is refused, in whatever order its fields are', () => {
    const [first, ...rest] = Object.entries(price(7))
    const turned = Object.fromEntries([...rest, ...(first === undefined ? [] : [first])])
    expect(() => schema.prices(prices([price(7), price(8), turned]), 3, 4)).toThrow('must NOT have an item twice')
    expect(() => schema.prices(prices([price(7), price(8)]), 3, 4)).not.toThrow()
  })
})
