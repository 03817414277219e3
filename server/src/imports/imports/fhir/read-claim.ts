import { hash } from 'node:crypto'
import { claimCategory } from '@portico/rules/claims/category'
import { correctionFigures, findTakenBack } from '@portico/rules/claims/counter-entry'
import {
  type Adjudicated,
  addLines,
  computeFigures,
  type Figures,
  figuresOfClaim,
  figuresOfDuplicate,
  mergeLevels,
} from '@portico/rules/claims/figures'
import { isDuplicate } from '@portico/rules/claims/state'
import { hpidName } from '@portico/rules/fhir/systems'
import * as v from 'valibot'
import type { ClaimContent, ClaimLine, ClaimNames } from '../../../member/claims/incoming.ts'
import type { NumberSystems } from '../../../platform/db/tables.ts'
import { findFirstDay, findLastDay } from '../days.ts'
import { type PayerRef, payerRef } from '../payers.ts'
import { Refused } from '../refused.ts'
import { isTime } from '../time-units.ts'
import { settleAdded } from './added-lines.ts'
import { type Amounts, type Entry, inWords, isCounted, isExact, sumAmounts } from './amounts.ts'
import { settleBorne } from './borne-amounts.ts'
import {
  findPatientId,
  findTargetId,
  findWords,
  hasCode,
  isCalled,
  isZeros,
  listCodes,
  shortCode,
  toDay,
} from './codes.ts'
import { amountsOfLine, listLines, listTotalLines } from './line-amounts.ts'
import { holdsForAll, listDecisions, listNoteNumbers } from './line-details.ts'
import { readMedicareNumbers, readNumbers } from './member-numbers.ts'
import { isOfVersionThree, isOfVersionTwo, readBalances } from './read-balances.ts'
import { findDisposition, listReasons } from './read-reasons.ts'
import { toCount, toParty } from './read-record.ts'
import { findSaidOutcome } from './said-outcome.ts'
import { type Adjudication, type Concept, type ExplanationOfBenefit, Identifier, type Item } from './shapes.ts'

/** A claim as read, with data that only the import needs. */
export interface ReadClaim extends ClaimContent {
  readonly payer: PayerRef
  /** The patient's numbers, in case no file has the Patient. */
  readonly patientNumbers: PatientNumbers
}

/** Reads an explanation of benefits; null if it is not a claim (a predetermination). Throws Refused. */
export function readClaim(written: ExplanationOfBenefit): ReadClaim | null {
  if (written.use !== undefined && written.use !== 'claim') return null
  const whole = settleAdded(written)
  const eob = settleBorne(whole)
  const patientNumbers = readPatientNumbers(eob)
  const [number] = [...patientNumbers.medicare, ...patientNumbers.member]
  // No Patient's id contains this character.
  const patientId = findPatientId(eob.patient) ?? (number && `|${number}`)
  if (patientId === undefined) throw new Refused('patient.reference', 'names no Patient')
  const notes = Map.groupBy(eob.processNote, ({ number }) => number)
  const type = findType(eob)
  const isPharmacy = type === 'pharmacy'
  const items = listLines(eob)
  const ofLines = items.map(amountsOfLine)
  const amounts = amountsOfClaim(eob, ofLines)
  const takesBack = findTakenBack(amounts.known, computeFigures(amounts.known), isVoid(eob))
  const decidedFigures = takesBack === null ? figuresOfClaim(amounts.known) : correctionFigures
  const others = takesBack === null ? amounts.others : inWords(eob.total.length > 0 ? eob.total : eob.adjudication)
  // An amount that is not covered counts here whoever bears it, so this looks at the claim before `settleBorne`.
  const uncovered = eob === whole ? null : findUncovered(whole)
  const read = items.map((item, at) => {
    const said = takesBack === null ? (ofLines[at] as Amounts) : { known: {}, others: inWords(item.adjudication) }
    const line = readLine(item, said, notes, isPharmacy)
    const isRefused = uncovered?.lines[at] === true || isRefusedFor(listDecisions(item), line.figures, decidedFigures)
    return isRefused ? { ...line, denied: true } : line
  })
  const reasons = listReasons(eob.adjudication, isPharmacy)
  const duplicate = takesBack === null && (decidedFigures.planPaid ?? 0) <= 0 && isDuplicate({ reasons }, read)
  const figures = duplicate ? figuresOfDuplicate(decidedFigures) : decidedFigures
  const lines = duplicate ? read.map((line) => ({ ...line, figures: figuresOfDuplicate(line.figures) })) : read
  const days = serviceDays(eob)
  const status = [...eob.adjudication, ...items.flatMap(listDecisions)]
  const denied = saysDeniedAsWhole(eob, figures, decidedFigures) || (uncovered?.all ?? isNoneCovered(figures))
  return {
    resourceId: eob.id,
    patientId,
    patientNumbers,
    coverageId: findCoverageId(eob),
    payer: payerRef(eob.insurer, eob.contained),
    payerId: findPayerId(eob),
    payerSaid: sayPayer(eob),
    claimNumber: readClaimNumber(eob),
    type,
    category: claimCategory({
      type,
      places: items.flatMap((item) => listCodes(item.locationCodeableConcept)),
      services: items.flatMap((item) => listCodes(item.productOrService).map((code) => code.toUpperCase())),
      revenues: items.flatMap((item) => listCodes(item.revenue).map(padRevenue)),
      inpatient: isInpatient(eob),
    }),
    ...days,
    receivedOn: toDay(findInfo(eob, 'clmrecvddate', 'received')?.timingDate) ?? null,
    processedOn: toDay(eob.created) ?? null,
    paidOn: toDay(eob.payment?.date) ?? null,
    provider: toParty(eob.provider),
    // CARIN names the facility in the supporting information of dental and professional claims.
    facility: toParty(eob.facility ?? findInfo(eob, 'servicefacility')?.valueReference),
    payee: findPayee(eob.payee?.type),
    network: findNetwork([...eob.total, ...status]),
    withdrawn: eob.status === 'cancelled' || eob.status === 'entered-in-error',
    decided: isDecided(eob, figures, denied),
    denied,
    names: ownNames(eob),
    ...listNumberSystems(eob),
    replaces: listRelatedNames(eob, 'prior', 'priorclaim', 'replaces'),
    replacedBy: listRelatedNames(eob, 'replaced', 'replacedby'),
    takesBack,
    afterAppeal: eob.related.some(({ relationship }) => hasCode(relationship, 'appeal', 'appealed')),
    duplicate,
    reasons,
    notes: listTexts([...eob.processNote, { text: findDisposition(eob) }]),
    others,
    figures,
    lines,
    ...findAccountPaid(amounts, ofLines),
    daysSupply: isPharmacy ? readDaysSupply(eob) : null,
    balances: readBalances(eob, type),
  }
}

/**
 * The amounts of the whole claim, from the level that states them best. Amounts that CMS writes beside its totals (for example what another
 * payer paid) belong to the totals; other payers repeat the totals there.
 */
function amountsOfClaim(eob: ExplanationOfBenefit, ofLines: readonly Amounts[]): Amounts {
  const { ofVersionTwo, ofVersionThree } = readBenefitBalances(eob)
  const { clear, contradicting } = sortTotals(eob.total)
  const stated = [...clear, ...eob.adjudication.filter(isExact)]
  const isStated = (one: Entry) => stated.some(({ category }) => hasCode(category, ...listCodes(one.category)))
  const summed = sumAmounts([...stated, ...ofVersionThree.filter((one) => !isStated(one))])
  const totals = { known: summed.known, others: [...summed.others, ...inWords(contradicting)] }
  const header = sumAmounts(eob.adjudication.filter((one) => !isExact(one)))
  const { type, amount, adjustment = 0 } = eob.payment ?? {}
  // An adjustment for other claims may or may not be part of the amount: files differ, even HL7's own examples.
  const isWhole = adjustment === 0 && !isCalled(type, ['partial'])
  const payment: Adjudicated = amount !== undefined && isWhole ? { planPaid: amount } : {}
  const balances = sumAmounts(ofVersionTwo)
  const paid = { known: payment, others: [] }
  // For a hospital claim, CMS states that the provider was paid nothing, and has the plan's payment only in `payment`.
  const isOfCms = totals.known.planPaid === undefined && [...eob.total, ...eob.adjudication].some(isExact)
  const said = isOfCms ? [paid, totals, header] : [totals, header, paid]
  const levels = [...said, balances, ...listTotalLines(eob).map(amountsOfLine)]
  // If a line with a price is undecided, the other lines are not the whole claim.
  const isOpen = listLines(eob).some(({ net = 0 }, at) => net > 0 && Object.keys(ofLines[at]?.known ?? {}).length === 0)
  const lineAmounts = isOpen ? {} : addLines(ofLines.map(({ known }) => known))
  return {
    known: mergeLevels([...levels.map(({ known }) => known), lineAmounts]),
    others: levels.flatMap(({ others }, place) =>
      // Several levels may repeat the same amount; the first one counts.
      others.filter((one) => !levels.slice(0, place).some((above) => isAmong(above.others, one))),
    ),
  }
}

/**
 * A category has one total (FHIR: "monetary total amount associated with the category"), so the same amount again is a repetition. Of
 * several different amounts, none is known to be the total or a part of it: they are shown in the payer's words, and other levels decide.
 */
function sortTotals(totals: readonly Entry[]): {
  readonly clear: readonly Entry[]
  readonly contradicting: readonly Entry[]
} {
  const listWords = ({ category }: Entry) => category?.text?.trim() ?? ''
  const name = (one: Entry) =>
    `${one.meaning ?? ''} ${listCodes(one.category).sort().join(' ') || `"${findWords(one.category) ?? ''}"`}`
  const [clear, contradicting]: [Entry[], Entry[]] = [[], []]
  for (const said of Map.groupBy(
    totals.filter(({ amount }) => amount !== undefined),
    name,
  ).values()) {
    const each = [...new Map(said.map((one) => [`${one.amount} ${listWords(one)}`, one])).values()]
    const [first = {}, ...more] = each
    const isOne = more.every((one) => one.amount === first.amount && (listWords(one) === '' || listWords(first) === ''))
    if (isOne) clear.push(each.find((one) => listWords(one) !== '') ?? first)
    else if (isCounted(first)) contradicting.push(...each)
    else clear.push(...each)
  }
  return { clear, contradicting }
}

function isAmong(others: Amounts['others'], { text, cents }: Amounts['others'][number]): boolean {
  return others.some((one) => one.text === text && one.cents === cents)
}

/** The account payment of the claim, or the sum of its lines' account payments. */
function findAccountPaid({ known }: Amounts, ofLines: readonly Amounts[]): Pick<ClaimContent, 'accountPaid'> {
  const cents = known.accountPaid ?? ofLines.reduce((sum, one) => sum + (one.known.accountPaid ?? 0), 0)
  return cents > 0 ? { accountPaid: cents } : {}
}

interface Note {
  readonly text?: string | undefined
}

/** The texts of notes, each once. */
function listTexts(notes: readonly Note[]): string[] {
  return [...new Set(notes.flatMap(({ text }) => text?.trim() || []))]
}

function readLine(
  item: Item,
  { known, others }: Amounts,
  notes: ReadonlyMap<number | undefined, readonly Note[]>,
  isPharmacy: boolean,
): ClaimLine {
  const figures = computeFigures(known)
  return {
    serviceDate: toDay(item.servicedDate) ?? toDay(item.servicedPeriod?.start) ?? null,
    code: serviceCode(item.productOrService) ?? (padRevenue(serviceCode(item.revenue) ?? '') || null),
    description: findWords(item.productOrService) ?? findWords(item.revenue) ?? null,
    quantity: countUnits(item.quantity),
    denied: holdsForAll(item, saysDenied) || isAllNotCovered(figures),
    reasons: listReasons(listDecisions(item), isPharmacy),
    notes: listTexts(listNoteNumbers(item).flatMap((number) => notes.get(number) ?? [])),
    others,
    figures,
  }
}

function countUnits(quantity: Item['quantity']): number | null {
  const units = [quantity?.unit, quantity?.code].filter((unit) => unit !== undefined)
  return units.some(isTime) ? null : toCount(quantity?.value)
}

/** Whether nothing is covered, whoever bears it: the plan pays nothing, and the member owes no part for another reason. */
function isAllNotCovered({ billed, notCovered, planPaid, share }: Figures): boolean {
  if (notCovered === null || notCovered <= 0 || planPaid !== 0) return false
  return share === notCovered || (notCovered === billed && (share ?? 0) === 0)
}

/** Which lines have nothing that is covered, and whether the whole claim has nothing. */
function findUncovered(eob: ExplanationOfBenefit): { readonly lines: readonly boolean[]; readonly all: boolean } {
  const ofLines = listLines(eob).map(amountsOfLine)
  return {
    lines: ofLines.map(({ known }) => isAllNotCovered(computeFigures(known))),
    all: isNoneCovered(figuresOfClaim(amountsOfClaim(eob, ofLines).known)),
  }
}

/** Whether nothing of a claim is covered, and no other insurance has paid it either. */
function isNoneCovered(figures: Figures): boolean {
  return (figures.otherPaid ?? 0) === 0 && isAllNotCovered(figures)
}

/** CARIN's status `denied`, or one of Medicare's processing indicators with that meaning. */
function saysDenied({ category, reason }: Adjudication): boolean {
  if (hasCode(category, 'line_prcsg_ind_cd')) return hasCode(reason, 'b', 'c', 'd', 'i', 'l', 'm', 'n', 'o', 'p', 'z')
  return isCalled(reason, ['denied'])
}

/** Whether a file says that a claim is denied, not only some of its lines. */
function saysDeniedAsWhole(eob: ExplanationOfBenefit, figures: Figures, decidedFigures: Figures): boolean {
  const isSaid = eob.adjudication.some(saysDenied) || isRefusedFor(eob.adjudication, decidedFigures)
  return isSaid || saysUnpaid(eob, figures)
}

/** Reasons for a part of the share or for the discount, and remarks, which some files write beside those for a denial. */
const notRefusing = /^(?:1|2|3|23|45|66|131|187|237|253|(?:MA?|N)\d+)$/

/**
 * Whether a reason for a denial is stated where nothing is allowed or paid; `of`: the claim of a line that says nothing of a payment. CARIN
 * states it without the status.
 */
function isRefusedFor(decisions: readonly Adjudication[], figures: Figures, of?: Figures): boolean {
  const { allowed, deductible, copay, coinsurance, otherPaid } = figures
  const isPaid = (figures.planPaid ?? of?.planPaid) !== 0
  if (isPaid || [allowed, deductible, copay, coinsurance, otherPaid].some((cents) => (cents ?? 0) > 0)) return false
  return listReasons(
    decisions.filter(({ category }) => hasCode(category, 'denialreason', 'rejectreason')),
    false,
  ).some(({ code }) => !notRefusing.test(code))
}

/** CARIN's payment status: the whole claim is denied, or some of its lines are while the plan pays others; or words say so. */
function saysUnpaid({ payment, disposition }: ExplanationOfBenefit, { planPaid }: Figures): boolean {
  if ((planPaid ?? 0) <= 0 && findSaidOutcome(disposition) === 'denied') return true
  return isCalled(payment?.type, ['denied']) || (isCalled(payment?.type, ['partiallypaid']) && (planPaid ?? 0) > 0)
}

/**
 * The payment status takes precedence over the status of the billing and treating providers; in CARIN's first edition, it is the category.
 */
function findNetwork(said: readonly (Entry & Pick<Adjudication, 'reason'>)[]): 'in' | 'out' | null {
  for (const category of ['benefitpaymentstatus', 'inoutnetwork', 'billingnetworkstatus', 'renderingnetworkstatus']) {
    const isFirst = category === 'benefitpaymentstatus'
    for (const one of said) {
      const status = hasCode(one.category, category) ? one.reason : isFirst ? one.category : undefined
      if (isCalled(status, ['outofnetwork'])) return 'out'
      if (isCalled(status, ['innetwork'])) return 'in'
    }
  }
  return null
}

function isDecided(eob: ExplanationOfBenefit, figures: Figures, denied: boolean): boolean {
  if (eob.status === 'draft' || eob.outcome === 'queued' || eob.outcome === 'error') return false
  // Files that pass claims on without amounts (AB2D) leave out the outcome, too.
  const isPassedOn = eob.outcome === undefined && eob.status === 'active'
  return denied || eob.outcome === 'complete' || isPassedOn || figures.planPaid !== null
}

/**
 * The claim amounts that Blue Button has among the balances, each once, although some are there twice. In any other file, a balance is one
 * of the year's benefit, not an amount of the claim. Codes of version 2 are URLs; those of version 3 have a URL as their system.
 */
function readBenefitBalances(eob: ExplanationOfBenefit) {
  const said = eob.benefitBalance
    .flatMap(({ financial }) => financial)
    .map(({ type, usedMoney }): Entry => ({ category: type, amount: usedMoney }))
  const each = new Map(said.map((one) => [`${listCodes(one.category).join(' ')} ${one.amount}`, one]))
  const listWith = (isOne: (coding: Concept['coding'][number]) => boolean) =>
    [...each.values()].filter(({ category }) => category?.coding.some(isOne))
  return { ofVersionTwo: listWith(isOfVersionTwo), ofVersionThree: listWith(isOfVersionThree) }
}

/** Types in other words and codes than HL7's. */
const otherTypes: readonly (readonly [string, RegExp])[] = [
  ['pharmacy', /^(?:pharmacy|rx|drugs?|prescriptions?|retail pharmacy)\b/],
  ['oral', /^(?:oral|dental|837-?d)\b/],
  ['vision', /^vision\b/],
  ['institutional', /^(?:institutional|inst|hospital|facility|ub-?04|cms-?1450|837-?i)\b/],
  ['professional', /^(?:professional|prof|physician|hcfa(?:-?1500)?|cms-?1500|837-?p)\b/],
]

/** A type that no known code says: by the first words or other codes that say one. */
function findOtherType({ type, subType }: ExplanationOfBenefit): string | undefined {
  const said = [type, subType].flatMap((one) => [...listCodes(one), findWords(one)?.toLowerCase() ?? ''])
  return said.map((words) => otherTypes.find(([, isNamed]) => isNamed.test(words.trim()))?.[0]).find(Boolean)
}

const typesOfCms = new Map([
  ['pde', 'pharmacy'],
  ['carrier', 'professional'],
  ['dme', 'professional'],
  ...['inpatient', 'outpatient', 'snf', 'hha', 'hospice'].map((type) => [type, 'institutional'] as const),
])

function findType(eob: ExplanationOfBenefit): string {
  const types = ['institutional', 'professional', 'pharmacy', 'oral', 'vision']
  const said = [...listCodes(eob.type), ...listCodes(eob.subType)]
  // Blue Button's own type is right where the general one beside it is not: an equipment claim is not institutional, a home care claim is.
  return (
    said.map((code) => typesOfCms.get(code)).find(Boolean) ??
    said.find((code) => types.includes(code)) ??
    findOtherType(eob) ??
    // No kind of care follows from it: an unknown claim is not a hospital's.
    'unknown'
  )
}

function isInpatient(eob: ExplanationOfBenefit): boolean {
  const said = [...listCodes(eob.type), ...listCodes(eob.subType)]
  return said.includes('inpatient') || findInfo(eob, 'admissionperiod') !== undefined
}

/**
 * CMS's adjustment code, or the bill's frequency code (the last digit of the type of bill, which Blue Button 2 writes alone), says that the
 * claim voids an earlier one.
 */
function isVoid(eob: ExplanationOfBenefit): boolean {
  const types = listCodes(findInfo(eob, 'typeofbill')?.code)
  return (
    hasCode(findInfo(eob, 'clm_adjstmt_type_cd')?.code, '1') || types.some((code) => /^(?:0?[1-9]\d)?8$/.test(code))
  )
}

function findInfo(eob: ExplanationOfBenefit, ...categories: readonly string[]) {
  return eob.supportingInfo.find(({ category }) => hasCode(category, ...categories))
}

/** CARIN's `dayssupply`, Blue Button's `days_suply_num`. */
function readDaysSupply(eob: ExplanationOfBenefit): number | null {
  const days = findInfo(eob, 'dayssupply', 'days_suply_num')?.valueQuantity?.value
  return days !== undefined && Number.isInteger(days) && days > 0 && days < 1000 ? days : null
}

function serviceDays(eob: ExplanationOfBenefit): { readonly serviceFrom: string; readonly serviceTo: string } {
  const lines = listLines(eob)
  const served = lines.flatMap(({ servicedDate, servicedPeriod }) => [
    servicedDate,
    servicedPeriod?.start ?? servicedPeriod?.end,
  ])
  const days = served.flatMap((when) => toDay(when) ?? []).sort()
  const { start, end } = eob.billablePeriod ?? {}
  const stay = findInfo(eob, 'admissionperiod', 'hospitalized')?.timingPeriod
  // If the period is only a month or a year, the lines' days are more precise; without these, the whole period counts. A hospital stay may
  // be longer than the period of one bill.
  const said = toDay(start) ?? days[0] ?? findFirstDay(start) ?? findFirstDay(end)
  const done = eob.procedure.flatMap(({ date }) => toDay(date) ?? []).sort()
  const from = said ?? toDay(stay?.start) ?? toDay(stay?.end) ?? done[0] ?? toDay(eob.created)
  if (from === undefined) throw new Refused('billablePeriod', 'there is no date of service')
  const ended = lines.flatMap(({ servicedPeriod }) => toDay(servicedPeriod?.end) ?? [])
  const last = toDay(end) ?? [...days, ...ended].sort().at(-1) ?? findLastDay(end) ?? findLastDay(start)
  const to = last ?? (said === null ? (toDay(stay?.end) ?? done.at(-1)) : null) ?? from
  return { serviceFrom: from, serviceTo: [from, to].sort().at(-1) ?? from }
}

/** The payer's claim number: of CARIN's type `uc`, else Blue Button's claim id, else the first number. */
function readClaimNumber(eob: ExplanationOfBenefit): string {
  const said = eob.identifier.filter(({ value }) => value !== undefined && value.trim() !== '')
  const current = said.filter(({ use }) => use !== 'old')
  const all = current.length > 0 ? current : said
  const own = all.filter(isItsOwn)
  const named = own.length > 0 ? own : all
  const unique =
    named.find(({ type }) => hasCode(type, 'uc')) ?? named.find(({ system }) => /clm_id$/.test(system ?? ''))
  return (unique ?? named[0])?.value?.trim() ?? eob.id
}

export interface PatientNumbers {
  readonly medicare: readonly string[]
  readonly member: readonly string[]
}

/** The patient's numbers in the reference, and the Medicare numbers that AB2D adds to each claim because its files have no Patient. */
function readPatientNumbers({ patient, extension }: ExplanationOfBenefit): PatientNumbers {
  const own = patient.identifier === undefined ? [] : [patient.identifier]
  const added = extension.flatMap(({ url, valueIdentifier }) =>
    /elementdefinition-identifier$/.test(url ?? '') ? (valueIdentifier ?? []) : [],
  )
  return {
    medicare: readMedicareNumbers([...own, ...added]),
    member: readNumbers(own).flatMap(({ value, use }) => (use === 'old' ? [] : value)),
  }
}

/** The focal coverage, or else the only one. */
function findCoverageId({ insurance }: ExplanationOfBenefit): string | null {
  const focal = insurance.find((one) => one.focal === true) ?? (insurance.length === 1 ? insurance[0] : undefined)
  return findTargetId(focal?.coverage) ?? null
}

/**
 * The code of a service, preferably not from SNOMED CT, whose codes mean nothing to people who read a claim. CVX codes of vaccines get the
 * prefix `CVX`.
 */
function serviceCode(concept: Concept | undefined): string | undefined {
  const coding = concept?.coding.find(({ system }) => !system?.includes('snomed')) ?? undefined
  const code = shortCode(coding?.code)
  if (code === '' || code === 'not-applicable' || isZeros(code)) return undefined
  return coding?.system?.endsWith('/cvx') ? `CVX ${code.padStart(2, '0')}` : code
}

/** A revenue code with the leading zero that some files leave out: `110` is `0110`. */
function padRevenue(code: string): string {
  return /^\d{1,3}$/.test(code) ? code.padStart(4, '0') : code
}

/** Other claims may refer to this one by any of its numbers, or by the bill that it answers. */
function ownNames(eob: ExplanationOfBenefit): string[] {
  const names = listNames(...eob.identifier.filter(isItsOwn).map(({ value }) => value), findTargetId(eob.claim))
  return names.filter((name) => name !== eob.id && name !== readClaimNumber(eob))
}

function listNames(...names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.flatMap((name) => name?.trim() || []))]
}

/** Several claims share these numbers of Blue Button. */
function isItsOwn({ system }: ExplanationOfBenefit['identifier'][number]): boolean {
  return !/claim-group$|rx_srvc_rfrnc_num$/.test(system ?? '')
}

function listRelatedNames(eob: ExplanationOfBenefit, ...relationships: readonly string[]): ClaimNames[] {
  return eob.related
    .filter(({ relationship }) => isCalled(relationship, relationships))
    .flatMap(({ claim, reference }) => {
      const [first, ...more] = listNames(findTargetId(claim), claim?.identifier?.value, reference?.value)
      return first === undefined ? [] : [[first, ...more] as const]
    })
}

/** The id of the payer's own resource; null for one that only this claim or Bundle knows, which identifies no payer. */
function findPayerId({ insurer }: ExplanationOfBenefit): string | null {
  return insurer?.reference?.trim().startsWith('urn:') ? null : (findTargetId(insurer) ?? null)
}

/** The payer by name and number, from the reference or the contained resource. */
function sayPayer({ insurer, contained }: ExplanationOfBenefit): ClaimContent['payerSaid'] {
  const own = insurer?.reference?.startsWith('#') ? insurer.reference.slice(1) : undefined
  const within = own === undefined ? undefined : contained.find(({ id }) => id === own)
  const found = v.safeParse(v.array(Identifier), within?.identifier ?? [])
  const identifiers = [insurer?.identifier ?? [], found.success ? found.output : []].flat()
  const names = [insurer?.display, within?.name].flatMap((name) => (typeof name === 'string' ? name.trim() || [] : []))
  return {
    names: [...new Set(names)].slice(0, 3).map((name) => name.slice(0, 100)),
    numbers: identifiers
      .flatMap(({ system, type, value }) => {
        const plain = value?.trim().toUpperCase().slice(0, 50)
        return plain ? [{ system: systemOfPayer(system, type), value: plain }] : []
      })
      .slice(0, 5),
  }
}

/** NAIC's, CMS's and other payer numbers by X12's names for them; a clearing house's numbers identify no payer. */
function systemOfPayer(system: string | undefined, type: Concept | undefined): string {
  if (hasCode(type, 'payerid') || hasCode(type, 'payer')) return ''
  if (hasCode(type, 'naiccode', 'naic') || system?.endsWith('2.16.840.1.113883.6.300')) return 'naic'
  if (type?.text === hpidName) return 'hpid'
  return plainSystem(system ?? '')
}

/** A system in a comparable form: `http` and `https` are equal. */
function plainSystem(system: string): string {
  return system
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
}

function listNumberSystems({
  identifier,
  related,
}: ExplanationOfBenefit): Pick<ClaimContent, 'systems' | 'namedSystems'> {
  const named = related.flatMap(({ claim, reference }) => [claim?.identifier ?? [], reference ?? []].flat())
  return { systems: listSystems(identifier.filter(isItsOwn)), namedSystems: listSystems(named) }
}

/** Digests of the systems of numbers. */
function listSystems(numbers: readonly Pick<Identifier, 'system' | 'value'>[]): NumberSystems {
  const found = new Map<string, string[]>()
  for (const { system = '', value = '' } of numbers) {
    const [name, plain] = [value.trim(), plainSystem(system)]
    const known = found.get(name) ?? []
    if (name !== '') found.set(name, plain === '' || known.includes('') ? [''] : [...known, plain])
  }
  const clear = [...found].filter(([, systems]) => !systems.includes(''))
  return Object.fromEntries(clear.map(([name, systems]) => [name, systems.map(digestSystem)]))
}

function digestSystem(system: string): string {
  return hash('sha256', system).slice(0, 8)
}

function findPayee(type: Concept | undefined): 'provider' | 'subscriber' | null {
  if (hasCode(type, 'provider')) return 'provider'
  return hasCode(type, 'subscriber', 'beneficiary') ? 'subscriber' : null
}
