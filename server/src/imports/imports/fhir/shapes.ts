import { type ClinicalType, clinicalTypes } from '@portico/contract/fhir/types'
import { isNotKnown } from '@portico/rules/time/known-days'
import * as v from 'valibot'
import { isoDayAfter } from '../../../platform/day.ts'
import { roundToCents } from '../cents.ts'
import { isDay, isNoBeginning, isNoEnd } from '../days.ts'
import { cleanLine, cleanText, cutText } from '../text.ts'
import { bounds } from './bounds.ts'

/**
 * The parts of FHIR R4 resources that the import reads. Resources are recognized by shape, never by profile, because payers leave out
 * `meta.profile`. Everything else in a resource is ignored.
 */
const maxText = 4000

/** A longer text is cut: a long text never costs the resource. */
const Said = v.pipe(
  v.string(),
  v.transform((text) => cutText(cleanText(text), maxText)),
)
const Text = v.optional(Said)

/** A text on one line, as in a name. */
const Line = v.pipe(
  v.string(),
  v.transform((text) => cutText(cleanLine(text), 200)),
)

/** FHIR `date` or `dateTime`: a year, a month, a day or a moment. */
const Written = v.pipe(
  v.string(),
  v.transform(writeLikeFhir),
  v.regex(
    /^(?:\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?)?$/,
    'is no date as FHIR writes them',
  ),
  v.check((text) => text.length < 10 || isNotKnown(text) || isDay(text.slice(0, 10)), 'is a day that does not exist'),
)

const isDayAlone = /^\d{4}-\d{2}-\d{2}$/

/** A moment in other systems' notation: with a blank, or without a colon in its time zone. */
function writeLikeFhir(text: string): string {
  if (isDayAlone.test(text)) return text
  return text
    .trim()
    .replace(
      /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:[\d:.]+) ?(Z|[+-]\d{2}:?\d{2})?$/,
      (_, day, time, zone = '') => `${day}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`,
    )
}

/** A placeholder for an unknown day counts as missing, and so does an empty text. */
const When = v.pipe(
  Written,
  v.transform((text) => (isNotKnown(text) ? undefined : text)),
)

/** An open end as other systems write it, `12/31/9999` or `99991231`, in the form of FHIR: it never costs the resource. */
function writeOpenEnd(text: string): string {
  return /^(?:\d{1,2}\/\d{1,2}\/[29]999|[29]999\d{4})$/.test(text.trim()) ? '9999-12-31' : text
}

/** The end of a day in the United States, as a server in UTC writes it (`2027-01-01T04:59:59Z` for December 31): the day before. */
function writeLocalEnd(text: string): string {
  const [, day] = /^(\d{4}-\d{2}-\d{2})T0[3-9]:59(?::59(?:\.\d+)?)?(?:Z|[+-]00:00)$/.exec(text) ?? []
  return day === undefined ? text : isoDayAfter(day, -1)
}

/** A last day. */
const End = v.pipe(
  v.string(),
  v.transform(writeOpenEnd),
  Written,
  v.transform((text) => (isNoEnd(text) ? undefined : writeLocalEnd(text))),
)

/** The first day of something that would be in force without one. */
const Beginning = v.pipe(
  Written,
  v.check((text) => !isNoBeginning(text), 'is a day that never comes'),
  v.transform((text) => (isNotKnown(text) ? undefined : text)),
)

/** A day that the portal does not show, or shows only if it is valid. */
const AnyWhen = v.fallback(v.optional(When), undefined)

/** A list that may be missing. */
const optionalList = <const Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item), [])

const Coding = v.object({ system: Text, code: Text, display: Text })
export const Concept = v.object({ coding: optionalList(Coding), text: Text })
export type Concept = v.InferOutput<typeof Concept>

const Period = v.object({ start: v.optional(When), end: v.optional(End) })
const CoveragePeriod = v.object({ start: v.optional(Beginning), end: v.optional(End) })
/** A period that the portal does not show. */
const AnyPeriod = v.fallback(v.optional(Period), undefined)

/** Here Blue Button 2 says whether a Medicare number is the current one. */
const Extended = {
  extension: v.fallback(v.optional(v.array(v.object({ url: Text, valueCoding: v.optional(Coding) }))), undefined),
}

export const Identifier = v.object({
  ...Extended,
  use: Text,
  type: v.optional(
    v.object({ ...Concept.entries, coding: optionalList(v.object({ ...Coding.entries, ...Extended })) }),
  ),
  system: Text,
  value: Text,
  period: AnyPeriod,
  assigner: v.fallback(v.optional(v.object({ display: Text })), undefined),
})
export type Identifier = v.InferOutput<typeof Identifier>
export const Reference = v.object({
  reference: Text,
  type: v.fallback(Text, undefined),
  display: Text,
  identifier: v.optional(Identifier),
})
export type Reference = v.InferOutput<typeof Reference>

/**
 * A decimal number. FHIR's numbers are without quotes; one in quotes and in FHIR's notation can only mean one thing. An empty text counts
 * as missing. `1,00` or `$1` is ambiguous, and refused.
 */
export const Decimal = v.union(
  [
    v.number(),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?)?$/, notDecimal()),
      v.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  ],
  notDecimal(),
)

function notDecimal(): string {
  return 'is no number: write it with a point and without quotes, a sign or separators, such as 1234.50'
}

/** An amount in whole cents. Anything but US dollars is refused. */
const Money = v.pipe(
  v.object({ value: v.optional(Decimal), currency: v.optional(v.string()), code: Text, unit: Text }),
  v.check(({ currency }) => currency === undefined || /^\s*(?:usd\s*)?$/i.test(currency), 'is not in US dollars'),
  // STU3 writes an amount as a quantity, and its currency as the unit.
  v.check(({ code, unit }) => [code, unit].every((text) => !isOtherCurrency(text)), 'is not in US dollars'),
  v.check(({ value = 0 }) => Math.abs(value) < 1e11, 'is larger than any amount of a claim'),
  v.transform(({ value }) => (value === undefined ? undefined : roundToCents(value))),
)

function isOtherCurrency(unit: string | undefined): boolean {
  return /^[a-z]{3}$/i.test(unit ?? '') && unit?.toUpperCase() !== 'USD'
}

/** An amount that is not one of a claim's own: an unreadable one is unknown, and does not cost the claim. */
const AnyMoney = v.fallback(v.optional(Money), undefined)

/** A number with its unit, which may be money or percent. */
const Quantity = v.object({
  value: v.optional(Decimal),
  unit: Text,
  code: Text,
})
export type Quantity = v.InferOutput<typeof Quantity>

const Meta = v.object({
  versionId: Text,
  // An invalid moment, as in published samples, costs only the order of versions.
  lastUpdated: AnyWhen,
  security: optionalList(Coding),
})

const common = {
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  meta: v.optional(Meta),
}

export const HumanName = v.object({
  use: Text,
  family: v.optional(Line),
  given: v.optional(v.array(Line)),
  text: v.optional(Line),
  period: AnyPeriod,
})

/** Contained resources, with the fields that identify a payer. */
const Contained = optionalList(
  v.object({ id: Text, name: v.optional(v.unknown()), identifier: v.optional(v.unknown()) }),
)

export const Patient = v.object({
  resourceType: v.literal('Patient'),
  ...common,
  identifier: optionalList(Identifier),
  name: optionalList(HumanName),
  birthDate: v.optional(When),
  gender: Text,
  link: optionalList(v.object({ type: Text, other: v.optional(Reference) })),
})
export type Patient = v.InferOutput<typeof Patient>

export const Coverage = v.object({
  resourceType: v.literal('Coverage'),
  ...common,
  contained: Contained,
  status: Text,
  identifier: optionalList(Identifier),
  type: v.optional(Concept),
  subscriber: v.optional(Reference),
  subscriberId: Text,
  beneficiary: v.optional(Reference),
  dependent: Text,
  relationship: v.optional(Concept),
  period: v.optional(CoveragePeriod),
  payor: optionalList(Reference),
  class: optionalList(v.object({ type: v.optional(Concept), value: Text, name: Text })),
  network: Text,
  order: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))), undefined),
  costToBeneficiary: optionalList(
    v.object({
      type: v.optional(Concept),
      valueMoney: v.optional(Money),
      valueQuantity: v.optional(Quantity),
      exception: v.fallback(optionalList(v.unknown()), []),
    }),
  ),
})
export type Coverage = v.InferOutput<typeof Coverage>

/** An extension with its parts; parts nested deeper than a review needs are not read. */
const ExtensionPart = v.object({
  url: Text,
  valueCodeableConcept: v.optional(Concept),
  valueDateTime: AnyWhen,
  valueCode: Text,
  valueString: Text,
  valueQuantity: v.fallback(v.optional(Quantity), undefined),
})
const Extension = v.object({
  url: Text,
  valueCode: v.fallback(Text, undefined),
  valueString: v.fallback(Text, undefined),
  valueCodeableConcept: v.optional(Concept),
  valueCoding: v.fallback(v.optional(Coding), undefined),
  valueDate: AnyWhen,
  valueDateTime: AnyWhen,
  valuePeriod: AnyPeriod,
  valueQuantity: v.fallback(v.optional(Quantity), undefined),
  valueUnsignedInt: v.fallback(v.optional(Decimal), undefined),
  valueIdentifier: v.fallback(v.optional(Identifier), undefined),
  extension: optionalList(ExtensionPart),
})
export type Extension = v.InferOutput<typeof Extension>

const Adjudication = v.object({
  extension: optionalList(Extension),
  category: v.optional(Concept),
  reason: v.optional(Concept),
  amount: v.optional(Money),
  value: v.optional(Decimal),
})
export type Adjudication = v.InferOutput<typeof Adjudication>

/** The number of a note; an invalid one costs only the link between note and line. */
const NoteNumber = v.fallback(
  v.optional(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))])),
  undefined,
)
const noted = { noteNumber: optionalList(NoteNumber) }

/** The number of a line or of a detail, by which others refer to it; an invalid one is ignored. */
const Sequence = v.fallback(v.optional(Decimal), undefined)
const Sequences = v.fallback(optionalList(Sequence), [])

const services = { revenue: v.optional(Concept), productOrService: v.optional(Concept) }

const SubDetail = v.object({ ...services, ...noted, adjudication: optionalList(Adjudication) })

const Detail = v.object({
  sequence: Sequence,
  ...services,
  ...noted,
  adjudication: optionalList(Adjudication),
  subDetail: optionalList(SubDetail),
})

const itemParts = {
  extension: optionalList(Extension),
  ...services,
  category: v.optional(Concept),
  servicedDate: v.optional(When),
  servicedPeriod: v.optional(Period),
  locationCodeableConcept: v.optional(Concept),
  quantity: v.optional(v.object({ value: v.optional(Decimal), unit: Text, code: v.fallback(Text, undefined) })),
  net: AnyMoney,
  ...noted,
  adjudication: optionalList(Adjudication),
  detail: optionalList(Detail),
}

const Item = v.object({ sequence: Sequence, ...itemParts })

/** A line that the payer has added: it has no number of its own, but may name the lines and details that it replaces. */
const AddedItem = v.object({ ...itemParts, itemSequence: Sequences, detailSequence: Sequences })
export type AddedItem = v.InferOutput<typeof AddedItem>
export type Item = Omit<AddedItem, 'itemSequence' | 'detailSequence'>

export const ExplanationOfBenefit = v.object({
  resourceType: v.literal('ExplanationOfBenefit'),
  ...common,
  contained: Contained,
  extension: optionalList(Extension),
  identifier: optionalList(Identifier),
  status: v.optional(v.picklist(['active', 'cancelled', 'draft', 'entered-in-error'])),
  type: v.optional(Concept),
  subType: v.optional(Concept),
  use: Text,
  patient: Reference,
  billablePeriod: v.optional(Period),
  created: v.optional(When),
  priority: v.optional(Concept),
  insurer: v.optional(Reference),
  provider: v.optional(Reference),
  facility: v.optional(Reference),
  claim: v.optional(Reference),
  related: optionalList(
    v.object({ claim: v.optional(Reference), relationship: v.optional(Concept), reference: v.optional(Identifier) }),
  ),
  outcome: Text,
  disposition: Text,
  preAuthRef: optionalList(Said),
  preAuthRefPeriod: optionalList(Period),
  careTeam: optionalList(v.object({ provider: v.optional(Reference), role: v.optional(Concept) })),
  supportingInfo: optionalList(
    v.object({
      category: v.optional(Concept),
      code: v.optional(Concept),
      timingDate: AnyWhen,
      timingPeriod: AnyPeriod,
      valueString: Text,
      valueQuantity: v.optional(v.object({ value: v.optional(Decimal), unit: Text })),
      valueReference: v.optional(Reference),
    }),
  ),
  procedure: v.fallback(optionalList(v.object({ date: AnyWhen })), []),
  insurance: optionalList(v.object({ focal: v.optional(v.boolean()), coverage: v.optional(Reference) })),
  item: optionalList(Item),
  addItem: optionalList(AddedItem),
  adjudication: optionalList(Adjudication),
  total: optionalList(
    v.object({ extension: optionalList(Extension), category: v.optional(Concept), amount: v.optional(Money) }),
  ),
  payee: v.optional(v.object({ type: v.optional(Concept), party: v.optional(Reference) })),
  payment: v.optional(
    v.object({
      type: v.optional(Concept),
      date: v.optional(When),
      amount: v.optional(Money),
      adjustment: v.optional(Money),
    }),
  ),
  processNote: optionalList(v.object({ number: NoteNumber, text: Text })),
  benefitBalance: optionalList(
    v.object({
      category: v.optional(Concept),
      excluded: v.fallback(v.optional(v.boolean()), undefined),
      name: Text,
      description: Text,
      network: v.optional(Concept),
      unit: v.optional(Concept),
      term: v.optional(Concept),
      financial: optionalList(v.object({ type: v.optional(Concept), allowedMoney: AnyMoney, usedMoney: AnyMoney })),
    }),
  ),
})
export type ExplanationOfBenefit = v.InferOutput<typeof ExplanationOfBenefit>

const Address = v.object({
  use: Text,
  period: AnyPeriod,
  text: Text,
  line: optionalList(Line),
  city: Text,
  state: Text,
  postalCode: Text,
})
export type Address = v.InferOutput<typeof Address>

export const Party = v.object({
  resourceType: v.picklist(['Organization', 'Practitioner', 'Location']),
  ...common,
  identifier: optionalList(Identifier),
  /** A Location has a single address, all others a list. */
  address: v.optional(v.union([v.array(Address), Address])),
  name: v.optional(v.union([Said, v.array(HumanName)])),
})
export type Party = v.InferOutput<typeof Party>

export const PractitionerRole = v.object({
  resourceType: v.literal('PractitionerRole'),
  ...common,
  practitioner: v.optional(Reference),
  organization: v.optional(Reference),
})
export type PractitionerRole = v.InferOutput<typeof PractitionerRole>

const Dosage = v.object({
  text: Text,
  patientInstruction: Text,
  asNeededBoolean: v.optional(v.boolean()),
  asNeededCodeableConcept: v.optional(Concept),
  timing: v.optional(
    v.object({
      code: v.optional(Concept),
      repeat: v.optional(
        v.object({
          frequency: v.optional(Decimal),
          period: v.optional(Decimal),
          periodUnit: Text,
          when: optionalList(v.string()),
        }),
      ),
    }),
  ),
  doseAndRate: optionalList(v.object({ doseQuantity: v.optional(Quantity) })),
})
export type Dosage = v.InferOutput<typeof Dosage>

const Actor = v.object({ actor: v.optional(Reference) })

const Ingredient = v.object({
  itemCodeableConcept: v.optional(Concept),
  itemReference: v.fallback(v.optional(Reference), undefined),
})

export const Medication = v.object({
  resourceType: v.literal('Medication'),
  ...common,
  code: v.optional(Concept),
  ingredient: v.fallback(optionalList(Ingredient), []),
})
export type Medication = v.InferOutput<typeof Medication>

const medicationCommon = {
  ...common,
  status: Text,
  contained: optionalList(v.object({ resourceType: Text, id: Text, code: v.optional(v.unknown()) })),
  medicationCodeableConcept: v.optional(Concept),
  medicationReference: v.optional(Reference),
  subject: v.optional(Reference),
  dosageInstruction: optionalList(Dosage),
}

export const MedicationRequest = v.object({
  resourceType: v.literal('MedicationRequest'),
  ...medicationCommon,
  intent: Text,
  doNotPerform: v.optional(v.boolean()),
  authoredOn: v.optional(When),
  requester: v.optional(Reference),
  dispenseRequest: v.optional(
    v.object({
      validityPeriod: v.optional(Period),
      numberOfRepeatsAllowed: v.optional(Decimal),
      quantity: v.optional(Quantity),
      expectedSupplyDuration: v.optional(Quantity),
    }),
  ),
})
export type MedicationRequest = v.InferOutput<typeof MedicationRequest>

export const MedicationDispense = v.object({
  resourceType: v.literal('MedicationDispense'),
  ...medicationCommon,
  performer: optionalList(Actor),
  location: v.optional(Reference),
  authorizingPrescription: optionalList(Reference),
  quantity: v.optional(Quantity),
  daysSupply: v.optional(Quantity),
  whenPrepared: v.optional(When),
  whenHandedOver: v.optional(When),
})
export type MedicationDispense = v.InferOutput<typeof MedicationDispense>

export const CareTeam = v.object({
  resourceType: v.literal('CareTeam'),
  ...common,
  status: Text,
  name: Text,
  subject: v.optional(Reference),
  period: v.optional(Period),
  participant: optionalList(v.object({ role: optionalList(Concept), member: v.optional(Reference) })),
})
export type CareTeam = v.InferOutput<typeof CareTeam>

export const RelatedPerson = v.object({
  resourceType: v.literal('RelatedPerson'),
  ...common,
  active: v.optional(v.boolean()),
  patient: v.optional(Reference),
  relationship: optionalList(Concept),
  name: optionalList(HumanName),
  telecom: optionalList(v.object({ use: Text, period: AnyPeriod, system: Text, value: Text })),
  birthDate: v.optional(When),
  period: v.optional(Period),
})
export type RelatedPerson = v.InferOutput<typeof RelatedPerson>
const PlanCost = v.object({
  type: v.optional(Concept),
  applicability: v.optional(Concept),
  qualifiers: limitList(Concept),
  value: v.optional(Quantity),
})
export type PlanCost = v.InferOutput<typeof PlanCost>

/** A list longer than a plan could show to anyone is an error. */
function limitList<const Item extends v.GenericSchema>(item: Item) {
  return v.optional(v.pipe(v.array(item), v.maxLength(bounds.planList)), [])
}

const PlanCosts = v.object({
  identifier: limitList(Identifier),
  type: v.optional(Concept),
  generalCost: limitList(
    v.object({
      type: v.optional(Concept),
      groupSize: v.optional(Decimal),
      cost: v.optional(Money),
      comment: Text,
    }),
  ),
  specificCost: limitList(
    v.object({
      category: v.optional(Concept),
      benefit: limitList(v.object({ type: v.optional(Concept), cost: limitList(PlanCost) })),
    }),
  ),
})
export type PlanCosts = v.InferOutput<typeof PlanCosts>

const PlanCoverage = v.object({
  type: v.optional(Concept),
  benefit: limitList(
    v.object({
      type: v.optional(Concept),
      requirement: Text,
      limit: limitList(v.object({ value: v.optional(Quantity), code: v.optional(Concept) })),
    }),
  ),
})

export const InsurancePlan = v.object({
  resourceType: v.literal('InsurancePlan'),
  ...common,
  language: Text,
  identifier: limitList(Identifier),
  status: Text,
  type: limitList(Concept),
  name: Text,
  period: v.optional(Period),
  ownedBy: v.optional(Reference),
  administeredBy: v.optional(Reference),
  contact: limitList(
    v.object({
      purpose: v.optional(Concept),
      name: v.optional(HumanName),
      telecom: limitList(v.object({ system: Text, value: Text })),
    }),
  ),
  coverage: limitList(PlanCoverage),
  plan: limitList(PlanCosts),
})
export type InsurancePlan = v.InferOutput<typeof InsurancePlan>

/** Resources that are served only to apps (OS-1): the import reads nothing but their patient. */
export const Clinical = v.object({
  resourceType: v.picklist(clinicalTypes),
  ...common,
  subject: v.optional(Reference),
  patient: v.optional(Reference),
})
export type Clinical = v.InferOutput<typeof Clinical>

/** The origin of resources (OS-5): the import reads nothing but its targets. */
export const Provenance = v.object({ resourceType: v.literal('Provenance'), ...common, target: limitList(Reference) })
export type Provenance = v.InferOutput<typeof Provenance>

/** The resources that are read, by type. */
export const shapes = {
  Patient,
  Coverage,
  ExplanationOfBenefit,
  Organization: Party,
  Practitioner: Party,
  Location: Party,
  PractitionerRole,
  Medication,
  MedicationRequest,
  MedicationDispense,
  CareTeam,
  RelatedPerson,
  InsurancePlan,
  Provenance,
  ...(Object.fromEntries(clinicalTypes.map((type) => [type, Clinical])) as Record<ClinicalType, typeof Clinical>),
} as const

export type ResourceType = keyof typeof shapes
