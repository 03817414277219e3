import { joinReviews, type ToldState } from '@portico/rules/medicines/authorization'
import { findWords, hasCode, listCodes, toDay } from './codes.ts'
import { type ReadAuthorization, readCommon, readDrug, toParty } from './read-record.ts'
import type { Adjudication, ExplanationOfBenefit } from './shapes.ts'

/**
 * Reads a prior authorization, which Da Vinci's payer data exchange sends as an explanation of benefits with the use `preauthorization`;
 * null if it is not one. Throws Refused.
 */
export function readAuthorization(eob: ExplanationOfBenefit): ReadAuthorization | null {
  if (eob.use !== 'preauthorization') return null
  const [item] = eob.item
  const drug = readDrug(item?.productOrService)
  const period = eob.preAuthRefPeriod[0]
  const received = eob.supportingInfo.find(({ category }) => hasCode(category, 'clmrecvddate', 'received'))
  const told = readState(eob)
  const created = toDay(eob.created) ?? null
  const notes = [eob.disposition, ...eob.processNote.map(({ text }) => text)].map((text) => text?.trim())
  return {
    type: 'prior_authorization',
    ...readCommon(eob, eob.patient, 'patient'),
    // A withdrawn one is shown as such; one entered in error is not shown at all.
    withdrawn: eob.status === 'entered-in-error' || eob.status === 'draft',
    number: eob.preAuthRef[0]?.trim() || eob.identifier.find(({ value }) => value)?.value || null,
    service: findWords(item?.productOrService) ?? null,
    rxnorm: drug?.rxnorm ?? null,
    ndc: drug?.ndc ?? null,
    told,
    requestedOn: toDay(received?.timingDate) ?? (told === 'pending' ? created : null),
    decidedOn: told === 'pending' || told === null ? null : created,
    begins: toDay(period?.start) ?? null,
    ends: toDay(period?.end) ?? null,
    provider: toParty(eob.provider),
    note: notes.filter(Boolean).join('\n') || null,
  }
}

function readState(eob: ExplanationOfBenefit): ToldState | null {
  if (eob.status === 'cancelled') return 'cancelled'
  const adjudications = [...eob.adjudication, ...eob.item.flatMap((item) => item.adjudication)]
  const review = joinReviews(adjudications.flatMap(reviewCodes))
  if (review !== null) return review
  if (eob.outcome === 'queued') return 'pending'
  if (adjudications.some(({ reason }) => hasCode(reason, 'denied'))) return 'denied'
  // Approvals have a number; without one or a review, the outcome is unknown.
  return eob.outcome === 'complete' && eob.preAuthRef.length > 0 ? 'approved' : null
}

/** The X12 306 codes in the part `reviewActionCode` of the extension `reviewAction`, whatever its address. */
function reviewCodes({ extension }: Adjudication): string[] {
  return extension
    .filter(({ url }) => /reviewaction$/i.test(url ?? ''))
    .flatMap((one) => one.extension)
    .filter(({ url }) => /code$/i.test(url ?? ''))
    .flatMap(({ valueCodeableConcept }) => listCodes(valueCodeableConcept))
}
