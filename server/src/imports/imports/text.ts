/**
 * Characters that no one writes and that break documents or hide in a name: control characters, halves of pairs, noncharacters, marks of
 * direction, and blanks without width.
 */
const odd = /[\p{Cs}\ufffe\uffff\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]|(?![\t\n\r])\p{Cc}/gu

/** Most texts of files: nothing but letters of ASCII. */
const plainText = /^[\t\n\r -~]*$/

/** A text of a file without characters that no one writes. */
export function cleanText(text: string): string {
  return plainText.test(text) ? text : text.replace(odd, '')
}

/** The same with single blanks between words. */
const plainLine = /^[!-~]+(?: [!-~]+)*$/

/** A name or another text of one line. */
export function cleanLine(text: string): string {
  if (plainLine.test(text)) return text
  return cleanText(text.replace(/[\u0085\u2028\u2029]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A text of at most so many characters; a longer one is cut where the reader sees it. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A text of JSON without characters that no one writes. */
export function parseClean(json: string): unknown {
  const isPlain = !/\\u(?:00[0189]|061c|20[0-6]|d[89a-f]|f[ef])/i.test(json) && json.search(odd) === -1
  if (isPlain) return JSON.parse(json)
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
}

/** What was parsed without what says nothing: `null` of a field, or in a list beside whose place an extension says why. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(said.map(([key, one]) => [key, withoutNulls(one)]))
}

/** What a backslash in JSON begins: a whole pair, the character zero or half of a pair, or anything else. */
const escapes = /(\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|\\u(0000|d[89a-f][0-9a-f]{2})|\\./gi

/** JSON as the database can store it: it takes no character zero and no half of a pair. All else stays to the letter. */
export function storableJson(json: string): string {
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json
  return json.replace(escapes, (written, pair?: string, code?: string) => {
    if (pair !== undefined || code === undefined) return written
    return code === '0000' ? '' : '\ufffd'
  })
}

/** Whether a name or a text says only that there is none, as systems fill in what must not be empty. */
export function saysNothing(text: string): boolean {
  return /^#?(?:n[/\\]a|n\. ?a\.|not (?:applicable|available|known|specified)|unknown|unspecified|undefined|none|null|tbd|[-–—.?_*]+)$/i.test(
    text.trim(),
  )
}

/** Whether a cell says only that it is empty, in the way of the database or the program that wrote it; SAS writes `.`, or `.A` with a reason. */
export function isEmptyMark(text: string): boolean {
  return /^(?:\(?null\)?|\\n|n\/a|nan|nil|\.[a-z_]?)$/i.test(text)
}

/**
 * Whether a number of a person or a contract is nobody's: whoever had it would share it with all others who have none. A few zeros may count
 * the people of a contract.
 */
export function isNoNumber(text: string): boolean {
  return saysNothing(text) || isEmptyMark(text.trim()) || /^(?:[\s-]*|0{5,}|na|unk)$/i.test(text.trim())
}

/** Whether what should be one number is several with signs between them: put together they would be a number of nobody, or of somebody else. */
export function holdsSeveral(text: string): boolean {
  return /[0-9A-Z]\s*[;,|]/i.test(text.trim()) && /[;,|]\s*[0-9A-Z]/i.test(text)
}

/** People are called so, too, where another part says that there is a name. */
const surname = /^(?:null|none|test|dummy)$/i

/** A person's name by its parts, the family name last, without parts that say nothing; empty if none says anything. */
export function joinName(parts: readonly (string | undefined)[]): string {
  const said = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '')
  if (said.every(saysNothing)) return ''
  const last = said.length - 1
  return said.filter((part, at) => !saysNothing(part) || (at === last && surname.test(part))).join(' ')
}

/** What systems fill in for a person's name that they do not know, or whom they were tried with. */
const noName =
  /^(?:tests?|dummy|unk|fnu|lnu|nfn|nln|no ?(?:first |last )?name|(?:first|last) ?name(?: unknown)?|x{2,})$/i

/** Whether people are called so although it may stand for nothing. */
export function isSurname(part: string): boolean {
  return surname.test(part)
}

/** Whether a part of a person's name names nobody: `UNKNOWN`, `TEST`, `-`. */
export function isNoName(part: string): boolean {
  return saysNothing(part) || noName.test(part.trim())
}

/**
 * A person's name in two parts. Some people have one name: it is the first, and there is no last one. Null if neither part names anyone.
 * People are called Null, None and Test, too, behind a first name.
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

/** Whether a spreadsheet would take a name for a formula. A dash alone stands for a name that is not known. */
export function isFormula(name: string): boolean {
  return /^[=+@＝＋＠]|^[-－]./u.test(name)
}

export const formulaReason = 'is a formula of a spreadsheet, not a name'
