const elements = new Set(
  'svg g path circle ellipse rect line polyline polygon defs clipPath linearGradient radialGradient stop title'.split(
    ' ',
  ),
)

const attributes = new Set(
  (
    'xmlns viewBox aria-hidden id d points cx cy r rx ry x y x1 y1 x2 y2 fx fy width height transform opacity ' +
    'fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity gradientUnits gradientTransform ' +
    'spreadMethod offset stop-color stop-opacity'
  ).split(' '),
)

const paints = new Set(['fill', 'stroke', 'stop-color'])
const localUrl = /^url\(#[\w-]+\)$/
const paint = /^(none|#[0-9a-f]{3}|#[0-9a-f]{6}|url\(#[\w-]+\))$/i
const namespace = 'http://www.w3.org/2000/svg'
// XML white space only: anything else that JavaScript counts as white space makes the drawing unreadable.
const tag = /<(\/?)([A-Za-z][\w:-]*)((?:[ \t\r\n]+[\w:-]+[ \t\r\n]*=[ \t\r\n]*"[^"<>]*")*)[ \t\r\n]*(\/?)>/y
const attribute = /([\w:-]+)\s*=\s*"([^"]*)"/g
const unreadable = /[^\P{C}\t\r\n]|\]\]>/u
const maxCharacters = 32_000
const [maxElements, maxDepth] = [1_000, 20]
const maxSide = 10_000

/**
 * The problems of an SVG file that we serve, and draw for mail and cards. An allow-list: drawing elements with literal colors only, so
 * no script, style, event handler, embedded or external content, and nothing that takes long to draw: nested clipping multiplies the
 * drawing work.
 */
export function svgProblems(source: string): readonly string[] {
  if (source.length > maxCharacters) return [`must be at most ${maxCharacters} characters`]
  if (unreadable.test(source)) return ['has characters that no drawing has']
  const problems: string[] = []
  const open: string[] = []
  let seenRoot = false
  let elementsSeen = 0
  let at = 0
  const text = source.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  while (at < text.length) {
    tag.lastIndex = at
    const match = tag.exec(text)
    if (!match) {
      const next = text.indexOf('<', at)
      const between = text.slice(at, next > at ? next : at + 24)
      const plain = next > at && !between.includes('&') && (/^[ \t\r\n]*$/.test(between) || open.at(-1) === 'title')
      if (!plain) return [...problems, `is not a plain drawing at "${between.trim().slice(0, 24)}"`]
      at = next
      continue
    }
    at = tag.lastIndex
    const [, closing, name = '', inside = '', empty] = match
    if (open.length === 0 && (seenRoot || closing || name !== 'svg')) return [...problems, 'must be one <svg> element']
    if (closing) {
      if (open.pop() !== name) return [...problems, `</${name}> closes nothing`]
      continue
    }
    elementsSeen += 1
    if (elementsSeen > maxElements || open.length >= maxDepth)
      return [...problems, `must have at most ${maxElements} elements, ${maxDepth} within each other`]
    if (!elements.has(name) || (seenRoot && name === 'svg')) problems.push(`<${name}> is not allowed`)
    if ((name === 'clipPath' || open.includes('clipPath')) && /\sclip-path\s*=/.test(inside))
      problems.push(`<${name}> clip-path is not allowed within a clipPath`)
    problems.push(...attributeProblems(name, inside))
    if (!seenRoot) problems.push(...rootProblems(inside))
    seenRoot = true
    if (!empty) open.push(name)
  }
  return open.length > 0 || !seenRoot ? [...problems, 'is not closed'] : problems
}

function attributeProblems(element: string, inside: string): string[] {
  const problems: string[] = []
  const given = new Set<string>()
  for (const [, name = '', value = ''] of inside.matchAll(attribute)) {
    const where = `<${element}> ${name}`
    if (given.has(name)) problems.push(`${where} is given twice`)
    given.add(name)
    if (!attributes.has(name)) problems.push(`${where} is not allowed`)
    else if (name === 'xmlns') {
      if (value !== namespace) problems.push(`${where} must be ${namespace}`)
    } else if (paints.has(name)) {
      if (!paint.test(value)) problems.push(`${where} must be a literal colour`)
    } else if (/[&\\:]/.test(value) || (value.includes('url') && !localUrl.test(value))) {
      problems.push(`${where} refers to something outside the file`)
    }
  }
  return problems
}

function rootProblems(inside: string): string[] {
  const given = new Map([...inside.matchAll(attribute)].map(([, name = '', value = '']) => [name, value]))
  const [left, top, width = 0, height] = (given.get('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const square = left === 0 && top === 0 && width === height && width >= 1 && width <= maxSide
  // Mail gets a picture of exactly this width and height.
  const sides = [given.get('width'), given.get('height')]
  const fits = sides[0] === sides[1] && /^[1-9]\d{0,3}(px)?$/.test(sides[0] ?? '1')
  return [
    ...(fits ? [] : ['<svg> width and height must be the same']),
    ...(given.has('xmlns') ? [] : [`<svg> xmlns must be ${namespace}`]),
    ...(square ? [] : ['<svg> viewBox must be a square from 0 0']),
  ]
}
