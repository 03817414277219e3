import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkContrast, deriveTokens, type TokenName } from './colors.ts'
import { contrastRatio, hexColor, toOklch } from './oklch.ts'
import type { BrandLook } from './types.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const anyLook: fc.Arbitrary<Omit<BrandLook, 'scene'>> = fc.record({
  primary: color,
  accent: color,
  radius: fc.integer({ min: 0, max: 20 }),
  header: fc.constantFrom('light', 'dark'),
})
const look: BrandLook = { primary: '#0d4f85', accent: '#e0a030', radius: 10, header: 'light', scene: 'hills' }

describe('tokens of a brand', () => {
  test('BR-8 whatever primary and accent a brand has, every pair of colors is legible', () => {
    fc.assert(
      fc.property(anyLook, (given) => {
        expect(checkContrast(deriveTokens(given))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test.each(['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#ff0000', '#00ff00', '#777777', '#949494'])(
    'BR-8 the edge color %s is legible as primary and as accent, under both headers',
    (edge) => {
      for (const header of ['light', 'dark'] as const) {
        expect(checkContrast(deriveTokens({ ...look, primary: edge, accent: edge, header }))).toEqual([])
      }
    },
  )

  test('BR-8 every token is a color, and both kinds of header have the same names', () => {
    fc.assert(
      fc.property(anyLook, (given) => {
        for (const value of Object.values(deriveTokens(given))) expect(value).toMatch(hexColor)
        expect(Object.keys(deriveTokens({ ...given, header: 'dark' }))).toEqual(
          Object.keys(deriveTokens({ ...given, header: 'light' })),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('BR-8 a primary and an accent that carry legible text stay exactly as given, in lower case', () => {
    const tokens = deriveTokens({ ...look, primary: '#0D4F85', accent: '#E0A030' })
    expect(tokens['--brand-primary']).toBe('#0d4f85')
    expect(tokens['--brand-primary-text']).toBe('#0d4f85')
    expect(tokens['--brand-accent']).toBe('#e0a030')
    expect(tokens['--brand-on-primary']).toBe('#ffffff')
  })

  test('BR-8 a light primary carries dark text and is darkened for links', () => {
    const tokens = deriveTokens({ ...look, primary: '#f2c200' })
    expect(tokens['--brand-primary']).toBe('#f2c200')
    expect(toOklch(tokens['--brand-on-primary']).l).toBeLessThan(0.3)
    expect(contrastRatio('#f2c200', '#ffffff')).toBeLessThan(3)
    expect(contrastRatio(tokens['--brand-primary-text'], '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })

  test('BR-8 the dark header has the primary color if white is legible on it, else a deeper one', () => {
    expect(deriveTokens({ ...look, header: 'dark' })['--header-bg']).toBe('#0d4f85')
    const deepened = deriveTokens({ ...look, primary: '#f2c200', header: 'dark' })['--header-bg']
    expect(contrastRatio(deepened, '#ffffff')).toBeGreaterThanOrEqual(7)
  })

  test('BR-8 a button changes under the pointer, whatever the primary color', () => {
    fc.assert(
      fc.property(anyLook, (given) => {
        const tokens = deriveTokens(given)
        const states = ['--brand-primary', '--brand-primary-hover', '--brand-primary-active'] as const
        expect(new Set(states.map((state) => tokens[state])).size).toBe(3)
      }),
      { numRuns: 200, examples: [[{ ...look, primary: '#000000' }], [{ ...look, primary: '#ffffff' }]] },
    )
  })

  test.each<[TokenName, string, string]>([
    ['--text-muted', '#9aa5b1', '--text-muted on --page'],
    ['--brand-border-control', '#cbd2d9', '--brand-border-control on --surface'],
    ['--brand-on-primary', '#0d4f85', '--brand-on-primary on --brand-primary'],
    ['--brand-gradient-to', '#ffffff', '--brand-gradient-fg on --brand-gradient-to'],
    ['--brand-focus-halo', '#0d4f85', '--brand-focus or --brand-focus-halo on --brand-primary'],
    ['--header-fg-muted', '#c0c0c0', '--header-fg-muted on --header-bg'],
    ['--danger-text', '#ff8080', '--danger-text on --danger-bg'],
  ])('BR-8 the check names the pair when %s is %s', (name, value, pair) => {
    const failures = checkContrast({ ...deriveTokens(look), [name]: value })
    const failure = failures.find((one) => one.pair === pair)
    expect(failure).toBeDefined()
    expect(failure?.ratio).toBeLessThan(failure?.needed ?? 0)
  })
})
