import type { Adjudicated, AmountKind } from '@portico/rules/claims/figures'
import type { OtherAmount } from '../../../member/claims/incoming.ts'
import { saysNothing } from '../text.ts'
import {
  exactCategories,
  generalCategories,
  type Meaning,
  mistakenPairs,
  shareMakers,
} from './adjudication-categories.ts'
import { findWords, listCodes, shortCode } from './codes.ts'
import type { Concept } from './shapes.ts'

export interface Amounts {
  readonly known: Adjudicated
  readonly others: readonly OtherAmount[]
}

export interface Entry {
  readonly category?: Concept | undefined
  readonly amount?: number | undefined
  /** Set if more than the category determines the meaning. */
  readonly meaning?: Meaning | undefined
}

/** Sums the categorized amounts of one level by their meaning. */
export function sumAmounts(entries: readonly Entry[]): Amounts {
  const known: { -readonly [Kind in AmountKind]?: number } = {}
  const others: OtherAmount[] = []
  const add = (kind: AmountKind, cents: number) => {
    known[kind] = (known[kind] ?? 0) + cents
  }
  const read = entries.flatMap(({ category, amount, meaning }) =>
    amount === undefined ? [] : [{ category, amount, meaning: meaning ?? findMeaning(category) }],
  )
  const standIns = read.filter(({ meaning }) => meaning?.endsWith('?'))
  for (const { category, amount, meaning } of read) {
    if (meaning === 'other') others.push({ text: exactWords(category), cents: amount })
    else if (isKind(meaning)) add(meaning, amount)
  }
  const isSaid = new Set(Object.keys(known))
  // CMS fills in a zero if another amount of the same kind counts.
  const isNothing = (kind: AmountKind) => known[kind] === 0
  for (const { category, amount, meaning } of standIns) {
    const kind = meaning?.slice(0, -1) as AmountKind
    const told = kind === 'memberLiability' ? [...shareMakers].filter((one) => one !== 'allowed') : [kind]
    if (told.some((one) => isSaid.has(one)) && !(told.length === 1 && isNothing(kind)))
      others.push({ text: exactWords(category), cents: amount })
    else add(kind, amount)
  }
  const unclear = sumUnclear(
    read.filter(({ meaning }) => meaning === 'other'),
    known,
  )
  return { known: unclear === 0 ? known : { ...known, unclear }, others }
}

const partsInWords = [
  ['deductible', /deductible|\bded\b/],
  ['copay', /co-?pay/],
  ['coinsurance', /co-?ins/],
] as const

/**
 * The sum of those unexplained amounts that may be part of the member's share: if a general code or the words name a part that nothing else
 * states, or if the words name the member and the amount is more than the stated parts.
 */
function sumUnclear(entries: readonly Entry[], known: Adjudicated): number {
  const parts = [known.deductible, known.copay, known.coinsurance, known.notCovered].reduce<number>(
    (sum, cents = 0) => sum + cents,
    0,
  )
  const mayBePart = ({ category, amount = 0 }: Entry) => {
    const codes = listCodes(category)
    // The tables tell of these that they are no part.
    if (codes.some((code) => exacts.has(code) || generals.get(code) === 'other')) return false
    const words = exactWords(category).toLowerCase()
    if (/remain|\bmet\b|accum|maximum|limit|%|percent/.test(words)) return false
    const kinds: (AmountKind | undefined)[] = partsInWords.flatMap(([kind, isNamed]) =>
      isNamed.test(words) ? kind : [],
    )
    const general = codes.flatMap((code) => generals.get(code) ?? [])
    const named = [...kinds, ...general.filter((kind) => kind !== 'allowed' && shareMakers.has(kind as AmountKind))]
    if (named.length > 0) return named.some((kind) => known[kind as AmountKind] === undefined)
    return /\b(?:member|patient|subscriber|enrollee|insured|beneficiary)\b/.test(words) && Math.abs(amount) > parts
  }
  return entries.filter(mayBePart).reduce((sum, { amount = 0 }) => sum + amount, 0)
}

/** Amounts as received, in the payer's own words. */
export function inWords(entries: readonly Entry[]): OtherAmount[] {
  return entries.flatMap(({ category, amount }) =>
    amount === undefined ? [] : [{ text: exactWords(category), cents: amount }],
  )
}

function isKind(meaning: Meaning): meaning is AmountKind {
  return meaning !== null && meaning !== 'other' && !meaning.endsWith('?')
}

const generals = new Map(Object.entries(generalCategories))
const exacts = new Map(Object.entries(exactCategories))

/** Whether one of CMS's own codes gives the amount's meaning. */
export function isExact({ category }: Entry): boolean {
  return listCodes(category).some((code) => exacts.has(code))
}

/** Whether an amount counts as one of a known kind. */
export function isCounted({ category }: Entry): boolean {
  const meaning = findMeaning(category)
  return meaning !== null && meaning !== 'other'
}

/**
 * The meaning of a category. Its codings are translations of one concept, so the exact code decides. An unknown exact code may mean a part
 * of what the general one says: such an amount never makes up a member's share, and counts only if nothing else does.
 */
function findMeaning(category: Concept | undefined): Meaning {
  // Says whether the payment was in network, whatever the code (`other`), and is no amount.
  if (category?.coding.some(({ system }) => system?.endsWith('PayerAdjudicationStatus'))) return null
  const codes = listCodes(category)
  const exact = codes.find((code) => exacts.has(code))
  if (exact !== undefined) {
    const mistaken = codes.map((code) => mistakenPairs[`${code} ${exact}`]).find(Boolean)
    return mistaken ?? exacts.get(exact) ?? null
  }
  if (!codes.some((code) => generals.has(code))) return generals.get(nameCategory(category) ?? '') ?? 'other'
  const general = codes.filter((code) => generals.has(code))
  const said = [...new Set(general.map((code) => generals.get(code) ?? null))]
  // A code without its own amount only qualifies the other code.
  const kinds = said.some((one) => one !== null) ? said.filter((one) => one !== null) : said
  if (kinds.includes('other')) return 'other'
  const makesShare = kinds.some((one) => isKind(one) && shareMakers.has(one))
  const isOwnOnly = (category?.coding ?? []).every(
    ({ code, display }) => isGeneral(code) || shortCode(code) === '' || saysSame(display, general),
  )
  if (isOwnOnly && kinds.length === 1) return kinds[0] ?? null
  const isPayment = kinds.every((one) => one !== null && payments.has(one))
  if (makesShare || kinds.includes(null) || (kinds.length > 1 && !isPayment)) return 'other'
  const kind = kinds.length > 1 ? 'planPaid' : (kinds[0] as AmountKind)
  return isOwnOnly ? kind : `${kind}?`
}

const isGeneral = (code: string | undefined) => generals.has(shortCode(code).toLowerCase())

/** Payments of the plan, whoever receives them: of several such codes, the most general one counts. */
const payments: ReadonlySet<unknown> = new Set(['planPaid', 'paidToProvider', 'paidToPatient'])

/** Words that guides and payers use for a general code, if they differ from the code itself. */
const otherWords: Readonly<Record<string, string>> = {
  allowed: 'eligible',
  allowedcharge: 'eligible',
  allowedcharges: 'eligible',
  billed: 'submitted',
  billedcharge: 'submitted',
  billedcharges: 'submitted',
  submittedcharge: 'submitted',
  submittedcharges: 'submitted',
  totalbilled: 'submitted',
  totalcharge: 'submitted',
  totalcharges: 'submitted',
  insurancepaid: 'benefit',
  paidbyplan: 'benefit',
  planpaid: 'benefit',
  planpayment: 'benefit',
  contractualadjustment: 'discount',
  networkdiscount: 'discount',
  plandiscount: 'discount',
  providerdiscount: 'discount',
  memberowes: 'memberliability',
  patientowes: 'memberliability',
  // NCPDP's name for the share.
  patientpay: 'memberliability',
  yourresponsibility: 'memberliability',
  yourshare: 'memberliability',
  youowe: 'memberliability',
  noncoveredcharge: 'noncovered',
  noncoveredcharges: 'noncovered',
  otherinsurancepaid: 'priorpayerpaid',
  coins: 'coinsurance',
  coordinationofbenefits: 'priorpayerpaid',
  copayment: 'copay',
  ded: 'deductible',
  memberresponsibility: 'memberliability',
  notcovered: 'noncovered',
  patientliability: 'memberliability',
  patientresponsibility: 'memberliability',
}

/** The general code for a category whose own codes are all unknown: by its text, else by the words of its codes, else by these. */
function nameCategory(category: Concept | undefined): string | undefined {
  const codings = category?.coding ?? []
  const isSaid = (text: string | undefined) => text !== undefined && text.trim() !== '' && !saysNothing(text)
  const said = [[category?.text], codings.map(({ display }) => display), codings.map(({ code }) => shortCode(code))]
  const [first, ...more] = new Set((said.find((texts) => texts.some(isSaid)) ?? []).filter(isSaid).map(nameWords))
  return more.length === 0 ? first : undefined
}

/** The general code for words such as `Co-insurance` or `Submitted Amount`; a percentage is not an amount. */
function nameWords(words: string | undefined): string | undefined {
  if (words === undefined || words.includes('%')) return undefined
  const plain = words
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/amount$/, '')
  // Letters to members say whose amount it is: `Your deductible`, `Amount you owe`.
  return [plain, plain.replace(/^(?:amount|your|what(?=you))/, '')]
    .map((one) => (Object.hasOwn(otherWords, one) ? otherWords[one] : one))
    .find((code) => code !== undefined && generals.has(code))
}

/** Whether the words of a payer's own code say no more than the general code beside it. */
function saysSame(display: string | undefined, general: readonly string[]): boolean {
  const code = nameWords(display)
  return code !== undefined && general.includes(code)
}

/** The payer's words for a category: those of the exact code if there are several. */
function exactWords(category: Concept | undefined): string {
  const coding = category?.coding ?? []
  const own = coding.filter(({ code }) => !generals.has(shortCode(code).toLowerCase()))
  return findWords({ text: category?.text, coding: own.concat(coding) }) ?? shortCode((own[0] ?? coding[0])?.code)
}
