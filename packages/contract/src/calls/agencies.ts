import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import { brokerLobs, sellingLines, sellingNeeds } from '@portico/rules/agencies/selling'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AgencyKey, Day, recordId, Uuid } from '../fields.ts'
import { producerRoot, producers } from '../producers.ts'

/** An agency and region that someone can work for, and what they may do there. */
const AgencyChoice = v.object({
  agencyId: v.string(),
  agencyName: v.string(),
  region: v.string(),
  regionName: v.string(),
  /** Two letters; null: not known. */
  state: v.nullable(v.string()),
  brand: v.string(),
  brandName: v.string(),
  entitlements: v.array(v.picklist(agencyEntitlements)),
})

const preference = {
  rememberAgencyRegion: v.boolean(),
  agencyIdPref: v.nullable(AgencyKey.agencyId),
  regionPref: v.nullable(AgencyKey.region),
  /** Whether they work as their agency's broker of record, and for which line. */
  isBrokerAgencyPref: v.boolean(),
  brokerAgencyPrefLob: v.nullable(v.picklist(brokerLobs)),
  /** Agencies whose clients are shown together: for Medicare Advantage, and for the marketplace. */
  broker360Agencies: v.pipe(v.array(AgencyKey.agencyId), v.maxLength(50)),
  broker360ACAAgencies: v.pipe(v.array(AgencyKey.agencyId), v.maxLength(50)),
} as const

const AgencyChoices = v.object({
  choices: v.array(AgencyChoice),
  /** The agency and region they work for now; null: they must choose. */
  selected: v.nullable(AgencyChoice),
  chosenBy: v.nullable(v.picklist(['stored', 'preference', 'only'])),
  preference: v.object(preference),
})

export const agencyChoices = defineCall({
  method: 'GET',
  path: `${producerRoot}/agencies`,
  summary: 'The agencies and regions that someone may work for, and the one that they work for now (AG-1).',
  audience: producers,
  ...asking,
  audit: { action: 'agency.read' },
  payload: AgencyChoices,
  errors: [],
})

export const chooseAgency = defineCall({
  method: 'PUT',
  path: `${producerRoot}/agency`,
  summary:
    'Chooses the agency and region that someone works for in this session; with `remember`, in later ones too (AG-1).',
  audience: producers,
  ...changing,
  audit: { action: 'agency.choose' },
  body: v.object({ ...AgencyKey, remember: v.boolean() }),
  payload: AgencyChoices,
  errors: ['NOT-FOUND'],
})

export const updateAgencyPreference = defineCall({
  method: 'PUT',
  path: '/rbsmbl/x-services/agencyPreference',
  summary: "Saves someone's agency preferences (AG-2); an agency that is not theirs is NOT-FOUND.",
  audience: producers,
  ...changing,
  audit: { action: 'agency.prefer' },
  body: v.object(preference),
  payload: AgencyChoices,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})

const Appointment = v.object({
  appointmentId: Uuid,
  brand: v.string(),
  state: v.string(),
  line: v.picklist(sellingLines),
  begins: Day,
  /** Null: open-ended. */
  ends: v.nullable(Day),
})

const Training = v.object({
  trainingId: Uuid,
  /** In the plan's own words. */
  name: v.string(),
  line: v.picklist(sellingLines),
  planYear: v.nullable(v.number()),
  completedOn: v.nullable(Day),
  ends: v.nullable(Day),
})

/** What is missing to sell a line in the chosen region's state. */
const SellingGap = v.object({
  line: v.picklist(sellingLines),
  missing: v.array(v.picklist(sellingNeeds)),
})

export const partyAppointmentsAndCourses = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/partyAppointmentsAndCourses',
  summary:
    "Appointments, courses and certifications with NPN and marketplace ID (AG-3): the caller's own, or with `agentId` those of an agent of the chosen agency and region, for anyone who manages it. An agent of another agency is NOT-FOUND.",
  audience: producers,
  ...asking,
  audit: { action: 'credentials.read', record: 'agent' },
  query: v.object({ agentId: v.optional(recordId('agent')) }),
  payload: v.object({
    name: v.string(),
    npnNo: v.nullable(v.string()),
    ffmId: v.nullable(v.string()),
    appointments: v.array(Appointment),
    courses: v.array(Training),
    certifications: v.array(Training),
    /** Null: no region is chosen, or its state is not known. */
    selling: v.nullable(v.object({ state: v.string(), lines: v.array(SellingGap) })),
  }),
  errors: ['NOT-FOUND', 'WRONG-ROLE'],
})
