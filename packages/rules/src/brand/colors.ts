import { contrastRatio, type Oklch, toHex, toOklch } from './oklch.ts'
import type { BrandLook } from './types.ts'

/** Custom properties of a brand, each a color `#rrggbb`. */
export type Tokens = ReturnType<typeof deriveTokens>
export type TokenName = keyof Tokens

const white = '#ffffff'
const textContrast = 4.5
const controlContrast = 3
/** For white text on large brand areas: leaves room for muted text and raised parts on them. */
const panelContrast = 7

/**
 * All colors of the page, derived from what a brand may vary (BR-8). Whatever primary and accent are given, every pair that
 * `checkContrast` knows is legible: text 4.5:1, controls 3:1.
 */
export function deriveTokens(look: Omit<BrandLook, 'scene'>) {
  const neutral = neutralTokens(toOklch(look.primary))
  const brand = { ...primaryTokens(look.primary, neutral), ...accentTokens(look.accent, neutral) }
  const panel = panelTokens(look)
  const header = look.header === 'dark' ? darkHeaderTokens(look.primary) : lightHeaderTokens(neutral, brand)
  return { ...neutral, ...statusTokens, ...brand, ...panel, ...header }
}

/** Page, cards and text carry a trace of the brand's hue; a gray brand has gray neutrals. */
function neutralTokens(primary: Oklch) {
  const trace = (l: number, c: number) => toHex({ l, c: Math.min(c, primary.c), h: primary.h })
  const page = trace(0.976, 0.003)
  const surfaceMuted = trace(0.957, 0.005)
  const tint = toHex({ l: 0.955, c: Math.min(0.026, primary.c * 0.3), h: primary.h })
  const backgrounds = [white, page, surfaceMuted, tint]
  return {
    '--page': page,
    '--surface': white,
    '--surface-muted': surfaceMuted,
    '--surface-sunken': trace(0.925, 0.008),
    '--border': trace(0.907, 0.008),
    '--border-strong': trace(0.81, 0.014),
    '--text': trace(0.235, 0.024),
    '--text-muted': darken(trace(0.48, 0.026), backgrounds, textContrast),
    '--brand-tint': tint,
    '--brand-tint-strong': toHex({ l: 0.91, c: Math.min(0.05, primary.c * 0.5), h: primary.h }),
    '--brand-border-control': darken(trace(0.62, 0.026), backgrounds, controlContrast),
  }
}

function primaryTokens(given: string, neutral: ReturnType<typeof neutralTokens>) {
  const { fill, on } = fillWithText(given)
  const onWhite = [neutral['--surface'], neutral['--page'], neutral['--surface-muted']]
  const text = darken(fill, onWhite, textContrast)
  return {
    '--brand-primary': fill,
    '--brand-primary-hover': shiftLightness(fill, on, 0.05),
    '--brand-primary-active': shiftLightness(fill, on, 0.09),
    '--brand-on-primary': on,
    '--brand-primary-text': text,
    '--brand-on-tint': darken(text, [neutral['--brand-tint'], neutral['--brand-tint-strong']], textContrast),
    '--brand-focus': focusRing(fill, [...onWhite, neutral['--brand-tint']]),
    '--brand-focus-halo': white,
  }
}

function accentTokens(given: string, neutral: ReturnType<typeof neutralTokens>) {
  const { fill, on } = fillWithText(given)
  const { c, h } = toOklch(given)
  const tint = toHex({ l: 0.955, c: Math.min(0.03, c * 0.3), h })
  return {
    '--brand-accent': fill,
    '--brand-on-accent': on,
    '--brand-accent-tint': tint,
    '--brand-accent-text': darken(fill, [neutral['--surface'], neutral['--page'], tint], textContrast),
  }
}

/** The large brand area (sign-in panel, ID card): a gradient that carries white text at both ends. */
function panelTokens(look: Omit<BrandLook, 'scene'>) {
  const from = darken(look.primary, [white], panelContrast)
  const { l, c, h } = toOklch(from)
  // Greens and blues deepen toward indigo, warm hues toward red: the other way looks muddy.
  const turn = h >= 110 && h < 285 ? 18 : -18
  const to = darken(toHex({ l: l - 0.09, c, h: h + turn }), [white], panelContrast)
  const raised = darken(toHex({ l: l + 0.07, c, h }), [white], textContrast)
  return {
    '--brand-gradient-from': from,
    '--brand-gradient-to': to,
    '--brand-gradient-raised': raised,
    '--brand-gradient-fg': white,
    '--brand-gradient-fg-muted': lighten(toHex({ l: 0.88, c: Math.min(0.03, c), h }), [from, to, raised], textContrast),
    '--brand-gradient-accent': lighten(look.accent, [from, to], controlContrast),
  }
}

function lightHeaderTokens(
  neutral: ReturnType<typeof neutralTokens>,
  brand: ReturnType<typeof primaryTokens>,
): HeaderTokens {
  return {
    '--header-bg': neutral['--surface'],
    '--header-fg': neutral['--text'],
    '--header-fg-muted': neutral['--text-muted'],
    '--header-name': brand['--brand-primary-text'],
    '--header-hover': neutral['--surface-muted'],
    '--header-active-bg': neutral['--brand-tint'],
    '--header-active-fg': brand['--brand-on-tint'],
    '--header-border': neutral['--border'],
    '--header-border-control': neutral['--brand-border-control'],
    '--header-focus': brand['--brand-focus'],
  }
}

function darkHeaderTokens(primary: string): HeaderTokens {
  const bg = darken(primary, [white], panelContrast)
  const { l, c, h } = toOklch(bg)
  const raiseLightness = (by: number) => darken(toHex({ l: l + by, c, h }), [white], textContrast)
  const hover = raiseLightness(0.06)
  return {
    '--header-bg': bg,
    '--header-fg': white,
    '--header-fg-muted': lighten(toHex({ l: 0.88, c: Math.min(0.03, c), h }), [bg, hover], textContrast),
    '--header-name': white,
    '--header-hover': hover,
    '--header-active-bg': raiseLightness(0.1),
    '--header-active-fg': white,
    '--header-border': hover,
    '--header-border-control': lighten(toHex({ l: 0.7, c: Math.min(0.05, c), h }), [bg], controlContrast),
    '--header-focus': white,
  }
}

interface HeaderTokens {
  '--header-bg': string
  '--header-fg': string
  '--header-fg-muted': string
  '--header-name': string
  '--header-hover': string
  '--header-active-bg': string
  '--header-active-fg': string
  '--header-border': string
  '--header-border-control': string
  '--header-focus': string
}

/** The same for every brand, so that green and red mean one thing everywhere. */
const statusTokens = (() => {
  const text = (h: number, c: number) => toHex({ l: 0.4, c, h })
  const background = (h: number, c: number) => toHex({ l: 0.955, c, h })
  const border = (h: number, c: number) => toHex({ l: 0.82, c, h })
  return {
    '--success-text': text(152, 0.1),
    '--success-bg': background(152, 0.035),
    '--success-border': border(152, 0.09),
    '--warning-text': text(70, 0.09),
    '--warning-bg': background(85, 0.045),
    '--warning-border': border(80, 0.11),
    '--danger-text': text(27, 0.15),
    '--danger-bg': background(20, 0.022),
    '--danger-border': border(22, 0.08),
    '--info-text': text(248, 0.1),
    '--info-bg': background(245, 0.022),
    '--info-border': border(245, 0.07),
    '--danger-solid': toHex({ l: 0.51, c: 0.19, h: 27 }),
    '--danger-solid-hover': toHex({ l: 0.45, c: 0.18, h: 27 }),
    '--on-danger': white,
  }
})()

/** A fill and a legible text color on it: white, else ink; if neither is legible, we darken the fill for white. */
function fillWithText(given: string): { fill: string; on: string } {
  const { c, h } = toOklch(given)
  const ink = toHex({ l: 0.2, c: Math.min(0.02, c), h })
  const on = [white, ink].find((text) => contrastRatio(given, text) >= textContrast)
  return on ? { fill: given.toLowerCase(), on } : { fill: darken(given, [white], textContrast), on: white }
}

/** A fill under the pointer: it moves away from its text color, or toward it where the fill is already almost black or white. */
function shiftLightness(fill: string, on: string, by: number): string {
  const { l, c, h } = toOklch(fill)
  const away = on === white ? (l > 0.25 ? -by : 2 * by) : l < 0.9 ? by : -by
  return toHex({ l: l + away, c, h })
}

/** A focus ring that is visible on light surfaces and, together with the white halo around it, on the primary color itself. */
function focusRing(primary: string, surfaces: readonly string[]): string {
  const ring = darken(primary, surfaces, controlContrast)
  const haloSeen = contrastRatio(white, primary) >= controlContrast
  return haloSeen ? ring : darken(ring, [primary, ...surfaces], controlContrast)
}

const darken = (hex: string, backgrounds: readonly string[], needed: number) =>
  moveColor(hex, backgrounds, needed, -0.01)

const lighten = (hex: string, backgrounds: readonly string[], needed: number) =>
  moveColor(hex, backgrounds, needed, 0.01)

/** The first color on the way to black or white with enough contrast on all backgrounds. */
function moveColor(hex: string, backgrounds: readonly string[], needed: number, step: number): string {
  const enough = (candidate: string) => backgrounds.every((other) => contrastRatio(candidate, other) >= needed)
  let candidate = hex.toLowerCase()
  const { c, h, l: start } = toOklch(hex)
  for (let l = start + step; !enough(candidate) && l > -0.01 && l < 1.01; l += step) candidate = toHex({ l, c, h })
  return candidate
}

/** A pair of tokens with too little contrast: `pair` names them, `ratio` is their contrast, `needed` what WCAG requires. */
export interface ContrastFailure {
  readonly pair: string
  readonly ratio: number
  readonly needed: number
}

const onLight: readonly TokenName[] = ['--surface', '--page', '--surface-muted']
const onPanel: readonly TokenName[] = ['--brand-gradient-from', '--brand-gradient-to', '--brand-gradient-raised']

/** Foreground, the backgrounds it is used on, the contrast needed. */
const pairs: readonly (readonly [TokenName, readonly TokenName[], number])[] = [
  ['--text', [...onLight, '--surface-sunken', '--brand-tint', '--brand-tint-strong'], textContrast],
  ['--text-muted', [...onLight, '--brand-tint'], textContrast],
  ['--brand-border-control', [...onLight, '--brand-tint'], controlContrast],
  ['--brand-on-primary', ['--brand-primary', '--brand-primary-hover', '--brand-primary-active'], textContrast],
  ['--brand-primary-text', onLight, textContrast],
  ['--brand-on-tint', ['--brand-tint', '--brand-tint-strong'], textContrast],
  ['--brand-on-accent', ['--brand-accent'], textContrast],
  ['--brand-accent-text', ['--surface', '--page', '--brand-accent-tint'], textContrast],
  ['--brand-focus', [...onLight, '--brand-tint', '--brand-focus-halo'], controlContrast],
  ['--brand-gradient-fg', onPanel, textContrast],
  ['--brand-gradient-fg-muted', onPanel, textContrast],
  ['--brand-gradient-accent', ['--brand-gradient-from', '--brand-gradient-to'], controlContrast],
  ['--header-fg', ['--header-bg', '--header-hover'], textContrast],
  ['--header-fg-muted', ['--header-bg', '--header-hover'], textContrast],
  ['--header-name', ['--header-bg'], textContrast],
  ['--header-active-fg', ['--header-active-bg'], textContrast],
  ['--header-border-control', ['--header-bg'], controlContrast],
  ['--header-focus', ['--header-bg', '--header-active-bg'], controlContrast],
  ['--success-text', ['--success-bg', '--surface', '--page'], textContrast],
  ['--warning-text', ['--warning-bg', '--surface', '--page'], textContrast],
  ['--danger-text', ['--danger-bg', '--surface', '--page'], textContrast],
  ['--info-text', ['--info-bg', '--surface', '--page'], textContrast],
  ['--on-danger', ['--danger-solid', '--danger-solid-hover'], textContrast],
]

/** Every pair of colors used together that is not legible; empty for tokens of `deriveTokens`. */
export function checkContrast(tokens: Tokens): readonly ContrastFailure[] {
  const failures = pairs.flatMap(([foreground, backgrounds, needed]) =>
    backgrounds.map((background) => ({
      pair: `${foreground} on ${background}`,
      ratio: contrastRatio(tokens[foreground], tokens[background]),
      needed,
    })),
  )
  // On the primary color, only the more visible tone of the two-tone ring counts.
  const ring = (['--brand-focus', '--brand-focus-halo'] as const).map((tone) =>
    contrastRatio(tokens[tone], tokens['--brand-primary']),
  )
  failures.push({
    pair: '--brand-focus or --brand-focus-halo on --brand-primary',
    ratio: Math.max(...ring),
    needed: controlContrast,
  })
  return failures.filter(({ ratio, needed }) => ratio < needed)
}
