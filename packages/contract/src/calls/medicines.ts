import { appealOutcomes } from '@portico/rules/authorizations/outcomes'
import { appealPrograms } from '@portico/rules/claims/appeal'
import { planKinds } from '@portico/rules/coverage/plan-kind'
import { authorizationStates } from '@portico/rules/medicines/authorization'
import { dosePeriods, doseTimes } from '@portico/rules/medicines/dosing'
import { tierKinds } from '@portico/rules/medicines/drug-cost'
import { noticeStates, orderKinds, orderRefusals, orderStates } from '@portico/rules/medicines/orders'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedMoment, Day, Moment, recordId, ShortText, Uuid } from '../fields.ts'
import { ProviderPlace } from './finder.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

const Text = v.string()
const MaybeText = v.nullable(v.string())
/** An amount in whole US cents; null: not known. */
const MaybeCents = v.nullable(v.pipe(v.number(), v.integer()))
const Count = v.nullable(v.pipe(v.number(), v.integer()))

const Person = v.object({ memberId: Uuid, firstName: Text, lastName: Text })

/** A supply that a pharmacy handed out; null: nobody says. */
const Fill = v.object({
  day: Day,
  daysSupply: Count,
  quantity: v.nullable(v.number()),
  quantityUnit: MaybeText,
  pharmacyName: MaybeText,
  pharmacyAddress: MaybeText,
  /** What it cost the member and the plan; also null while the plan has not decided. */
  youCents: MaybeCents,
  planCents: MaybeCents,
  /** The plan has not decided its claim yet. */
  isOpen: v.boolean(),
  claimId: v.nullable(Uuid),
})

export const Medicine = v.object({
  medicineId: Uuid,
  person: Person,
  name: Text,
  /** Whether it is being taken now, as far as we can tell. */
  taken: v.boolean(),
  /** Not prescribed: the member reported it themselves. */
  isOwn: v.boolean(),
  /** In the prescription's own words. */
  dose: MaybeText,
  /** The same in fields, for prescriptions without words for it. */
  dosing: v.nullable(
    v.object({
      amount: v.nullable(v.number()),
      unit: MaybeText,
      times: Count,
      every: Count,
      period: v.nullable(v.picklist(dosePeriods)),
      asNeeded: v.boolean(),
      at: v.array(v.picklist(doseTimes)),
    }),
  ),
  prescriber: MaybeText,
  writtenOn: v.nullable(Day),
  /** Last day to fill it. */
  endsOn: v.nullable(Day),
  /** Days the supply still covers, including today, and the last of them. */
  daysLeft: Count,
  lastDay: v.nullable(Day),
  /** How many days the last fill was meant to last. */
  daysSupply: Count,
  refillsLeft: Count,
  refillsAllowed: Count,
  next: v.picklist(['refill', 'renew', 'ask']),
  /** Newest first. */
  fills: v.array(Fill),
})

const OrderedDrug = v.object({
  orderId: Uuid,
  medicineId: Uuid,
  person: Person,
  drug: Text,
  kind: v.picklist(orderKinds),
  /** The number given to the member to refer to it. */
  receipt: Text,
  pharmacyName: Text,
  pharmacyAddress: MaybeText,
  state: v.picklist(orderStates),
  /** Nobody has confirmed it within the expected time. */
  unconfirmed: v.boolean(),
  /** The pharmacy has it and has been silent for so long that the member can ask again. */
  lapsed: v.optional(v.boolean()),
  /** Only for a refusal. */
  reason: v.nullable(v.picklist(orderRefusals)),
  requestedAt: Moment,
  /** When it was handed over; null: not yet. */
  sentAt: v.nullable(Moment),
  /** When we last heard about its state. */
  changedAt: Moment,
})

export const Medicines = v.object({
  /** Whether the caller can ask for more through the portal. */
  mayOrder: v.boolean(),
  /** Requests of the last few weeks, newest first; without those that a later fill has answered. */
  orders: v.array(OrderedDrug),
  /** The people whose medicines the member may see, themselves first. */
  people: v.array(Person),
  /** Medicines being taken first, then by name. */
  medicines: v.array(Medicine),
  /** Newest first. */
  authorizations: v.array(
    v.object({
      person: Person,
      number: MaybeText,
      service: MaybeText,
      state: v.picklist(authorizationStates),
      requestedOn: v.nullable(Day),
      decidedOn: v.nullable(Day),
      begins: v.nullable(Day),
      ends: v.nullable(Day),
      provider: MaybeText,
      /** In the plan's own words. */
      note: MaybeText,
      /** Only the patient may see it. */
      sensitive: v.boolean(),
      /** Whether the plan had to decide sooner (expedited); null: not known. */
      expedited: v.nullable(v.boolean()),
      /** Since when the plan has extended its time to decide. */
      extendedOn: v.nullable(Day),
      /** Why it was denied or approved only in part: the plan's words, else its code. */
      reasons: v.array(Text),
      /** What the plan asks for before it decides. */
      documents: v.array(Text),
      /** How many visits, days or pieces were approved, and how many are used. */
      unitsApproved: v.nullable(v.number()),
      unitsUsed: v.nullable(v.number()),
      appealedOn: v.nullable(Day),
      appealOutcome: v.nullable(v.picklist(appealOutcomes)),
      /** What can be done about a denial; null: nothing was denied, or an appeal is under way. */
      afterDenial: v.nullable(
        v.object({
          kind: v.picklist(['appeal', 'review']),
          by: v.nullable(Day),
          daysLeft: v.nullable(v.number()),
          step: v.picklist(['open', 'over']),
          program: v.picklist(appealPrograms),
        }),
      ),
    }),
  ),
  /** When the plan last sent any of this; null: it has sent none. */
  asOf: v.nullable(Moment),
})

export const listMedicines = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/prescriptions/v1/medicines',
  summary:
    'Medicines of the member and of the children whose claims they may see, with fills, costs and prior authorizations (MP-15).',
  audience: members,
  ...asking,
  audit: { action: 'medicines.read', record: 'member' },
  whileViewing: 'claims',
  payload: Medicines,
  errors: [],
})

export const orderMedicine = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/prescriptions/v1/orders',
  summary:
    'Asks the pharmacy of the last fill for a refill, or for a new prescription if no refill is left (MP-16). While a request for a medicine is open, another one is the same request. CONFLICT: the pharmacy is no longer the one that was shown.',
  audience: members,
  ...changing,
  audit: { action: 'medicine.order', record: 'medicine-order' },
  onceBy: 'orderId',
  body: v.object({
    /** Created by the page; identifies the request. */
    orderId: Uuid,
    medicineId: recordId('medicine'),
    /** The pharmacy that was shown to the member. */
    pharmacyName: v.pipe(v.string(), v.maxLength(300)),
  }),
  payload: v.object({ order: OrderedDrug, repeated: v.boolean() }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

/** A pharmacy's notice, as JSON text in the field `notice`: the signature covers exactly these characters. */
export const PharmacyNotice = v.object({
  orderId: Uuid,
  /** Counted from 1 by the pharmacy; repeated and lower numbers change nothing. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  state: v.picklist(noticeStates),
  /** Only for a refusal; a reason that is not in the list counts as `other`. */
  reason: v.optional(ShortText),
})

export const pharmacyNotice = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/pharmacy/v1/notices',
  summary:
    'A pharmacy reports the state of a request (MP-16). `signature` is the HMAC-SHA256, in hex, of `sentAt`, a period and `notice` with the shared secret; FIELD-INVALID if it is wrong or more than an hour off. Notices may come late, twice and in any order.',
  audience: { by: 'anyone' },
  audit: { action: noticeStates.map((state) => `medicine-order.${state}` as const), record: 'medicine-order' },
  appid: false,
  changes: true,
  body: v.object({
    notice: v.pipe(v.string(), v.maxLength(2000)),
    sentAt: AskedMoment,
    signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  /** Whether such a request exists; either way, the pharmacy need not try again. */
  payload: v.object({ known: v.boolean() }),
  status: 200,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

/** A drug on a plan's list; null: the list does not say. */
const ListedDrug = v.object({
  drugId: Text,
  name: Text,
  ingredient: MaybeText,
  strength: MaybeText,
  form: MaybeText,
  isBrand: v.nullable(v.boolean()),
  /** One of the known kinds; null: only the plan's own word is known. */
  tier: v.nullable(v.picklist(tierKinds)),
  /** In the plan's own words. */
  tierName: MaybeText,
})

/** The plan year of the requested list; absent: this year. */
const planYear = v.optional(v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2199)))

const CheaperDrug = v.object({ drug: ListedDrug, cents: MaybeCents, atMost: v.boolean() })

export const searchFormulary = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/prescriptions/v1/drugs/search',
  summary:
    'Searches the drug list of the member’s plan by brand or generic name, strength and form, allowing for typos (MP-17); also on next year’s list, once the plan has sent it. The words may reveal health information, so they are in the body.',
  audience: members,
  ...asking,
  audit: { action: 'drugs.search', record: 'member' },
  whileViewing: 'claims',
  heavy: true,
  body: v.object({ q: v.pipe(v.string(), v.minLength(2), v.maxLength(100)), planYear }),
  payload: v.object({
    /** False: the plan has sent no list. */
    known: v.boolean(),
    /** The year of the list, and the years whose lists can be searched: this year, and next year once the plan has sent its list. */
    planYear: v.number(),
    planYears: v.array(v.number()),
    planName: MaybeText,
    drugs: v.array(ListedDrug),
    /** Similar names, if nothing was found. */
    nearest: v.array(Text),
    /** What the member's plans of today cover; empty: not known. */
    planKinds: v.array(v.picklist(planKinds)),
  }),
  errors: ['FIELD-INVALID', 'TOO-MANY-REQUESTS'],
})

export const coveredDrug = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/prescriptions/v1/drugs/covered',
  summary:
    'One drug on the list of this year or the next: what it costs the member and at which pharmacies nearby, what the plan requires first, and cheaper ones with the same ingredient (MP-17).',
  audience: members,
  ...asking,
  audit: { action: 'drug.read', record: 'member' },
  whileViewing: 'claims',
  heavy: true,
  body: v.object({ drugId: ShortText, planYear }),
  payload: v.object({
    drug: ListedDrug,
    planYear: v.number(),
    priorAuthorization: v.nullable(v.boolean()),
    stepTherapy: v.nullable(v.boolean()),
    quantityLimit: v.nullable(v.boolean()),
    /** By kind of pharmacy, shortest supply first. `cents` null: too little is known; `atMost`: it may be less. */
    costs: v.array(
      v.object({
        pharmacy: v.picklist(['retail', 'mail']),
        days: Count,
        cents: MaybeCents,
        atMost: v.boolean(),
        /** What the plan says the member pays; null: it does not say. */
        share: v.nullable(
          v.object({
            copayCents: MaybeCents,
            /** In percent. */
            coinsurance: v.nullable(v.number()),
            deductibleApplies: v.nullable(v.boolean()),
            /** The only one of two parts that comes after the deductible. */
            onlyAfter: v.optional(v.picklist(['copay', 'coinsurance'])),
          }),
        ),
      }),
    ),
    /** The pharmacies closest to the member's home in the plan's networks, which charge the price of a retail pharmacy. */
    pharmacies: v.array(ProviderPlace),
    /** With the same ingredient: those of the same strength first, then by price. */
    alternatives: v.array(CheaperDrug),
    /** With another ingredient in the same class of the list; also empty if the list has no classes. */
    sameClass: v.array(CheaperDrug),
    asOf: v.nullable(Moment),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})
