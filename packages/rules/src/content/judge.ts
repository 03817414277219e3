import { measureReadingLevel } from '../text/reading-level.ts'
import type { DeclaredContent } from './declared.ts'
import { type ContentField, extractFrame, isGrownFrom, listChoices, listParts, splitList } from './fields.ts'
import { isSafeLink, listLinks } from './marked-links.ts'

/** Every way in which a text can be wrong; the catalogue of every language has a message for each. */
export const contentProblemCodes = [
  'content.problem.empty',
  'content.problem.long',
  'content.problem.character',
  'content.problem.placeholder',
  'content.problem.braces',
  'content.problem.link',
  'content.problem.own-link',
  'content.problem.list',
  'content.problem.choice',
  'content.problem.date',
  'content.problem.hour',
  'content.problem.frame',
  'content.problem.line',
  'content.problem.marked-link',
] as const

/** What the approver of a text should know, though it does not prevent approval. */
export const contentWarningCodes = [
  'content.warning.reading',
  'content.warning.left-out',
  'content.warning.language',
  'content.warning.brands',
] as const

type Params = Readonly<Record<string, string | number>>

/** What is wrong with one text of an item. */
export interface ContentProblem {
  readonly path: string
  readonly code: (typeof contentProblemCodes)[number]
  readonly params?: Params
}

export interface ContentWarning {
  readonly code: (typeof contentWarningCodes)[number]
  readonly params?: Params
}

/** A text above this school grade counts as hard to read, if it has at least this many words. */
const reading = { grade: 8, words: 8 }

/** The most characters in a whole item, whatever it is made of. */
export const MAX_CONTENT = 20_000

/** The parts of an item that authors can change: its single text, or the texts of its parts. */
export function contentFields(declared: Pick<DeclaredContent, 'kind'>, value: string): ContentField[] {
  if (declared.kind === 'parts') return listParts(value) ?? []
  return [{ path: '', kind: 'text', value }]
}

/** Whether a text of an item may have markup. */
export function isMarked({ marked }: DeclaredContent, path: string): boolean {
  return marked === true || (marked !== undefined && marked === path)
}

/** The most characters in a text of an item. */
export function findMax({ max, lines, lineMax = max }: DeclaredContent, path: string): number {
  return lines?.includes(path) ? lineMax : max
}

/** What is wrong with a value (CT-6), the first problem of each text only; `released` is the released value of the same name. */
export function contentProblems(declared: DeclaredContent, released: string, value: string): ContentProblem[] {
  if (value.length > MAX_CONTENT) return [{ path: '', code: 'content.problem.long', params: { max: MAX_CONTENT } }]
  if (declared.kind === 'parts' && !isFramed(declared, released, value)) {
    return [{ path: '', code: 'content.problem.frame' }]
  }
  const known = new Set([...placeholders(released), ...(declared.names ?? [])])
  return contentFields(declared, value).flatMap((field) => {
    const problem = findProblem(declared, known, field)
    return problem === null ? [] : [{ path: field.path, ...problem }]
  })
}

/** Whether a value has the parts that the released one has. */
function isFramed({ grows }: DeclaredContent, released: string, value: string): boolean {
  if (grows) return isGrownFrom(released, value)
  return extractFrame(value) !== null && extractFrame(value) === extractFrame(released)
}

function findProblem(
  declared: DeclaredContent,
  known: ReadonlySet<string>,
  { path, kind, value }: ContentField,
): Omit<ContentProblem, 'path'> | null {
  if (kind === 'list') return splitList(value).every(isCode) ? null : { code: 'content.problem.list' }
  if (kind === 'choice')
    return listChoices(path).some((one) => one === value) ? null : { code: 'content.problem.choice' }
  if (value.trim() === '') return { code: 'content.problem.empty' }
  const max = findMax(declared, path)
  if (value.length > max) return { code: 'content.problem.long', params: { max } }
  if (hasHiddenCharacter(value)) return { code: 'content.problem.character' }
  if (kind === 'link') return linkProblem(value, declared.links === 'own')
  if (declared.kind === 'date') return isUsDay(value) ? null : { code: 'content.problem.date' }
  if (declared.kind === 'hour') return isHour(value) ? null : { code: 'content.problem.hour' }
  if (declared.lines?.includes(path) && value.includes('\n')) return { code: 'content.problem.line' }
  if (isMarked(declared, path)) {
    const wrong = listLinks(value).find((link) => linkProblem(link, declared.links === 'own') !== null)
    if (wrong !== undefined) return { code: 'content.problem.marked-link', params: { link: wrong.slice(0, 80) } }
  }
  const unknown = [...placeholders(value)].find((name) => !known.has(name))
  if (unknown !== undefined) return { code: 'content.problem.placeholder', params: { name: unknown } }
  return /[{}]/.test(value.replace(/\{\w+\}/g, '')) ? { code: 'content.problem.braces' } : null
}

/** What to look at before a value is approved. */
export function contentWarnings(options: {
  readonly declared: DeclaredContent
  readonly released: string
  readonly value: string
  readonly language: string
  /** Whether the other languages have this text, as far as we know: an item for the same readers exists. */
  readonly otherLanguages: boolean
  /** Brands with a text of their own, which their readers will still see. */
  readonly ownBrands: readonly string[]
}): ContentWarning[] {
  const { declared, released, value, language, otherLanguages, ownBrands } = options
  const texts = contentFields(declared, value).filter(({ kind }) => kind === 'text')
  const grades = (declared.foreign ? [] : texts).map(({ value: text }) => {
    const { words, grade } = measureReadingLevel(text.replace(/\{\w+\}/g, 'one'), language === 'es' ? 'es' : 'en')
    return words < reading.words ? 0 : Math.round(grade)
  })
  const grade = Math.max(0, ...grades)
  const present = placeholders(value)
  const leftOut = [...placeholders(released)].filter((name) => !present.has(name))
  return [
    ...(grade > reading.grade ? [{ code: 'content.warning.reading' as const, params: { grade } }] : []),
    ...leftOut.map((name) => ({ code: 'content.warning.left-out' as const, params: { name } })),
    ...(otherLanguages ? [] : [{ code: 'content.warning.language' as const }]),
    ...(ownBrands.length === 0
      ? []
      : [{ code: 'content.warning.brands' as const, params: { brands: ownBrands.join(', ') } }]),
  ]
}

function placeholders(text: string): Set<string> {
  return new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
}

/** Whether a text is a language tag or a brand code. */
function isCode(text: string): boolean {
  return /^[A-Za-z0-9-]{2,12}$/.test(text)
}

/** Control characters and characters that reorder the text around them: nobody could see what the text says. */
function hasHiddenCharacter(text: string): boolean {
  return /[^\P{C}\n]|[\u2028\u2029]/u.test(text)
}

function linkProblem(link: string, onlyOwn: boolean): Omit<ContentProblem, 'path'> | null {
  if (onlyOwn && !link.startsWith('/')) return { code: 'content.problem.own-link' }
  if (isSafeLink(link)) return null
  return { code: onlyOwn ? 'content.problem.own-link' : 'content.problem.link' }
}

/** A real calendar day, `mm/dd/yyyy`. */
function isUsDay(text: string): boolean {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}

function isHour(text: string): boolean {
  return /^(?:\d|1\d|2[0-4])$/.test(text)
}
