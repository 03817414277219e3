import type { Tokens } from '@portico/rules/brand/colors'
import { type CardFacts, type Fact, sideInWords } from './card-facts.ts'

/** A plastic card of 3.375 by 2.125 inches at 300 dots per inch. */
const cardWidth = 1012
const cardHeight = 638
const margin = 56

/** A side of an ID card as SVG in the brand's colors; `mark` is the brand's own drawing. */
export function cardSvg(
  facts: CardFacts,
  side: 'front' | 'back',
  brand: { readonly tokens: Tokens; readonly mark: string },
) {
  const { tokens } = brand
  const content = side === 'front' ? front(facts, brand) : back(facts, tokens)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}" viewBox="0 0 ${cardWidth} ${cardHeight}" role="img" aria-labelledby="words" font-family="Noto Sans, sans-serif">
<title id="words">${escapeXml(sideInWords(facts, side))}</title>
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${tokens['--brand-gradient-from']}"/><stop offset="1" stop-color="${tokens['--brand-gradient-to']}"/></linearGradient></defs>
<rect width="${cardWidth}" height="${cardHeight}" rx="36" fill="url(#ground)"/>
${content}
</svg>`
}

function front(
  { front: { brand, plan, number, facts, covers } }: CardFacts,
  { tokens, mark }: { readonly tokens: Tokens; readonly mark: string },
) {
  const [fg, muted] = [tokens['--brand-gradient-fg'], tokens['--brand-gradient-fg-muted']]
  return [
    `<g fill="none" stroke="${fg}" stroke-width="40" opacity="0.06">${[240, 380, 520, 670].map((r) => `<circle cx="890" cy="560" r="${r}"/>`).join('')}</g>`,
    `<rect x="${margin}" y="52" width="84" height="84" rx="20" fill="#fff"/>`,
    nest(mark, margin + 12, 64, 60),
    ...wrapText(brand, 26).map((line, index) => text(line, 164, 92 + index * 40, 34, fg, 'bold')),
    text(plan.value, cardWidth - margin, 190, 30, muted, 'normal', 'end'),
    text(number.label, margin, 270, 26, muted),
    text(number.value.replace(/(.{3})(?=.)/g, '$1 '), margin, 338, 60, fg, 'bold'),
    ...facts.flatMap(({ label, value }, index) => [
      text(label, margin + index * 470, 430, 26, muted),
      text(shorten(value, 26), margin + index * 470, 472, 32, fg, 'bold'),
    ]),
    text(covers.label, margin, 540, 26, muted),
    text(covers.value, margin, 582, 30, fg, 'bold'),
  ].join('\n')
}

/** The distance between rows of the back, which must fit eight of them. */
const rowHeight = 44

function back({ back: { calls, website, limits, codes, copays, note } }: CardFacts, tokens: Tokens) {
  const [fg, muted] = [tokens['--brand-gradient-fg'], tokens['--brand-gradient-fg-muted']]
  const wide = cardWidth - 2 * margin
  const rows = (facts: readonly Fact[], at: { readonly x: number; readonly y: number; readonly width: number }) =>
    facts.flatMap(({ label, value }, index) => [
      text(label, at.x, at.y + index * rowHeight, 24, muted),
      text(
        shorten(value, at.width === wide ? 40 : 16),
        at.x + at.width,
        at.y + index * rowHeight,
        26,
        fg,
        'bold',
        'end',
      ),
    ])
  // A text that is too long for half of the card gets its own row.
  const [long, short] = [
    copays.filter(({ value }) => value.length > 16),
    copays.filter(({ value }) => value.length <= 16),
  ]
  const apart = calls.length > 2 ? 370 : 560
  const top = 222
  const below = top + limits.length * rowHeight
  const last = below + Math.max(codes.length, short.length) * rowHeight
  return [
    `<path d="M0 36a36 36 0 0 1 36-36h940a36 36 0 0 1 36 36v140H0z" fill="${tokens['--brand-gradient-raised']}"/>`,
    ...calls.flatMap(({ label, value }, index) => [
      text(label, margin + index * apart, 54, 24, muted),
      text(value, margin + index * apart, 98, 36, fg, 'bold'),
    ]),
    text(website.label, margin, 148, 24, muted),
    text(shorten(website.value, 36), cardWidth - margin, 148, 26, fg, 'bold', 'end'),
    ...rows(limits, { x: margin, y: top, width: wide }),
    ...rows(codes, { x: margin, y: below, width: 400 }),
    ...rows(short, codes.length > 0 ? { x: 556, y: below, width: 400 } : { x: margin, y: below, width: wide }),
    ...rows(long, { x: margin, y: last, width: wide }),
    ...wrapText(note, 84).map((line, index) => text(line, margin, 592 + index * 30, 23, muted)),
  ].join('\n')
}

function text(
  content: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  weight: 'normal' | 'bold' = 'normal',
  anchor: 'start' | 'end' = 'start',
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(content)}</text>`
}

/** Places another drawing inside this one; brand marks have a view box, but no size of their own. */
function nest(svg: string, x: number, y: number, size: number): string {
  return svg.slice(svg.indexOf('<svg')).replace('<svg', `<svg x="${x}" y="${y}" width="${size}" height="${size}"`)
}

function shorten(content: string, max: number): string {
  return content.length <= max ? content : `${content.slice(0, max - 1)}…`
}

function wrapText(content: string, max: number): string[] {
  const lines: string[] = []
  for (const word of content.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < max) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function escapeXml(content: string): string {
  // Names stored long ago may contain what no picture can: a control character, half of a surrogate pair.
  const drawable = content.replace(/(?![\t\n\r])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, '')
  return drawable.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
