import { APPROVAL_EXTENSION } from '@portico/rules/authorizations/extension'
import { appealOutcomes, type ReviewReason } from '@portico/rules/authorizations/outcomes'
import { joinReviews, type ToldState } from '@portico/rules/medicines/authorization'
import { easternDay } from '../../../platform/day.ts'
import { findFirstDay, findLastDay } from '../days.ts'
import { cutText } from '../text.ts'
import { findWords, hasCode, listCodes, toDay } from './codes.ts'
import { nameService } from './name-service.ts'
import { findDisposition } from './read-reasons.ts'
import { type ReadAuthorization, readCommon, readDrug, toParty } from './read-record.ts'
import { findSaidOutcome } from './said-outcome.ts'
import type { Concept, ExplanationOfBenefit, Extension, Item } from './shapes.ts'

/**
 * Reads a prior authorization, which Da Vinci's payer data exchange sends as an explanation of benefits with the use `preauthorization`;
 * null if it is not one. Throws Refused.
 */
export function readAuthorization(eob: ExplanationOfBenefit): ReadAuthorization | null {
  if (eob.use !== 'preauthorization') return null
  const items = listItems(eob)
  const drug = readDrug(items[0]?.productOrService)
  const period = eob.preAuthRefPeriod[0] ?? findPeriod(items)
  const received = eob.supportingInfo.find(({ category }) => hasCode(category, 'clmrecvddate', 'received'))
  const told = readState(eob)
  const own = eob.extension.find(({ url }) => url === APPROVAL_EXTENSION)?.extension ?? []
  const when = (name: string) => own.find(({ url }) => url === name)?.valueDateTime
  const isOpen = told === 'pending' || told === null
  const submitted = findOfItems(items, /\/pa-req-sub-dt$/i)?.valueDate
  const requested = when('requested') ?? submitted ?? (told === 'pending' ? eob.created : undefined)
  const arrived = when('received') ?? received?.timingDate ?? findOfItems(items, /\/pa-req-rec-dt$/i)?.valueDate
  const issued = findOfItems(items, /preauthissuedate$|\/pa-decision-dt$/i)
  const decided = isOpen ? undefined : (when('decided') ?? findAdjudicated(eob) ?? issued?.valueDate ?? eob.created)
  const outcome = own.find(({ url }) => url === 'appealOutcome')?.valueCode
  const notes = [findDisposition(eob), ...eob.processNote.map(({ text }) => text)].map((text) => text?.trim())
  return {
    type: 'prior_authorization',
    ...readCommon(eob, eob.patient, 'patient'),
    // A withdrawn one is shown as such; one entered in error is not shown at all.
    withdrawn: eob.status === 'entered-in-error' || eob.status === 'draft',
    number:
      eob.preAuthRef[0]?.trim() || findReviewNumber(eob) || eob.identifier.find(({ value }) => value)?.value || null,
    service: nameServices(items),
    rxnorm: drug?.rxnorm ?? null,
    ndc: drug?.ndc ?? null,
    told,
    requestedOn: toOwnDay(requested) ?? toOwnDay(arrived),
    decidedOn: toOwnDay(decided),
    begins: findFirstDay(period?.start),
    ends: findLastDay(period?.end),
    provider: toParty(eob.provider),
    note: notes.filter(Boolean).join('\n') || null,
    requestedAt: toMoment(requested),
    receivedAt: toMoment(arrived),
    decidedAt: toMoment(decided),
    extendedOn: toOwnDay(when('extended')),
    expedited: readExpedited(eob),
    reasons: readReasons(eob),
    documents: own
      .flatMap(({ url, valueString }) => (url === 'document' && valueString ? valueString : []))
      .slice(0, maxListed),
    unitsApproved: sumUnits(eob, 'allowedunits') ?? findUnits(items) ?? findTotalUnits(eob, 'eligible'),
    unitsUsed: sumUnits(eob, 'consumedunits') ?? findTotalUnits(eob, 'utilized'),
    appealedOn: toOwnDay(when('appealed')),
    appealOutcome: appealOutcomes.find((one) => one === outcome) ?? null,
  }
}

/** The first extension of the lines with a matching URL. */
function findOfItems(items: readonly Item[], address: RegExp): Extension | undefined {
  return items.flatMap(({ extension }) => extension).find(({ url }) => address.test(url ?? ''))
}

/** When the plan decided last, by PDex's extension of adjudications. */
function findAdjudicated(eob: ExplanationOfBenefit): string | undefined {
  const said = [...listItems(eob).flatMap(({ adjudication }) => adjudication), ...eob.adjudication]
    .flatMap(({ extension }) => extension)
    .flatMap(({ url, valueDateTime }) => (/when-?adjudicated$/i.test(url ?? '') ? (valueDateTime ?? []) : []))
  const inOrder = said.toSorted((a, b) => (toMoment(a) ?? a).localeCompare(toMoment(b) ?? b))
  return inOrder.at(-1)
}

/** The period of the lines, if all lines that state one state the same: Da Vinci's `itemPreAuthPeriod`, or CMS's last day of a decision. */
function findPeriod(items: readonly Item[]): Extension['valuePeriod'] {
  const said = items.flatMap(({ extension }) => {
    const own = extension.find(({ url }) => /itempreauthperiod$/i.test(url ?? ''))?.valuePeriod
    const end = extension.find(({ url }) => /\/pa-decision-exp-dt$/i.test(url ?? ''))?.valueDate
    return own ?? (end === undefined ? [] : { start: undefined, end })
  })
  const [first] = said
  return said.every(({ start, end }) => start === first?.start && end === first?.end) ? first : undefined
}

/** The number that the reviews of all lines share. */
function findReviewNumber(eob: ExplanationOfBenefit): string | undefined {
  const numbers = listReviews(eob)
    .flatMap(({ extension }) => extension)
    .flatMap(({ url, valueString }) => (url === 'number' ? (valueString?.trim() ?? []) : []))
  return numbers.every((one) => one === numbers[0]) ? numbers[0] : undefined
}

/** Units in the extensions of a single line: Da Vinci's details of what is authorized, or CMS's number of affirmed services. */
function findUnits([only, ...others]: readonly Item[]): number | null {
  if (only === undefined || others.length > 0) return null
  const details = only.extension.find(({ url }) => /authorizeddetail$/i.test(url ?? ''))?.extension
  const own = details?.find(({ url }) => url === 'quantity')?.valueQuantity?.value
  const isAffirmed = listDecisionsOfCms(only).includes('a1')
  const count = only.extension.find(({ url }) => /\/service-cnts$/i.test(url ?? ''))?.valueUnsignedInt
  return own ?? (isAffirmed ? count : undefined) ?? null
}

/** Units of the whole request, which PDex writes beside a total. */
function findTotalUnits({ total }: ExplanationOfBenefit, category: string): number | null {
  const extensions = total.filter((one) => hasCode(one.category, category)).flatMap(({ extension }) => extension)
  const said = extensions.find(({ url }) => /priorauth(?:orization)?-?utilization$/i.test(url ?? ''))
  return said?.valueQuantity?.value ?? null
}

/** Lines as requested, followed by those that the payer has added, such as what it approves instead. */
function listItems(eob: ExplanationOfBenefit): Item[] {
  return [...eob.item, ...eob.addItem]
}

/** The requested services, and those approved instead, each once; null if no line has a name or a code. */
function nameServices(items: readonly Item[]): string | null {
  const names = new Set(items.flatMap((item) => nameService(item) ?? []))
  return names.size === 0 ? null : cutText([...names].join('; '), maxService)
}

/** The same limit as for a row of a plan's own file. */
const maxService = 300

/** More reasons or documents than any plan names are an error. */
const maxListed = 20

/** A moment with its time zone, as ISO text; null for a mere day, which may be written as midnight, and for a moment that does not exist. */
function toMoment(when: string | undefined): string | null {
  if (when === undefined || !/T.*(Z|[+-]\d{2}:\d{2})$/.test(when) || /T00:00(?::00(?:\.0+)?)?[Z+-]/.test(when))
    return null
  // FHIR allows leap seconds, which JavaScript does not.
  const isPutIn = /:60(?:\.\d+)?(?=Z|[+-])/.test(when)
  const read = Date.parse(when.replace(/:60(?:\.\d+)?(?=Z|[+-])/, ':59'))
  return Number.isNaN(read) ? null : new Date(read + (isPutIn ? 1000 : 0)).toISOString()
}

/** The day of a moment in the plans' time zone, or the day itself. */
function toOwnDay(when: string | undefined): string | null {
  const moment = toMoment(when)
  return moment === null ? (toDay(when) ?? null) : easternDay(new Date(moment))
}

/** Whether the plan had to decide sooner: by the priority, or by X12's level of service (1338), whatever its URL. */
function readExpedited({ priority, extension }: ExplanationOfBenefit): boolean | null {
  const level = extension.find(({ url }) => /levelofservice/i.test(url ?? ''))?.valueCodeableConcept
  if (hasCode(priority, 'stat') || hasCode(level, 'u', 'e', '03')) return true
  return hasCode(priority, 'normal', 'deferred') ? false : null
}

/** The reasons of reviews (X12 886) and denials, in their order, each once. */
function readReasons(eob: ExplanationOfBenefit): ReviewReason[] {
  const toReasons = (extensions: readonly Extension[]): (Concept | undefined)[] =>
    extensions
      .filter(({ url }) => /reviewaction$/i.test(url ?? ''))
      .flatMap((one) => one.extension)
      .filter(({ url }) => /reasoncode$/i.test(url ?? ''))
      .map(({ valueCodeableConcept }) => valueCodeableConcept)
  const items = listItems(eob)
  const concepts = [
    ...items.flatMap(({ extension }) => toReasons(extension)),
    ...[...items.flatMap((item) => item.adjudication), ...eob.adjudication].flatMap(
      ({ extension, category, reason }) => [
        ...toReasons(extension),
        ...(hasCode(category, 'denialreason') ? [reason] : []),
      ],
    ),
  ]
  const reasons = concepts.flatMap((concept) => {
    const [code = null, text = null] = [concept?.coding.find((one) => one.code)?.code, findWords(concept)]
    return code === null && text === null ? [] : { code, text }
  })
  return [...new Map(reasons.map((one) => [`${one.code} ${one.text}`, one])).values()].slice(0, maxListed)
}

/** Units of all lines; null if a line does not state them, or if the lines are for different services. */
function sumUnits(eob: ExplanationOfBenefit, category: string): number | null {
  const [only, ...others] = listItems(eob).map(
    ({ adjudication }) => adjudication.find((one) => hasCode(one.category, category))?.value ?? null,
  )
  return others.length > 0 ? null : (only ?? null)
}

function readState(eob: ExplanationOfBenefit): ToldState | null {
  if (eob.status === 'cancelled') return 'cancelled'
  const adjudications = [...eob.adjudication, ...listItems(eob).flatMap((item) => item.adjudication)]
  const review = joinReviews([
    ...listReviews(eob).flatMap(listReviewCodes),
    ...listItems(eob).flatMap(listDecisionsOfCms),
  ])
  if (review !== null) return review
  if (eob.outcome === 'queued') return 'pending'
  if (adjudications.some(({ reason }) => hasCode(reason, 'denied'))) return 'denied'
  if (eob.outcome !== 'complete' && eob.outcome !== 'partial') return null
  const said = findSaidOutcome(eob.disposition)
  if (said !== null) return said
  // An approval has a number, but payers number their denials, too; without a number, a review or words, the outcome is unknown.
  return eob.outcome === 'complete' && eob.preAuthRef.length > 0 ? 'approved' : null
}

/**
 * The extensions `reviewAction`, whatever their URL: of adjudications (PDex, PAS), of the line itself (PAS 2.1), or else of the whole answer.
 */
function listReviews(eob: ExplanationOfBenefit): Extension[] {
  const items = listItems(eob)
  const list = (parts: readonly Pick<Item, 'extension'>[]) =>
    parts.flatMap(({ extension }) => extension).filter(({ url }) => /reviewaction$/i.test(url ?? ''))
  const own = list([...items, ...items.flatMap(({ adjudication }) => adjudication), ...eob.adjudication])
  return own.length > 0 ? own : list([eob])
}

/** The X12 306 codes in the part `reviewActionCode` of a review, or else its own. */
function listReviewCodes({ extension, valueCodeableConcept, valueCode, valueString }: Extension): string[] {
  if (extension.length === 0)
    return [
      ...listCodes(valueCodeableConcept),
      ...listCodes({ coding: [valueCode, valueString].map(toCoding), text: undefined }),
    ]
  return extension
    .filter(({ url }) => /code$/i.test(url ?? '') && !/reasoncode$/i.test(url ?? ''))
    .flatMap(({ valueCodeableConcept }) => listCodes(valueCodeableConcept))
}

function toCoding(code: string | undefined): Concept['coding'][number] {
  return { system: undefined, code, display: undefined }
}

/** CMS's decisions on Medicare requests, as X12 306 codes: affirmed, pending, non-affirmed. */
const decisionsOfCms: Readonly<Record<string, string>> = { A: 'a1', P: 'a4', N: 'a3' }

function listDecisionsOfCms({ extension }: Item): string[] {
  return extension
    .filter(({ url }) => /\/pa-decision$/i.test(url ?? ''))
    .flatMap(({ valueCoding }) => decisionsOfCms[valueCoding?.code?.trim().toUpperCase() ?? ''] ?? [])
}
