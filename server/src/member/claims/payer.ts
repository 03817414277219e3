/** What a claim says of its payer, as far as it tells payers apart. */
export interface PayerSaid {
  /** The id of its own resource in the files; null: not known. */
  readonly id: string | null
  readonly names: readonly string[]
  readonly numbers: readonly PayerNumber[]
}

export interface PayerNumber {
  /** Whose numbers these are: a system of FHIR, `naic`, `hpid`; empty where nothing says it. */
  readonly system: string
  readonly value: string
}

/**
 * How two payers compare: `same` by a number, the id or the name; `other` by one of these; `unlike` if their names only share a word,
 * `stranger` if these share none; `unknown` if nothing can be compared.
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
 * Whether two may be one payer. Within files of one kind a payer calls itself the same in all; those of two kinds may call one by names that
 * have nothing in common, where only other care makes it another one.
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

/** A number of which nobody says whose it is may be any that there is. */
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

/** Whether a name is the first letters of another one (`BCBSND`). */
function isShort(name: readonly string[], other: readonly string[]): boolean {
  const [short, ...more] = name
  return more.length === 0 && other.length > 1 && short === other.map(([first]) => first).join('')
}

/** The words of a name without what tells nothing: forms of companies, articles. */
function listWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !empty.has(word))
}

const empty = new Set('the of and inc incorporated llc lp co company corp corporation ltd limited pbc'.split(' '))

/** Words that the names of many payers have. */
const common = new Set(
  'health healthcare care plan plans insurance ins assurance benefit benefits medical dental vision group mutual service services network life hmo ppo payer payor insurer'.split(
    ' ',
  ),
)

function isTelling(word: string): boolean {
  return !common.has(word)
}
