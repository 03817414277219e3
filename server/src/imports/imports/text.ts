/**
 * Characters that nobody writes and that break documents or hide in a name: control characters, with the sequences by which they color a
 * terminal, lone surrogates, noncharacters, direction marks, soft hyphens, tags, and zero-width spaces.
 */
const odd =
  /(?![\t\n\r])\p{Cc}(?:\[[\d;]{0,20}m)?|[\p{Cs}\ufff9-\ufffb\ufffe\uffff\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** Most texts of files contain only ASCII. */
const plainText = /^[\t\n\r -~]*$/

/** A text of a file without characters that nobody writes. */
export function cleanText(text: string): string {
  return plainText.test(text) ? text : text.replace(odd, '')
}

/** The same with single blanks between words. */
const plainLine = /^[!-~]+(?: [!-~]+)*$/

/** A name or another text on one line. */
export function cleanLine(text: string): string {
  if (plainLine.test(text)) return text
  return cleanText(text.replace(/[\u0085\u2028\u2029]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A text of at most `max` characters; a cut shows. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Parses JSON without characters that nobody writes. */
export function parseClean(json: string): unknown {
  const isPlain = !/\\u(?:00[01789a]|061c|180e|20[0-6]|d[89a-f]|f[ef])/i.test(json) && json.search(odd) === -1
  if (isPlain) return JSON.parse(json)
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
}

/** Removes empty values: a `null` field, and a `null` in a list, which in FHIR stands beside an extension that gives the reason. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(said.map(([key, one]) => [key, withoutNulls(one)]))
}

/** Escapes in JSON: a surrogate pair, the character zero or a lone surrogate, or anything else. */
const escapes = /(\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|\\u(0000|d[89a-f][0-9a-f]{2})|\\./gi

/** JSON as the database can store it: without the character zero and lone surrogates. Everything else stays exactly the same. */
export function storableJson(json: string): string {
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json
  return json.replace(escapes, (written, pair?: string, code?: string) => {
    if (pair !== undefined || code === undefined) return written
    return code === '0000' ? '' : '\ufffd'
  })
}

/** Whether a name or a text means "none", as systems fill in required fields. */
export function saysNothing(text: string): boolean {
  return /^#?(?:n[/\\]a|n\. ?a\.|not (?:applicable|available|known|specified)|unknown|unspecified|undefined|none|null|tbd|[-–—.?_*]+)$/i.test(
    text.trim(),
  )
}

/** Whether a cell means "empty" to the database or program that wrote it; SAS writes `.`, or `.A` with a reason. */
export function isEmptyMark(text: string): boolean {
  return /^(?:\(?null\)?|\\n|n\/a|nan|nil|\.[a-z_]?)$/i.test(text)
}

/**
 * Whether a number of a person or a contract is a placeholder: everybody without a number would share it. A few zeros may be the position
 * of a person on a contract.
 */
export function isNoNumber(text: string): boolean {
  return saysNothing(text) || isEmptyMark(text.trim()) || /^(?:[\s-]*|0{5,}|na|unk)$/i.test(text.trim())
}

/** Whether a value is several numbers with separators between them: joined, they would be nobody's number, or somebody else's. */
export function holdsSeveral(text: string): boolean {
  return /[0-9A-Z]\s*[;,|]/i.test(text.trim()) && /[;,|]\s*[0-9A-Z]/i.test(text)
}

/** These are also surnames, if another part shows that the value is a name. */
const surname = /^(?:null|none|test|dummy)$/i

/** Joins the parts of a person's name, the family name last, without placeholders; empty if all are placeholders. */
export function joinName(parts: readonly (string | undefined)[]): string {
  const said = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '')
  if (said.every(saysNothing)) return ''
  const last = said.length - 1
  return said.filter((part, at) => !saysNothing(part) || (at === last && surname.test(part))).join(' ')
}

/** Placeholders for a person's unknown name, and names of test people. */
const noName =
  /^(?:tests?|dummy|unk|fnu|lnu|nfn|nln|no ?(?:first |last )?name|(?:first|last) ?name(?: unknown)?|x{2,})$/i

/** Whether a placeholder is also a surname. */
export function isSurname(part: string): boolean {
  return surname.test(part)
}

/** Whether a part of a person's name is a placeholder: `UNKNOWN`, `TEST`, `-`. */
export function isNoName(part: string): boolean {
  return saysNothing(part) || noName.test(part.trim())
}

/** Whether a given name is one: some files write an empty text, or a placeholder, before it. */
export function isPartOfName(given: string): boolean {
  return given.trim() !== '' && !isNoName(given)
}

/**
 * A person's name in two parts. A single name counts as the first name, without a last name. Null if neither part is a name. After a first
 * name, Null, None and Test are surnames.
 */
export function readPersonName(
  first: string | null | undefined,
  last: string | null | undefined,
): { readonly firstName: string; readonly lastName: string } | null {
  const [given, family] = [cleanLine(first ?? ''), cleanLine(last ?? '')]
  const firstName = isNoName(given) ? '' : given
  const lastName = isNoName(family) && !(firstName !== '' && isSurname(family)) ? '' : family
  if (firstName !== '') return { firstName, lastName }
  return lastName === '' ? null : { firstName: lastName, lastName: '' }
}

/** Whether a spreadsheet would take a name for a formula. A hyphen alone stands for an unknown name. */
export function isFormula(name: string): boolean {
  return /^[=+@＝＋＠]|^[-－]./u.test(name)
}

export const formulaReason = 'is a formula of a spreadsheet, not a name'
