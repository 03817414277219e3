import { type ChosenBy, chooseAgency } from '@portico/rules/agencies/choice'
import { type AgencyEntitlement, effectiveEntitlements, internalAgency } from '@portico/rules/agencies/entitlements'
import { type BrokerLob, listMissingToSell } from '@portico/rules/agencies/selling'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import {
  findAgent,
  findChoice,
  findGiven,
  findPreference,
  listAppointments,
  listInternalAgency,
  listOwnAgencies,
  listTrainings,
  type PreferenceRow,
} from './store.ts'

/** An agency with a region that someone may work for. */
export interface OwnAgency {
  readonly agencyId: string
  readonly agencyName: string
  readonly region: string
  readonly regionName: string
  readonly state: string | null
  readonly brand: string
  readonly entitlements: readonly AgencyEntitlement[]
}

/** The agency, region and person that someone works for: every read and change of an agency's data requires it (AG-5, RO-4). */
export interface ProducerScope extends OwnAgency {
  readonly accountId: string
}

/** A producer's agencies: all of them, and the current one. */
export interface Producer {
  readonly agencies: readonly OwnAgency[]
  readonly selected: OwnAgency | null
  readonly chosenBy: ChosenBy | null
  readonly preference: PreferenceRow | null
}

type Who = Pick<Principal, 'accountId' | 'role' | 'sessionId'>

/** Empty for people who are not producers. */
export async function readProducer(db: Reader, { accountId, role, sessionId }: Who): Promise<Producer> {
  const rows =
    role === 'INTERNAL'
      ? await listInternalAgency(db, accountId)
      : role === 'AGENT' || role === 'AGENCY_ADMIN'
        ? await listOwnAgencies(db, accountId)
        : []
  const agencies = rows.map(({ ofAgency, ofAgent, ...agency }) => ({
    ...agency,
    entitlements: effectiveEntitlements(ofAgency, ofAgent),
  }))
  if (agencies.length === 0) return { agencies, selected: null, chosenBy: null, preference: null }
  const preference = (await findPreference(db, accountId)) ?? null
  const found = chooseAgency(agencies, {
    stored: await findChoice(db, sessionId),
    preference: preference && {
      rememberAgencyRegion: preference.remember_agency_region,
      agencyIdPref: preference.agency_id_pref,
      regionPref: preference.region_pref,
    },
  })
  return { agencies, selected: found?.choice ?? null, chosenBy: found?.by ?? null, preference }
}

/**
 * The agency and region that someone works for, if they have the `needed` entitlement there. Throws AGENCY-NOT-CHOSEN if none is
 * chosen, WRONG-ROLE if they lack the entitlement.
 */
export async function producerScope(db: Reader, who: Who, needed: AgencyEntitlement | null): Promise<ProducerScope> {
  const { selected } = await readProducer(db, who)
  if (selected === null) throw new CallError('AGENCY-NOT-CHOSEN')
  if (needed !== null && !selected.entitlements.includes(needed)) throw new CallError('WRONG-ROLE')
  return { ...selected, accountId: who.accountId }
}

/**
 * The chosen agency and region, and the others whose clients a broker of record sees together with it (AG-2), for one line or any. Only
 * those where they may see clients; throws like {@link producerScope}.
 */
export async function clientScopes(db: Reader, who: Who, line: BrokerLob | 'any'): Promise<ProducerScope[]> {
  const { agencies, selected, preference } = await readProducer(db, who)
  if (selected === null) throw new CallError('AGENCY-NOT-CHOSEN')
  const {
    is_broker_agency_pref: isBroker = false,
    broker360_agencies: ma = [],
    broker360_aca_agencies: aca = [],
  } = preference ?? {}
  const together = !isBroker ? [] : line === 'any' ? [...ma, ...aca] : line === 'MA' ? ma : aca
  const scopes = agencies.filter((one) => one === selected || together.includes(one.agencyId))
  const open = scopes.filter(({ entitlements }) => entitlements.includes('clients'))
  if (open.length === 0) throw new CallError('WRONG-ROLE')
  return open.map((one) => ({ ...one, accountId: who.accountId }))
}

/** Whether someone may still act for an agency; works without their session. */
export async function isEntitled(
  db: Reader,
  agent: { readonly accountId: string; readonly agencyId: string; readonly region: string },
  needed: AgencyEntitlement,
): Promise<boolean> {
  const given =
    agent.agencyId === internalAgency
      ? (await listInternalAgency(db, agent.accountId)).find(({ region }) => region === agent.region)
      : await findGiven(db, agent)
  return given !== undefined && effectiveEntitlements(given.ofAgency, given.ofAgent ?? []).includes(needed)
}

/** What a producer lacks to sell in a region, by line of business (AG-4); null if the state is unknown. */
export async function listMissing(
  db: Reader,
  accountId: string,
  { state, brand }: { readonly state: string | null; readonly brand: string | null },
  now: Date,
): Promise<ReturnType<typeof listMissingToSell> | null> {
  const agent = await findAgent(db, accountId)
  if (state === null || agent === undefined) return null
  const appointments = await listAppointments(db, accountId)
  const trainings = await listTrainings(db, accountId)
  const credentials = {
    npn: agent.npn,
    ffmId: agent.ffmId,
    appointments: appointments.filter((one) => one.brand === brand),
    trainings: trainings.map(({ completed_on: completedOn, ...training }) => ({ ...training, completedOn })),
  }
  return listMissingToSell(state, credentials, easternDay(now))
}
