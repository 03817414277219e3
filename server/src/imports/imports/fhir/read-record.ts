import type { AppealOutcome, ReviewReason } from '@portico/rules/authorizations/outcomes'
import { timeOfUse } from '@portico/rules/fhir/in-force'
import type { ToldState } from '@portico/rules/medicines/authorization'
import type { Dosing } from '@portico/rules/medicines/dosing'
import * as v from 'valibot'
import type { PartyRef } from '../../../member/claims/incoming.ts'
import type { ParticipantsData } from '../../../platform/db/tables.ts'
import { findFirstDay, findLastDay } from '../days.ts'
import { findNpi, toNpiId } from '../npi-id.ts'
import { Refused, Skipped } from '../refused.ts'
import { cutText, saysNothing } from '../text.ts'
import { findPatientId, findTargetId, findWords, isZeros, shortCode, toDay } from './codes.ts'
import { currentFirst } from './current.ts'
import { readDosing } from './read-dosing.ts'
import { personName } from './read-party.ts'
import {
  type CareTeam,
  Concept,
  type Medication,
  type MedicationDispense,
  type MedicationRequest,
  type Reference,
  type RelatedPerson,
} from './shapes.ts'

/** A drug, as named in a file. */
export interface NamedDrug {
  /** Empty: the file does not name it. */
  readonly name: string
  readonly rxnorm: string | null
  readonly ndc: string | null
}

export interface ReadMedication extends NamedDrug {
  readonly resourceId: string
  /** Whether a security label restricts access to the resource that names it. */
  readonly labeled: boolean
}

/** What all resources of a member's record share, except claims and coverages. */
export interface Common {
  readonly resourceId: string
  readonly patientId: string
  readonly status: string | null
  readonly withdrawn: boolean
}

/** The drug of a prescription: described in the file, or the id of the resource that describes it. */
interface Drug {
  readonly drug: NamedDrug | null
  readonly drugId: string | null
  /** As the file words it. */
  readonly dose: string | null
  /** The dose, if the file has it in structured form. */
  readonly dosing: Dosing | null
  readonly quantity: number | null
  readonly quantityUnit: string | null
  readonly daysSupply: number | null
}

export interface ReadPrescription extends Common, Drug {
  readonly type: 'prescription'
  readonly intent: string | null
  readonly prescriber: PartyRef
  readonly writtenOn: string | null
  readonly endsOn: string | null
  readonly refills: number | null
}

export interface ReadDispense extends Common, Drug {
  readonly type: 'dispense'
  readonly prescriptionId: string | null
  readonly pharmacy: PartyRef
  readonly preparedOn: string | null
  readonly handedOverOn: string | null
}

export interface ReadCareTeam extends Common {
  readonly type: 'care_team'
  readonly name: string | null
  readonly participants: ParticipantsData
  readonly begins: string | null
  readonly ends: string | null
}

export interface ReadRelatedPerson extends Common {
  readonly type: 'related_person'
  readonly name: string
  readonly relationship: string | null
  readonly birthDate: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly begins: string | null
  readonly ends: string | null
}

/** A request for the plan's approval before care is given. */
export interface ReadAuthorization extends Common {
  readonly type: 'prior_authorization'
  readonly number: string | null
  readonly service: string | null
  readonly rxnorm: string | null
  readonly ndc: string | null
  readonly told: ToldState | null
  readonly requestedOn: string | null
  readonly decidedOn: string | null
  readonly begins: string | null
  readonly ends: string | null
  readonly provider: PartyRef
  readonly note: string | null
  /** Moments, if the file has more than days. */
  readonly requestedAt: string | null
  readonly receivedAt: string | null
  readonly decidedAt: string | null
  /** Since when the plan has extended its time to decide. */
  readonly extendedOn: string | null
  readonly expedited: boolean | null
  /** Why it was not approved, or not as requested. */
  readonly reasons: readonly ReviewReason[]
  /** Documents that the plan asks for before it decides. */
  readonly documents: readonly string[]
  readonly unitsApproved: number | null
  readonly unitsUsed: number | null
  readonly appealedOn: string | null
  readonly appealOutcome: AppealOutcome | null
}

export type ReadRecord = ReadPrescription | ReadDispense | ReadCareTeam | ReadRelatedPerson | ReadAuthorization

/** The types of records, which are also the names of their tables. */
export const recordTypes = [
  'prescription',
  'dispense',
  'prior_authorization',
  'care_team',
  'related_person',
] as const satisfies readonly ReadRecord['type'][]

/** A compound whose parts are only references has no name here: that costs neither the compound nor its prescription. */
export function readMedication({ id, code, ingredient }: Medication, labeled: boolean): ReadMedication {
  const words = ingredient.flatMap(
    ({ itemCodeableConcept: item, itemReference: named }) => readDrug(item)?.name ?? named?.display ?? [],
  )
  const drug = readDrug(code) ?? readDrug({ coding: [], text: cutText(words.join(' / '), 200) })
  return { resourceId: id, ...(drug ?? { name: '', rxnorm: null, ndc: null }), labeled }
}

/** Throws Refused; throws Skipped for a request that says the drug must not be taken, which is no prescription. */
export function readPrescription(request: MedicationRequest): ReadPrescription {
  if (request.doNotPerform === true) throw new Skipped('says that the drug is not to be taken')
  const supply = request.dispenseRequest
  return {
    type: 'prescription',
    ...readCommon(request, request.subject, 'subject'),
    ...findMedication(request),
    intent: request.intent ?? null,
    quantity: toCount(supply?.quantity?.value),
    quantityUnit: supply?.quantity?.unit ?? null,
    daysSupply: toDays(supply?.expectedSupplyDuration),
    prescriber: toParty(request.requester),
    writtenOn: toDay(request.authoredOn) ?? null,
    endsOn: findLastDay(supply?.validityPeriod?.end),
    refills: toRefills(supply?.numberOfRepeatsAllowed),
  }
}

/** A negative quantity is a reversal or an error, and of no use to the patient. */
export function toCount(value: number | undefined): number | null {
  return value !== undefined && value > 0 ? value : null
}

const maxRefills = 1000

function toRefills(value: number | undefined): number | null {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= maxRefills ? value : null
}

/** Throws Refused. */
export function readDispense(dispense: MedicationDispense): ReadDispense {
  const within = new Set(
    dispense.contained.flatMap(({ id, resourceType }) => (resourceType === 'Organization' ? `#${id}` : [])),
  )
  const isPlace = ({ reference = '', type }: Reference) =>
    type === 'Organization' || /Organization\//.test(reference) || within.has(reference)
  const actors = dispense.performer.flatMap(({ actor }) => actor ?? [])
  return {
    type: 'dispense',
    ...readCommon(dispense, dispense.subject, 'subject'),
    ...findMedication(dispense),
    quantity: toCount(dispense.quantity?.value),
    quantityUnit: dispense.quantity?.unit ?? null,
    daysSupply: toDays(dispense.daysSupply),
    prescriptionId: findTargetId(dispense.authorizingPrescription[0]) ?? null,
    pharmacy: toParty(dispense.location ?? actors.find(isPlace) ?? actors[0]),
    preparedOn: toDay(dispense.whenPrepared) ?? null,
    handedOverOn: toDay(dispense.whenHandedOver) ?? null,
  }
}

/** Throws Refused. */
export function readCareTeam(team: CareTeam): ReadCareTeam {
  const common = readCommon(team, team.subject, 'subject')
  const others = team.participant.filter(
    ({ member }) => member !== undefined && findPatientId(member) !== common.patientId,
  )
  return {
    type: 'care_team',
    ...common,
    name: team.name?.trim() || null,
    participants: others.map(({ member, role }) => ({
      ...toParty(member),
      role: role.map(findWords).find(Boolean) ?? null,
    })),
    begins: findFirstDay(team.period?.start),
    ends: findLastDay(team.period?.end),
  }
}

/** Throws Refused. */
export function readRelatedPerson(person: RelatedPerson, today: string): ReadRelatedPerson {
  const reached = currentFirst(person.telecom, today).filter((one) => timeOfUse(one, today) < 2)
  const telecom = (kind: string) => reached.find(({ system }) => system === kind)?.value ?? null
  const relationship = person.relationship.map(findWords).find(Boolean) ?? null
  const name = personName(person.name, today)
  if (name === '' && relationship === null) throw new Refused('name', 'there is neither a name nor a relationship')
  return {
    type: 'related_person',
    ...readCommon({ ...person, status: person.active === false ? 'inactive' : undefined }, person.patient, 'patient'),
    name,
    relationship,
    birthDate: toDay(person.birthDate) ?? null,
    phone: telecom('phone'),
    email: telecom('email'),
    begins: findFirstDay(person.period?.start),
    ends: findLastDay(person.period?.end),
  }
}

type Resource = Pick<MedicationRequest, 'id' | 'status'>

export function readCommon({ id, status }: Resource, patient: Reference | undefined, field: string): Common {
  const patientId = findPatientId(patient)
  if (patientId === undefined) throw new Refused(`${field}.reference`, 'names no Patient')
  const withdrawn = status === 'cancelled' || status === 'entered-in-error'
  return { resourceId: id, patientId, status: status ?? null, withdrawn }
}

function findMedication(resource: MedicationRequest | MedicationDispense) {
  const { medicationCodeableConcept: concept, medicationReference: reference, contained } = resource
  const own = reference?.reference?.startsWith('#') ? reference.reference.slice(1) : null
  const code = v.safeParse(Concept, contained.find(({ id }) => id === own)?.code)
  const words = findWords({ coding: [], text: reference?.display })
  const named = words === undefined ? null : { name: words, rxnorm: null, ndc: null }
  const known = readDrug(concept) ?? (own !== null && code.success ? readDrug(code.output) : null) ?? named
  const drugId = findTargetId(reference) ?? null
  // A code that names no drug, such as zeros, costs only the drug's name.
  const isUnnamed = known === null && drugId === null && (concept?.coding ?? []).length > 0
  const drug = isUnnamed ? { name: '', rxnorm: null, ndc: null } : known
  if (drug === null && drugId === null) throw new Refused('medicationCodeableConcept', 'names no drug')
  const doses = resource.dosageInstruction.flatMap(({ text, patientInstruction }) => patientInstruction ?? text ?? [])
  const dose = doses.join('\n').trim() || null
  return { drug, drugId, dose, dosing: readDosing(resource.dosageInstruction) }
}

/** Null if a concept has neither a text nor a drug code. */
export function readDrug(concept: Concept | undefined): Drug['drug'] {
  const findCode = (system: RegExp) => {
    const codes = (concept?.coding ?? [])
      .filter((one) => system.test(one.system ?? ''))
      .map(({ code }) => shortCode(code))
    return codes.find((code) => code !== '' && !isZeros(code)) ?? null
  }
  const [rxnorm, ndc] = [findCode(/rxnorm/i), findCode(/\/ndc$/i)]
  const name =
    findWords(concept) ??
    (ndc === null ? undefined : `NDC ${ndc}`) ??
    (rxnorm === null ? undefined : `RxNorm ${rxnorm}`)
  return name === undefined ? null : { name, rxnorm, ndc }
}

export function toParty(reference: Reference | undefined): PartyRef {
  const words = reference?.display?.trim() ?? ''
  const name = words === '' || saysNothing(words) ? null : words
  // A name in the file takes precedence over the directory's.
  const npi = name === null ? findNpi(reference?.identifier) : null
  return { id: findTargetId(reference) ?? (npi === null ? null : toNpiId(npi)), name }
}

/** A duration in whole days; null if it is not one. */
function toDays(
  duration:
    | { readonly value?: number | undefined; readonly unit?: string | undefined; readonly code?: string | undefined }
    | undefined,
): number | null {
  const unit = (duration?.code ?? duration?.unit ?? 'd').toLowerCase()
  const factor = /^d(ays?)?$/.test(unit) ? 1 : /^(wk|weeks?)$/.test(unit) ? 7 : null
  const days = factor === null ? Number.NaN : (duration?.value ?? Number.NaN) * factor
  return Number.isInteger(days) && days >= 0 && days < 10_000 ? days : null
}
