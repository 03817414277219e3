/** A color in OKLCH: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

type Triple = readonly [number, number, number]

/** `#rrggbb` in either case. */
export const hexColor = /^#[0-9a-f]{6}$/i

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** Linear-light channels 0 to 1 of `#rrggbb`; throws a RangeError for anything else. */
function parseLinear(hex: string): Triple {
  if (!hexColor.test(hex)) throw new RangeError(`Not a colour of the form #rrggbb: ${hex}`)
  const channel = (from: number) => toLinear(Number.parseInt(hex.slice(from, from + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

/** OKLCH of `#rrggbb` (Björn Ottosson's matrices); throws a RangeError for anything else. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = parseLinear(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const labA = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const labB = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(labA, labB),
    h: ((Math.atan2(labB, labA) * 180) / Math.PI + 360) % 360,
  }
}

function linearOfOklch({ l: lightness, c, h }: Oklch): Triple {
  const labA = c * Math.cos((h * Math.PI) / 180)
  const labB = c * Math.sin((h * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * labA + 0.2158037573 * labB) ** 3
  const m = (lightness - 0.1055613458 * labA - 0.0638541728 * labB) ** 3
  const s = (lightness - 0.0894841775 * labA - 1.291485548 * labB) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (linear: Triple): boolean => linear.every((channel) => channel >= -0.0001 && channel <= 1.0001)

/** The nearest `#rrggbb` of the same lightness and hue: chroma is lowered until the screen can show the color. */
export function toHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l))
  let linear = linearOfOklch({ ...color, l })
  if (!inGamut(linear)) {
    let low = 0
    let high = color.c
    for (let step = 0; step < 14; step += 1) {
      const c = (low + high) / 2
      if (inGamut(linearOfOklch({ l, c, h: color.h }))) low = c
      else high = c
    }
    linear = linearOfOklch({ l, c: low, h: color.h })
  }
  const hexByte = (channel: number) =>
    Math.round(255 * Math.min(1, Math.max(0, toGamma(channel))))
      .toString(16)
      .padStart(2, '0')
  return `#${linear.map(hexByte).join('')}`
}

/** Relative luminance of WCAG 2, 0 to 1. */
export function computeLuminance(hex: string): number {
  const [r, g, b] = parseLinear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of WCAG 2, 1 to 21; the order of the two does not matter. */
export function contrastRatio(one: string, other: string): number {
  const a = computeLuminance(one)
  const b = computeLuminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
