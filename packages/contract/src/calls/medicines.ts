import { authorizationStates } from '@portico/rules/medicines/authorization'
import { dosePeriods, doseTimes } from '@portico/rules/medicines/dosing'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { Day, Moment, Uuid } from '../fields.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

const Text = v.string()
const MaybeText = v.nullable(v.string())
/** An amount in whole US cents; null: not known. */
const MaybeCents = v.nullable(v.pipe(v.number(), v.integer()))
const Count = v.nullable(v.pipe(v.number(), v.integer()))

const Person = v.object({ memberId: Uuid, firstName: Text, lastName: Text })

/** What a pharmacy handed out; null: nobody says. */
const Fill = v.object({
  day: Day,
  daysSupply: Count,
  quantity: v.nullable(v.number()),
  quantityUnit: MaybeText,
  pharmacyName: MaybeText,
  pharmacyAddress: MaybeText,
  /** What it cost the member and the plan; null also while the plan has not decided. */
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
  /** Whether it is taken now, as far as what is known of it tells. */
  taken: v.boolean(),
  /** Nobody prescribed it: the member told of it. */
  isOwn: v.boolean(),
  /** In the words of the prescription. */
  dose: MaybeText,
  /** The same in fields, for prescriptions that have no words of it. */
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
  /** Last day on which it can be filled. */
  endsOn: v.nullable(Day),
  /** Days for which there is some, today's among them, and the last of them. */
  daysLeft: Count,
  lastDay: v.nullable(Day),
  /** For how long the last fill was meant to last. */
  daysSupply: Count,
  refillsLeft: Count,
  refillsAllowed: Count,
  next: v.picklist(['refill', 'renew', 'ask']),
  /** Newest first. */
  fills: v.array(Fill),
})

export const Medicines = v.object({
  /** Whose medicines the member may see, themselves first. */
  people: v.array(Person),
  /** Those that are taken first, by name. */
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
    }),
  ),
  /** When the plan last sent any of it; null: it has sent none. */
  asOf: v.nullable(Moment),
})

export const listMedicines = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/prescriptions/v1/medicines',
  summary:
    'Medicines of the member and of the children whose claims are theirs to see, with fills, costs and prior authorizations (MP-15).',
  audience: members,
  appid: false,
  changes: false,
  whileViewing: 'claims',
  payload: Medicines,
  status: 200,
  errors: [],
})
