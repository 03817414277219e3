import { hpidName, ndcSystem, npiSystem } from '@portico/rules/fhir/systems'
import type { Adjusted } from './amounts.ts'
import { isAllLost, sumDecisions, sumLost, sumPaidToPatient } from './amounts.ts'
import { computeStanding, type Decided, isSameLine, lineKey, listDaysOfLines, looseKey } from './decisions.ts'
import type { ClaimPart, PartLine, ServiceCode } from './part.ts'

/** What a claim's resource needs besides its parts. */
export interface ClaimAbout {
  /** The id of the claim. */
  readonly claim: string
  readonly memberNumber: string
  /** The coverage of the day of service, if it is known. */
  readonly coverageId: string | null
  /** The same claim in the plan's FHIR files, and whether that was decided later or on the same day. */
  readonly twin: { readonly resourceId: string; readonly isNewer: boolean } | null
  /** Whether the whole claim is sensitive. */
  readonly isSensitive: boolean
  /** The bill that the payer has split, if another claim has it. */
  readonly bill: ClaimPart | null
  /** Lines of the bill that other claims have. */
  readonly elsewhere: readonly PartLine[]
}

/**
 * Builds a claim's resource from its bills and payments: it is read, judged and stored like any other (FD-2, FD-3). Null if nothing is
 * known but a reversal.
 */
export function claimResource(own: readonly ClaimPart[], about: ClaimAbout): object | null {
  const parts = about.bill === null ? own : [...own, about.bill]
  const { active, isReversed } = computeStanding(parts)
  const bills = parts.filter(({ source }) => source !== 'payment').toSorted(byTime)
  const bill = bills.at(-1)
  const answered = findAnswered(bills, active)
  const main = active.at(-1)?.part ?? bill ?? parts.filter(isNoReversal).toSorted(byTime).at(-1)
  if (main === undefined) return null
  const content = bill?.content ?? main.content
  const type = bill === undefined && isOfPharmacy(content) ? 'pharmacy' : content.type
  const lines = active.length > 0 ? listLines(answered, active, about) : listDaysOfLines(bill ?? main).map(asBilled)
  // A party that one source names only by number may have a name in the other.
  const named =
    [main, bill ?? main].find((one) => one.content.provider !== null) ?? (main.npi === null ? (bill ?? main) : main)
  const days = [bill ?? main, ...active.map(({ part }) => part)]
  const number =
    active.at(-1)?.part.payerNumber ?? parts.flatMap(({ payerNumber }) => payerNumber ?? []).at(-1) ?? main.account
  const others = [...new Set(parts.flatMap((part) => [part.payerNumber ?? [], part.account].flat()))].filter(
    (one) => one !== number,
  )
  const approvals = [...new Set(parts.flatMap(({ content: { approvals: named = [] } }) => named))]
  const isRestricted = parts.some((part) => part.content.isRestricted === true)
  const isSensitive = about.isSensitive || parts.some((part) => part.content.isProtected === true)
  const isVoid = bill?.content.frequency === '8' || (isReversed && parts.some(isFinalReversal))
  const amounts = sumDecisions(active)
  return {
    resourceType: 'ExplanationOfBenefit',
    id: about.claim,
    meta: {
      lastUpdated: parts
        .map(({ sentAt }) => sentAt)
        .toSorted()
        .at(-1),
      ...((isSensitive || isRestricted) && {
        security: [...(isSensitive ? [restricted] : []), ...(isRestricted ? [ofPart2] : [])],
      }),
    },
    identifier: [{ type: concept('uc'), value: number }, ...others.map((value) => ({ value }))],
    status: isVoid ? 'cancelled' : 'active',
    use: 'claim',
    type: concept(type),
    ...(isStay(content) && { subType: concept('inpatient') }),
    outcome: active.length > 0 ? 'complete' : 'queued',
    patient: { reference: `Patient/${about.memberNumber}` },
    billablePeriod: {
      start: days.map(({ firstDay }) => firstDay).sort()[0],
      end: days
        .map(({ lastDay }) => lastDay)
        .sort()
        .at(-1),
    },
    created: active.at(-1)?.part.decidedOn ?? undefined,
    insurer: toInsurer(active.at(-1)?.part ?? main),
    provider: toProvider(named.content.provider, named.npi ?? null),
    facility: toProvider(content.facility, content.facilityNpi ?? null),
    payee: { type: concept(active.length > 0 && active.every(isPaidToPatient) ? 'subscriber' : 'provider') },
    related: listRelated(parts, about),
    ...(approvals.length > 0 && { preAuthRef: approvals }),
    insurance:
      about.coverageId === null ? [] : [{ focal: true, coverage: { reference: `Coverage/${about.coverageId}` } }],
    payment: buildPayment(active),
    supportingInfo: [
      ...(content.receivedOn === null ? [] : [{ category: concept('clmrecvddate'), timingDate: content.receivedOn }]),
      ...drgInfo(parts),
      ...parts.flatMap(({ content: { conditions = [] } }) => conditions).map(buildCondition),
      ...parts.flatMap(({ content: { discharge = [] } }) => discharge).map(buildDischarge),
      ...[...new Set(parts.flatMap(listBillTypes))].flatMap(buildBillType),
      ...[...new Set(parts.flatMap(({ content: { notes = [] } }) => notes))].map(buildNote),
    ],
    ...buildCareTeam(parts),
    ...buildCodes(parts),
    item: lines.map((line, index) => buildItem(line, index + 1, type)),
    adjudication: [
      ...active.flatMap(({ decision }) => listReasons(decision.adjustments, decision.remarks)),
      ...(active.length > 0 && active.every(isDenied) ? [denied] : []),
      ...(isReversed ? [reason('reversed')] : []),
    ],
    total: active.length > 0 ? buildTotals(amounts) : buildBilled(content.billed),
  }
}

/** Whether a payment is a pharmacy's: it names drugs alone, and nothing that was done. */
function isOfPharmacy({ lines }: ClaimPart['content']): boolean {
  return lines.length > 0 && lines.every(({ service }) => service?.system === 'ndc')
}

/**
 * Whether the claim is of a stay. The second digit of a type of bill says so for hospitals and nursing homes alone: 32 is care at home, 71 and
 * 72 are clinics, 81 and 82 hospices.
 */
function isStay({ isInpatient, billType }: ClaimPart['content']): boolean {
  return isInpatient && !/^0[378]/.test(billType ?? '')
}

function buildCodes(parts: readonly ClaimPart[]) {
  return {
    diagnosis: parts
      .flatMap(({ content: { diagnoses } }) => diagnoses)
      .map((coding) => ({ diagnosisCodeableConcept: { coding: [coding] } })),
    procedure: parts
      .flatMap(({ content: { procedures } }) => procedures)
      .map((coding) => ({ procedureCodeableConcept: { coding: [coding] } })),
  }
}

const restricted = { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }
const ofPart2 = { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: '42CFRPart2' }

/** A reversal of a voided bill (CLP09): no correction follows it. */
function isFinalReversal({ content: { decision, frequency } }: ClaimPart): boolean {
  return decision?.status === '22' && frequency === '8'
}

function isNoReversal({ content }: ClaimPart): boolean {
  return content.decision?.status !== '22'
}

/** The bill that the decisions answer: not one that replaces it and was sent after them. */
function findAnswered(bills: readonly ClaimPart[], active: readonly Decided[]): ClaimPart | undefined {
  const last =
    active
      .map(({ part }) => part.sentAt)
      .toSorted()
      .at(-1) ?? ''
  const isLater = ({ source, sentAt, content: { frequency } }: ClaimPart) =>
    source === 'bill' && (frequency === '7' || frequency === '8') && sentAt > last
  return bills.filter((one) => !isLater(one)).at(-1) ?? bills.at(-1)
}

/** A line without its decision, which no longer counts or does not count yet. */
function asBilled(line: PartLine): PartLine {
  return { ...line, paid: null, allowed: null, adjustments: [], remarks: [] }
}

function byTime(a: ClaimPart, b: ClaimPart): number {
  return a.sentAt.localeCompare(b.sentAt) || a.place - b.place
}

/**
 * The lines of the bill with the decision on each, followed by decided lines that no bill lists. A line that the payer has paid under
 * another one is not billed twice.
 */
function listLines(
  bill: ClaimPart | undefined,
  active: readonly Decided[],
  { elsewhere }: Pick<ClaimAbout, 'elsewhere'>,
): PartLine[] {
  const decided = active.flatMap(({ part }) => listDaysOfLines(part))
  if (bill === undefined || active.some(({ part }) => part === bill))
    return decided.length > 0 ? decided : bill === undefined ? [] : [...listDaysOfLines(bill)]
  const days = listDaysOfLines(bill)
  const { found, left } = matchLines(days, decided)
  // Payers state the day of each line, where a bill may state only that of the claim.
  const billed = days.map((line) => {
    const own = found.get(line)
    return { line: own === undefined ? line : joinLine(line, own), isDecided: own !== undefined }
  })
  const charge = sumBilled(active.map(({ decision }) => decision))
  const isAllDecided = decided.length > 0 && sumBilled(decided) === charge && charge >= sumBilled(bill.content.lines)
  const open = billed.filter(({ line, isDecided }) => isDecided || !elsewhere.some((one) => isSameLine(one, line)))
  return [...open.map(({ line, isDecided }) => (isDecided || !isAllDecided ? line : markIncluded(line))), ...left]
}

/** How a billed and a decided line may match, the surest way first. */
const likenesses: readonly ((line: PartLine, other: PartLine) => boolean)[] = [
  (line, other) => other.control !== null && lineKey(other) === lineKey(line),
  (line, other) => looseKey(other) === looseKey(line),
  // In a hospital stay, the payer's lines may have no days.
  (line, other) => other.from === null && looseKey(other) === looseKey({ ...line, from: null }),
  // Some payers leave out modifiers, or add their own.
  (line, other) =>
    (line.control === null || other.control === null) &&
    looseKey(withoutModifiers(other)) === looseKey(withoutModifiers(line)),
]

function withoutModifiers({ service, submitted, ...line }: PartLine): PartLine {
  const bare = (one: ServiceCode | null) => one && { ...one, modifiers: [] }
  return { ...line, service: bare(service), submitted: bare(submitted) }
}

/** The decided line of each billed one, each once, and the decided lines that no bill lists. */
function matchLines(billed: readonly PartLine[], decided: readonly PartLine[]) {
  const found = new Map<PartLine, PartLine>()
  const left = new Set(decided)
  for (const isLike of likenesses)
    for (const line of billed) {
      const own = found.has(line) ? undefined : [...left].find((other) => isLike(line, other))
      if (own === undefined) continue
      found.set(line, own)
      left.delete(own)
    }
  return { found, left }
}

/** A line with its decision, which repeats only some of what the bill says. */
function joinLine(line: PartLine, { isTimed: _, ...decided }: PartLine): PartLine {
  return {
    ...decided,
    tooth: line.tooth,
    ...(line.areas !== undefined && { areas: line.areas }),
    place: line.place,
    // The payer may name only the units that it pays, or none: the bill has those of its charge.
    units: (decided.billed === line.billed ? line.units : null) ?? decided.units ?? line.units,
    ...(line.isTimed && { isTimed: line.isTimed }),
    ndc: decided.ndc ?? line.ndc,
    revenue: decided.revenue ?? line.revenue,
    service: decided.service === null ? line.service : completeService(decided.service, line.service),
  }
}

/** The payer seldom repeats the description of an unlisted code, and may leave out modifiers. */
function completeService(service: ServiceCode, billed: ServiceCode | null): ServiceCode {
  if (service.code !== billed?.code) return service
  const description = service.description ?? billed.description
  return {
    ...service,
    modifiers: service.modifiers.length > 0 ? service.modifiers : billed.modifiers,
    ...(description !== undefined && { description }),
  }
}

function sumBilled(some: readonly { readonly billed: number | null }[]): number {
  return some.reduce((sum, { billed }) => sum + (billed ?? 0), 0)
}

/** A billed line that the payer has bundled with others, or split: its amounts are on the other lines. */
function markIncluded(line: PartLine): PartLine {
  return { ...line, billed: null, remarks: [includedElsewhere] }
}

/** CARC: the benefit is included in the payment for another service. */
const includedElsewhere = '97'

function buildTotals(amounts: Adjusted) {
  return [
    ...buildBilled(amounts.billed),
    ...money('eligible', amounts.allowed),
    ...money('discount', amounts.discount),
    ...money('benefit', amounts.paid),
    ...money('priorpayerpaid', amounts.otherPaid),
    ...money('deductible', amounts.deductible),
    ...money('copay', amounts.copay),
    ...money('coinsurance', amounts.coinsurance),
    ...money('noncovered', amounts.notCovered),
    ...money('memberliability', amounts.share),
    ...money('paidbypatienthealthaccount', amounts.accountPaid),
  ]
}

function buildBilled(billed: number | null) {
  return money('submitted', billed)
}

function money(code: string, cents: number | null) {
  return cents === null ? [] : [{ category: concept(code), amount: { value: cents / 100, currency: 'USD' } }]
}

function buildItem(line: PartLine, sequence: number, type: string) {
  const isDecided = line.paid !== null
  const amounts = isDecided
    ? sumDecisions([
        {
          decision: { billed: line.billed, paid: line.paid, share: null, adjustments: line.adjustments },
          lines: [line],
        },
      ])
    : null
  const lost = sumLost(line.adjustments)
  const isDenied = isDecided && line.paid === 0 && lost > 0 && lost >= (line.billed ?? 0)
  return {
    sequence,
    productOrService: serviceConcept(line.service, line),
    ...buildModifiers(line),
    ...(line.revenue !== null && {
      revenue: {
        coding: [{ system: 'https://www.nubc.org/CodeSystem/RevenueCodes', code: line.revenue.padStart(4, '0') }],
      },
    }),
    ...(line.ndc !== null && {
      detail: [{ sequence: 1, productOrService: { coding: [{ system: ndcSystem, code: line.ndc }] } }],
    }),
    ...period(line),
    ...(line.place !== null &&
      type === 'professional' && { locationCodeableConcept: { coding: [{ code: line.place }] } }),
    ...(line.units !== null &&
      line.units > 0 &&
      line.isTimed !== true && { quantity: buildQuantity(line.units, line) }),
    adjudication: [
      ...(amounts === null ? buildBilled(line.billed) : buildTotals(amounts)),
      ...listReasons(line.adjustments, line.remarks),
      ...(isDenied ? [denied] : []),
    ],
  }
}

/** What a hospital bills by its revenue code alone is a room, or hospice care, by the day. */
function buildQuantity(value: number, { revenue }: PartLine) {
  const isByDay = revenue !== null && /^0(?:1\d\d|20\d|21\d|65[1568])$/.test(revenue.padStart(4, '0'))
  return { value, ...(isByDay && { unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' }) }
}

/** Who gave or billed the care, by role, name and NPI; each once. */
function buildCareTeam(parts: readonly ClaimPart[]) {
  const members = parts.flatMap(({ content: { specialties = [], caregivers = [] } }) => [
    ...specialties.map(({ provider, code }) => ({
      provider: { display: provider ?? code },
      qualification: { coding: [{ system: 'http://nucc.org/provider-taxonomy', code }] },
    })),
    ...caregivers.map(({ name, npi }) => ({ provider: toProvider(name, npi) })),
  ])
  const distinct = new Map(members.map((one) => [JSON.stringify(one), one]))
  const careTeam = [...distinct.values()].map((one, index) => ({ sequence: index + 1, ...one }))
  return careTeam.length > 0 && { careTeam }
}

function period({ from, to }: PartLine) {
  if (from === null) return {}
  return to === null || to === from ? { servicedDate: from } : { servicedPeriod: { start: from, end: to } }
}

const systemsOf: Readonly<Record<ServiceCode['system'], string | undefined>> = {
  hcpcs: 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets',
  cdt: 'http://www.ada.org/cdt',
  ndc: ndcSystem,
  revenue: 'https://www.nubc.org/CodeSystem/RevenueCodes',
  other: undefined,
}

/** The areas of the oral cavity, by ISO 3950. */
const areasOfMouth: Readonly<Record<string, string>> = {
  '00': 'Whole mouth',
  '01': 'Upper jaw',
  '02': 'Lower jaw',
  '10': 'Upper right',
  '20': 'Upper left',
  '30': 'Lower left',
  '40': 'Lower right',
}

function serviceConcept(service: ServiceCode | null, { tooth, areas = [], submitted }: PartLine) {
  if (service === null) return undefined
  const toCoding = ({ system, code }: ServiceCode) => ({
    ...(systemsOf[system] !== undefined && { system: systemsOf[system] }),
    code,
  })
  const own = [service, ...(submitted === null || submitted.code === service.code ? [] : [submitted])]
  const said = [
    service.description ?? submitted?.description ?? [],
    tooth === null ? [] : `Tooth ${tooth}`,
    areas.flatMap((area) => areasOfMouth[area] ?? []),
  ].flat()
  return { coding: own.map(toCoding), ...(said.length > 0 && { text: said.join(', ') }) }
}

function buildModifiers({ service, submitted }: PartLine) {
  const all = [...new Set([service, submitted].flatMap((one) => one?.modifiers ?? []))]
  return all.length > 0 && { modifier: all.map((code) => ({ coding: [{ system: systemsOf.hcpcs, code }] })) }
}

/** CLP02: denied, and not ours. */
const refusing: ReadonlySet<string> = new Set(['4', '23'])

function isDenied(one: Decided): boolean {
  return refusing.has(one.decision.status) || isAllLost(one)
}

/** Whether the plan's whole payment went to the patient or the subscriber. */
function isPaidToPatient({ decision, part }: Decided): boolean {
  const said = [...decision.adjustments, ...part.content.lines.flatMap(({ adjustments }) => adjustments)]
  return decision.paid === 0 && sumPaidToPatient(said).all > 0
}

const denied = { category: concept('benefitpaymentstatus'), reason: concept('denied') }

function listReasons(adjustments: readonly { readonly code: string }[], remarks: readonly string[]) {
  return [...new Set([...adjustments.map(({ code }) => code), ...remarks])].map(reason)
}

function reason(code: string) {
  return { category: concept('adjustmentreason'), reason: concept(code) }
}

function concept(code: string) {
  return { coding: [{ code }] }
}

/** A provider by name and NPI, or by whichever is known. */
function toProvider(name: string | null, npi: string | null) {
  if (name === null && npi === null) return undefined
  return {
    ...(npi !== null && { identifier: { system: npiSystem, value: npi } }),
    ...(name !== null && { display: name }),
  }
}

function toInsurer({ payer }: ClaimPart) {
  if (payer === undefined) return undefined
  const [[name], [number]] = [payer.names, payer.numbers]
  return {
    ...(number !== undefined && { identifier: { ...systemsOfPayers[number.system], value: number.value } }),
    ...(name !== undefined && { display: name }),
  }
}

const payerTypes = 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBIdentifierType'
const systemsOfPayers: Readonly<Record<string, object>> = {
  naic: { type: { coding: [{ system: payerTypes, code: 'naiccode' }] } },
  hpid: { type: { text: hpidName } },
  '': { type: { coding: [{ system: payerTypes, code: 'payerid' }] } },
}

function drgInfo(parts: readonly ClaimPart[]) {
  const drg = parts.flatMap(({ content }) => content.drg ?? []).at(-1)
  return drg === undefined ? [] : [{ category: concept('drg'), code: concept(drg) }]
}

function buildCondition(code: string) {
  const system = 'https://www.nubc.org/CodeSystem/ConditionCodes'
  return { category: concept('info'), code: { coding: [{ system, code }] } }
}

function buildDischarge(code: string) {
  const system = 'https://www.nubc.org/CodeSystem/PatDischargeStatus'
  return { category: concept('discharge-status'), code: { coding: [{ system, code }] } }
}

/** CLM05, or CLP08 with CLP09. */
function listBillTypes({ content: { billType, facilityCode, frequency } }: ClaimPart): string[] {
  if (facilityCode !== undefined) return [`${facilityCode.padStart(3, '0')}${frequency ?? ''}`]
  return billType === null ? [] : [billType]
}

function buildNote(note: string) {
  return { category: concept('info'), valueString: note }
}

/** Not of a bill that voids another one: the parts of a claim are already settled. */
function buildBillType(code: string) {
  if (code.endsWith('8')) return []
  const system = 'https://www.nubc.org/CodeSystem/TypeOfBill'
  return [{ category: concept('typeofbill'), code: { coding: [{ system, code }] } }]
}

function buildPayment(active: readonly Decided[]) {
  const [last] = active.slice(-1)
  if (last === undefined) return undefined
  const paid = active.reduce<number | null>(
    (sum, { decision }) => (sum === null || decision.paid === null ? null : sum + decision.paid),
    0,
  )
  return {
    date: last.decision.sentOn ?? last.decision.paidOn ?? undefined,
    ...(paid !== null && { amount: { value: paid / 100, currency: 'USD' } }),
  }
}

/** Its twin in FHIR, and the claim that a bill replaces. */
function listRelated(parts: readonly ClaimPart[], { twin }: ClaimAbout) {
  const own = new Set(parts.flatMap(({ payerNumber }) => payerNumber ?? []))
  const former = [...new Set(parts.flatMap(({ formerNumber }) => formerNumber ?? []))].filter(
    (number) => !own.has(number),
  )
  return [
    ...former.map((value) => ({ relationship: concept('prior'), reference: { value } })),
    ...(twin === null
      ? []
      : [
          {
            relationship: concept(twin.isNewer ? 'replacedby' : 'prior'),
            claim: { reference: `ExplanationOfBenefit/${twin.resourceId}` },
          },
        ]),
  ]
}
