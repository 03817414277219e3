/** Where the links of a marked text lead, `[words](/msg/)`, including anything else that looks like one. */
export function listLinks(text: string): string[] {
  return [...text.matchAll(/\]\(\s*<?([^\s)>]*)/g)].map(([, link = '']) => link)
}

/**
 * Whether a link is allowed on a page or in an e-mail: within the portal, or to a site over https. It has to be so as written and as read by
 * a browser or a mail program, which takes `&#x2f;` for a slash.
 */
export function isSafeLink(to: string): boolean {
  const read = decodeLink(to)
  return read !== null && isSafeAsWritten(to) && isSafeAsWritten(read)
}

function isSafeAsWritten(to: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) || /^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#][^\s\\]*)?$/i.test(to)
}

/** Character references that may be in a link by good intention; with any other name it is refused. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  sol: '/',
  bsol: '\\',
  colon: ':',
  period: '.',
  num: '#',
  quest: '?',
}

/** A link without character references, also of those that appear when others are replaced; null with one that is not known. */
function decodeLink(link: string): string | null {
  let text = link
  for (let round = 0; round < maxRounds; round++) {
    const next = text
      .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => toCharacter(Number.parseInt(code, 16)))
      .replace(/&#(\d+);?/g, (_, code: string) => toCharacter(Number(code)))
      .replace(/&([a-z]\w*);/gi, (reference, name: string) => named[name.toLowerCase()] ?? reference)
    if (next === text) return /&[a-z]\w*;/i.test(text) ? null : text
    text = next
  }
  return null
}

/** No one writes references to references of references. */
const maxRounds = 4

/** A blank, which no link may have, for what is no character. */
function toCharacter(code: number): string {
  return code > 0x20 && code <= 0x10_ffff ? String.fromCodePoint(code) : ' '
}
