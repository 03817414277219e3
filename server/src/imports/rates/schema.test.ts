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
const ofCount = (count: number) => prices(Array.from({ length: count }, (_, at) => price(at + 1)))

describe('IM-8 the schema of rates', () => {
  test('IM-8 IM-5 what it takes to check prices grows with their number, and no faster', () => {
    const cost = (count: number) => {
      const piece = ofCount(count)
      const before = process.threadCpuUsage()
      schema.prices(piece, 0, 0)
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    cost(4_000)
    const least = (count: number) => Math.min(...[1, 2, 3].map(() => cost(count)))
    // Eight times as many prices: 64 times the work if each were compared with each.
    expect(least(16_000) / least(2_000)).toBeLessThan(24)
  })

  test('IM-8 a price that is there twice is refused, in whatever order its fields are', () => {
    const [first, ...rest] = Object.entries(price(7))
    const turned = Object.fromEntries([...rest, ...(first === undefined ? [] : [first])])
    expect(() => schema.prices(prices([price(7), price(8), turned]), 3, 4)).toThrow('must NOT have an item twice')
    expect(() => schema.prices(prices([price(7), price(8)]), 3, 4)).not.toThrow()
  })
})
