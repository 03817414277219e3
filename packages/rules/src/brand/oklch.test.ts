import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeLuminance, contrastRatio, toHex, toOklch } from './oklch.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('color conversion', () => {
  test('BR-8 every sRGB color survives the conversion to OKLCH and back', () => {
    fc.assert(
      fc.property(color, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex)
      }),
      { numRuns: 2000 },
    )
  })

  test('BR-8 known colors have their published OKLCH values', () => {
    const red = toOklch('#ff0000')
    expect(red.l).toBeCloseTo(0.628, 3)
    expect(red.c).toBeCloseTo(0.2577, 3)
    expect(red.h).toBeCloseTo(29.23, 1)
    expect(toOklch('#ffffff').l).toBeCloseTo(1, 4)
    expect(toOklch('#000000').l).toBeCloseTo(0, 4)
  })

  test('BR-8 a color that the screen cannot show keeps lightness and hue and loses chroma', () => {
    const shown = toOklch(toHex({ l: 0.7, c: 0.4, h: 150 }))
    expect(shown.l).toBeCloseTo(0.7, 2)
    expect(Math.abs(shown.h - 150)).toBeLessThan(1.5)
    expect(shown.c).toBeLessThan(0.4)
    expect(shown.c).toBeGreaterThan(0.15)
  })

  test('BR-8 contrast is as in WCAG: 21 for black on white, 1 for a color on itself, in either order', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    fc.assert(
      fc.property(color, color, (one, other) => {
        expect(contrastRatio(one, one)).toBe(1)
        expect(contrastRatio(one, other)).toBe(contrastRatio(other, one))
      }),
    )
  })

  test('BR-8 a value that is not a color is refused', () => {
    for (const value of ['#fff', 'red', '#12345g', '']) expect(() => computeLuminance(value)).toThrow(RangeError)
  })
})
