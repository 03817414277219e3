import type { BodyOf } from '@portico/contract/call'
import type { proposeBrand } from '@portico/contract/calls/brand-console'

export type Drawings = BodyOf<typeof proposeBrand>['drawings']

/** A brand's previous drawings: null for a new brand. */
interface Before {
  readonly drawings: Drawings
  readonly primary: string
}

/**
 * The drawings of a brand: the given ones, else the previous ones, else drawings made from the logo. A mark made from the logo follows
 * the logo and the color.
 */
export function completeDrawings(given: Drawings, primary: string, before: Before | null): Drawings {
  const clean = { logo: tidy(given.logo), logoOnDark: tidy(given.logoOnDark), mark: tidy(given.mark) }
  const logo = clean.logo || (before?.drawings.logo ?? '')
  const isMade = before !== null && before.drawings.mark === makeMark(before.drawings.logo, before.primary)
  const sameOnDark = before !== null && before.drawings.logoOnDark === before.drawings.logo
  const kept = { dark: before === null || sameOnDark ? logo : before.drawings.logoOnDark }
  const mark = before === null || isMade ? makeMark(logo, primary) : before.drawings.mark
  return { logo, logoOnDark: clean.logoOnDark || kept.dark, mark: clean.mark || mark }
}

/** Removes what editors write around a drawing. */
function tidy(svg: string): string {
  return svg
    .replace(/^\uFEFF/, '')
    .replace(/<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>/g, '')
    .trim()
}

const tile = 40
const inset = 6.4

/** The logo on a square tile in the brand's color; '' if it is not a drawing. */
function makeMark(logo: string, primary: string): string {
  const found = /^<svg\b([^>]*)>([\s\S]*)<\/svg>$/.exec(logo)
  const size = Number(/viewBox="0[ ,]+0[ ,]+([\d.]+)/.exec(found?.[1] ?? '')?.[1])
  if (found === null || !(size > 0)) return ''
  const scale = Number(((tile - 2 * inset) / size).toFixed(4))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tile} ${tile}" aria-hidden="true">
  <rect width="${tile}" height="${tile}" rx="8" fill="${primary}"/>
  <g transform="translate(${inset} ${inset}) scale(${scale})">${found[2]}</g>
</svg>`
}
