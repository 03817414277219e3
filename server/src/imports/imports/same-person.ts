import { isJson } from './source/identities.ts'
import { isPartOfName } from './text.ts'
import { foldName } from './x12/values.ts'

/** What distinguishes two people with the same member number and date of birth. */
export interface Said {
  readonly firstName: string
  /** Other names in a file: nicknames, former names. */
  readonly otherNames?: readonly string[]
  readonly sex?: string | null
  /** Whether the file says that they are of a multiple birth. */
  readonly isMultiple?: boolean
}

/**
 * `one`: they are one person. `later`: one had no name yet and the other has one; they are the same person if they came one after the
 * other. `two`: nothing says that they are one, so neither sees the other's data.
 */
export type Sameness = 'one' | 'later' | 'two'

/**
 * Compares two people with the same member number and date of birth (IM-1, MP-14) by their first names: one may be the beginning of the
 * other, or be in the other's list of names. Different sexes make two people, and so do twins' similar names.
 */
export function compareNamed(one: Said, other: Said): Sameness {
  const [first, second] = [foldName(one.firstName), foldName(other.firstName)]
  if (first === second) return 'one'
  const sexes = [one.sex, other.sex].map((sex) => /^[mf]/i.exec(sex ?? '')?.[0].toLowerCase())
  if (sexes[0] !== undefined && sexes[1] !== undefined && sexes[0] !== sexes[1]) return 'two'
  if (isListed(one, other.firstName) || isListed(other, one.firstName)) return 'one'
  const [unnamed, also] = [readUnnamed(one.firstName), readUnnamed(other.firstName)]
  const areTwins = one.isMultiple === true && other.isMultiple === true
  if (unnamed !== null && also !== null) {
    if (unnamed.which !== '' && also.which !== '') return unnamed.which === also.which ? 'one' : 'two'
    return areTwins || unnamed.which !== also.which ? 'two' : 'one'
  }
  if (unnamed !== null || also !== null) {
    const isOneOfSeveral = [unnamed?.which, also?.which].some((which) => which !== undefined && which !== '')
    return isOneOfSeveral || one.isMultiple === true || other.isMultiple === true ? 'later' : 'one'
  }
  if (areTwins) return 'two'
  return first !== '' && second !== '' && (first.startsWith(second) || second.startsWith(first)) ? 'one' : 'two'
}

/** Whether a person also has this first name, in full or as one of several children without a name. */
function isListed({ otherNames = [] }: Said, firstName: string): boolean {
  const isAny = readUnnamed(firstName)?.which === ''
  return !isAny && otherNames.some((own) => foldName(own) === foldName(firstName))
}

/** The first given name in each name of a Patient as received; skips malformed names. */
export function listFirstNames(patient: unknown): readonly string[] {
  const names: unknown[] = isJson(patient) && Array.isArray(patient.name) ? patient.name : []
  return names.flatMap((name) => {
    const given: unknown[] = isJson(name) && Array.isArray(name.given) ? name.given : []
    const all = given.filter((one) => typeof one === 'string')
    return all.find(isPartOfName) ?? all[0] ?? []
  })
}

const unnamedWords = /^(?:BABY|BOY|GIRL|BABYBOY|BABYGIRL|NEWBORN|BORN|INFANT|TWIN|TRIPLET|BB|BG|MALE|FEMALE)$/
/** The ways of writing which child of a multiple birth it is. */
const whichOnes: ReadonlyMap<string, string> = new Map([
  ...['ONE', 'I', '1', 'FIRST'].map((word) => [word, 'A'] as const),
  ...['TWO', 'II', '2', 'SECOND'].map((word) => [word, 'B'] as const),
  ...['THREE', 'III', '3', 'THIRD'].map((word) => [word, 'C'] as const),
])

/**
 * Whether a first name is a hospital's placeholder for a child without one (`Baby Boy`, `BG Twin A`, `BabyBoy-2`, `Newborn`), and which of
 * several children it names; null: it is a real name.
 */
export function readUnnamed(firstName: string): { readonly which: string } | null {
  const words = firstName
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  if (words[0] === undefined || !unnamedWords.test(words[0])) return null
  const others = words.filter((word) => !unnamedWords.test(word))
  const [which = ''] = others
  if (which === '') return { which: '' }
  const is = whichOnes.get(which) ?? (/^[A-Z0-9]$/.test(which) ? which : undefined)
  // `Baby Smith` names the family, not which child it is.
  return { which: is ?? '' }
}
