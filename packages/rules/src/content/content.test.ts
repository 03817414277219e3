import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestMatch, type ContentItem } from './match.ts'
import { QUALIFIERS, requestProblem } from './request.ts'

const item = (more: Partial<ContentItem> = {}): ContentItem => ({
  name: 'A',
  contentType: null,
  brand: 'ALL',
  language: 'en',
  qualifiers: {},
  value: JSON.stringify(more),
  ...more,
})
const asked = { brand: 'HMBCBS', languages: ['es', 'en'], qualifiers: { gender: 'F', relationship: '18' } }

describe('CT-1 the most specific item', () => {
  test('CT-1 the preferred language comes first, then the brand, then more qualifiers', () => {
    const all = item()
    const own = item({ brand: 'HMBCBS' })
    const ownFemale = item({ brand: 'HMBCBS', qualifiers: { gender: 'F' } })
    const allBoth = item({ qualifiers: { gender: 'F', relationship: '18' } })
    const spanish = item({ language: 'es' })
    expect(bestMatch([all], asked)?.item).toBe(all)
    expect(bestMatch([all, own], asked)?.item).toBe(own)
    expect(bestMatch([all, allBoth, own], asked)?.item).toBe(own)
    expect(bestMatch([own, ownFemale, all], asked)?.item).toBe(ownFemale)
    expect(bestMatch([ownFemale, spanish], asked)?.item).toBe(spanish)
    expect(bestMatch([ownFemale, spanish], asked)?.reason).toEqual({ brand: 'all', language: 'es', qualifiers: [] })
  })

  test('CT-1 another brand, language or condition never matches', () => {
    const others = [
      item({ brand: 'NDBCBS' }),
      item({ language: 'ar' }),
      item({ qualifiers: { gender: 'M' } }),
      item({ qualifiers: { PBM: 'X' } }),
    ]
    expect(bestMatch(others, asked)).toBeNull()
    expect(bestMatch([], asked)).toBeNull()
  })

  test('CT-1 BR-12 for any items, the answer matches and does not depend on their order', () => {
    const items = fc.array(
      fc.record({
        name: fc.constant('A'),
        contentType: fc.constant(null),
        brand: fc.constantFrom('ALL', 'HMBCBS', 'NDBCBS'),
        language: fc.constantFrom('en', 'es', 'ar'),
        qualifiers: fc.constantFrom(
          {},
          { gender: 'F' },
          { gender: 'M' },
          { relationship: '18' },
          { gender: 'F', relationship: '18' },
        ),
        value: fc.string(),
      }),
      { maxLength: 12 },
    )
    const key = (found: ContentItem | undefined) =>
      found && [found.brand, found.language, JSON.stringify(found.qualifiers)].join()
    fc.assert(
      fc.property(items, (list) => {
        const found = bestMatch(list, asked)?.item
        expect(key(bestMatch([...list].reverse(), asked)?.item)).toBe(key(found))
        if (found) expect(['ALL', 'HMBCBS']).toContain(found.brand)
      }),
    )
  })
})

describe('CT-2 a request', () => {
  const brand = { name: 'brand', value: 'HMBCBS' }
  const relationship = { name: 'relationship', value: 'subscriber' }
  const whole = { name: 'X', qualifiers: [brand, relationship] }

  test.each([
    ['Missing teamsite cache key', []],
    ['Missing teamsite cache key', [{ ...whole, name: '' }]],
    ['Missing required qualifier key', [{ name: '*' }]],
    ['Missing required options', [{ name: 'X' }]],
    ['Missing required brand qualifier', [{ ...whole, qualifiers: [relationship] }]],
    ['Missing required brand qualifier', [{ ...whole, qualifiers: [{ ...brand, value: '' }, relationship] }]],
    ['Missing required relationship qualifier', [whole, { ...whole, qualifiers: [brand] }]],
    ['Missing request object for 2', [whole, null]],
    [null, [whole, { name: '*', contentType: 'Language' }]],
  ])('CT-2 %s', (problem, wishes) => {
    expect(requestProblem(wishes)).toBe(problem)
  })

  test('CT-1 there are nineteen qualifiers', () => {
    expect(QUALIFIERS).toHaveLength(19)
  })
})
