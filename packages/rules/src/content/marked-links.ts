/** Where the links of a marked text lead, `[words](/msg/)`, including anything else that looks like a link. */
export function listLinks(text: string): string[] {
  return [...text.matchAll(/\]\(\s*<?([^\s)>]*)/g)].map(([, link = '']) => link)
}

/**
 * Whether a link is allowed on a page or in an e-mail: within the portal, or to a site over https. It must be safe both as written and
 * as a browser or mail program reads it, which takes `&#x2f;` for a slash.
 */
export function isSafeLink(to: string): boolean {
  const read = decodeLink(to)
  return read !== null && isSafeAsWritten(to) && isSafeAsWritten(read)
}

function isSafeAsWritten(to: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) || /^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#][^\s\\]*)?$/i.test(to)
}

/** Character references that an author may use in a link in good faith; a link with any other named reference is refused. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  sol: '/',
  bsol: '\\',
  colon: ':',
  period: '.',
  num: '#',
  quest: '?',
}

/**
 * A link with its character references resolved, including references that appear only after others are resolved; null if a name is
 * unknown.
 */
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

/** Nobody nests references that deep in good faith. */
const maxRounds = 4

/** Returns a blank, which no link may contain, for a code that is not a character. */
function toCharacter(code: number): string {
  return code > 0x20 && code <= 0x10_ffff ? String.fromCodePoint(code) : ' '
}
