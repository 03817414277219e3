/** What a claim says about its payer, as far as it tells payers apart. */
export interface PayerSaid {
  /** The id of the payer's resource in the files; null: not known. */
  readonly id: string | null
  readonly names: readonly string[]
  readonly numbers: readonly PayerNumber[]
}

export interface PayerNumber {
  /** The numbering system: a FHIR system, `naic`, `hpid`; empty: no file says. */
  readonly system: string
  readonly value: string
}

/**
 * How two payers compare: `same` or `other` by a number, the id or the name; `unlike` if their names share only a word, `stranger` if
 * they share none; `unknown` if nothing can be compared.
 */
export type Likeness = 'same' | 'other' | 'unlike' | 'stranger' | 'unknown'

export function comparePayers(one: PayerSaid, other: PayerSaid): Likeness {
  if (one.numbers.some((a) => other.numbers.some((b) => isSameNumber(a, b)))) return 'same'
  if (one.numbers.some((a) => a.system !== '' && other.numbers.some((b) => b.system === a.system))) return 'other'
  if (one.id !== null && other.id !== null) return one.id === other.id ? 'same' : 'other'
  const byName = compareNames(one.names, other.names)
  const isNumberedApart = one.numbers.some(isLoose) && other.numbers.some(isLoose)
  return byName === 'unknown' && isNumberedApart ? 'unlike' : byName
}

/**
 * Whether two descriptions may be the same payer. Within one kind of file, a payer always uses the same name; two kinds may give the
 * same payer names with nothing in common, and then only different care proves that it is another payer.
 */
export function mayBeOne(
  one: PayerSaid,
  other: PayerSaid,
  { isOfOneKind, isSameCare }: { readonly isOfOneKind: boolean; readonly isSameCare: boolean },
): boolean {
  const likeness = comparePayers(one, other)
  if (likeness === 'unlike') return !isOfOneKind
  if (likeness === 'stranger') return !isOfOneKind && isSameCare
  return likeness !== 'other'
}

/** Two equal numbers are the same if their systems are, or if either system is unknown. */
function isSameNumber(one: PayerNumber, other: PayerNumber): boolean {
  if (one.value !== other.value) return false
  return one.system === other.system || isLoose(one) || isLoose(other)
}

function isLoose({ system }: PayerNumber): boolean {
  return system === ''
}

function compareNames(some: readonly string[], others: readonly string[]): Likeness {
  const found = some.flatMap((one) => others.map((other) => compareWords(listWords(one), listWords(other))))
  return (['same', 'unlike', 'stranger'] as const).find((likeness) => found.includes(likeness)) ?? 'unknown'
}

function compareWords(one: readonly string[], other: readonly string[]): Likeness {
  if (one.length === 0 || other.length === 0) return 'unknown'
  if (isWithin(one, other) || isWithin(other, one) || isShort(one, other) || isShort(other, one)) return 'same'
  const [own, theirs] = [one.filter(isTelling), other.filter(isTelling)]
  if (own.length === 0 && theirs.length === 0) return 'unlike'
  if (own.length === 0 || theirs.length === 0) return 'unknown'
  return own.some((word) => theirs.includes(word)) ? 'unlike' : 'stranger'
}

function isWithin(few: readonly string[], many: readonly string[]): boolean {
  return few.every((word) => many.includes(word)) || few.join('') === many.join('')
}

/** Whether a name is the initials of another (`BCBSND`). */
function isShort(name: readonly string[], other: readonly string[]): boolean {
  const [short, ...more] = name
  return more.length === 0 && other.length > 1 && short === other.map(([first]) => first).join('')
}

/** The words of a name, without legal forms and articles. */
function listWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !empty.has(word))
}

const empty = new Set('the of and inc incorporated llc lp co company corp corporation ltd limited pbc'.split(' '))

/** Words that many payers' names share. */
const common = new Set(
  'health healthcare care plan plans insurance ins assurance benefit benefits medical dental vision group mutual service services network life hmo ppo payer payor insurer'.split(
    ' ',
  ),
)

function isTelling(word: string): boolean {
  return !common.has(word)
}
