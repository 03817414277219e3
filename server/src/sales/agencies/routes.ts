import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/agencies'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { listMissing, type OwnAgency, type Producer, producerScope, readProducer } from './scope.ts'
import {
  findAgent,
  isAgent,
  listAppointments,
  listTrainings,
  type PreferenceRow,
  writeChoice,
  writePreference,
} from './store.ts'

type Choices = PayloadOf<typeof calls.agencyChoices>
type Preference = Choices['preference']

const nothingPreferred: Preference = {
  rememberAgencyRegion: false,
  agencyIdPref: null,
  regionPref: null,
  isBrokerAgencyPref: false,
  brokerAgencyPrefLob: null,
  broker360Agencies: [],
  broker360ACAAgencies: [],
}

/** The agencies that producers work for, their preference, and the credentials that they need to sell (AG-1 to AG-3). */
export function bindAgencies(binder: Binder, brands: BrandService): void {
  binder.bind(calls.agencyChoices, async ({ principal }, context, tx) =>
    view(await readProducer(tx, principal), context),
  )

  binder.bind(calls.chooseAgency, ({ body: { agencyId, region, remember } }, context, tx) =>
    runChange(tx, context, async ({ agencies, preference }) => {
      requireOwn(agencies, { agencyId, region })
      const { accountId: account_id, sessionId: session_id } = context.principal
      await writeChoice(tx, { session_id, account_id, agency_id: agencyId, region, chosen_at: context.now })
      const before = toPreference(preference)
      // People who turn this off must choose again at the next sign-in.
      if (!remember && !before.rememberAgencyRegion) return
      const pref = remember ? { agencyIdPref: agencyId, regionPref: region } : {}
      await save(tx, context, { ...before, ...pref, rememberAgencyRegion: remember })
    }),
  )

  binder.bind(calls.updateAgencyPreference, ({ body: preferred }, context, tx) =>
    runChange(tx, context, async ({ agencies }) => {
      const { agencyIdPref, regionPref, broker360Agencies, broker360ACAAgencies } = preferred
      if ((agencyIdPref === null) !== (regionPref === null)) throw fieldError('regionPref', 'select.not-chosen')
      if (agencyIdPref !== null && regionPref !== null)
        requireOwn(agencies, { agencyId: agencyIdPref, region: regionPref })
      for (const agencyId of [...broker360Agencies, ...broker360ACAAgencies])
        if (!agencies.some((own) => own.agencyId === agencyId)) throw new CallError('NOT-FOUND')
      await save(tx, context, preferred)
    }),
  )

  binder.bind(calls.partyAppointmentsAndCourses, async ({ principal, query }, { now }, tx) => {
    const whose = query.agentId ?? principal.accountId
    const isOwn = whose === principal.accountId
    const selected = isOwn ? (await readProducer(tx, principal)).selected : await producerScope(tx, principal, 'manage')
    if (!isOwn && !(selected && (await isAgent(tx, whose, selected)))) throw new CallError('NOT-FOUND')
    const place = { state: selected?.state ?? null, brand: selected?.brand ?? null, now }
    return about(whose, await readCredentials(tx, whose, place))
  })

  /** Runs changes to one account's choices one after another. */
  async function runChange(
    tx: Tx,
    context: CallContext<Principal>,
    work: (producer: Producer) => Promise<void>,
  ): Promise<Choices> {
    await lockAccount(tx, context.principal.accountId)
    await work(await readProducer(tx, context.principal))
    return view(await readProducer(tx, context.principal), context)
  }

  function view({ agencies, selected, chosenBy, preference }: Producer, { language }: CallContext<Principal>): Choices {
    const choice = (one: OwnAgency) => ({
      ...one,
      entitlements: [...one.entitlements],
      brandName: brands.requireLoaded(one.brand).texts[language].name,
    })
    return {
      choices: agencies.map(choice),
      selected: selected && choice(selected),
      chosenBy,
      preference: toPreference(preference),
    }
  }
}

/** A producer's credentials, and what is missing where they work. */
async function readCredentials(
  db: Reader,
  accountId: string,
  place: { readonly state: string | null; readonly brand: string | null; readonly now: Date },
): Promise<PayloadOf<typeof calls.partyAppointmentsAndCourses>> {
  const agent = await findAgent(db, accountId)
  if (agent === undefined) throw new CallError('NOT-FOUND')
  const appointments = await listAppointments(db, accountId)
  const trainings = await listTrainings(db, accountId)
  const { state, brand, now } = place
  const lines = (await listMissing(db, accountId, { state, brand }, now)) ?? []
  const told = trainings.map(({ kind, training_id, name, line, plan_year, completed_on, ends }) => ({
    kind,
    training: { trainingId: training_id, name, line, planYear: plan_year, completedOn: completed_on, ends },
  }))
  const ofKind = (wanted: 'course' | 'certification') =>
    told.flatMap(({ kind, training }) => (kind === wanted ? [training] : []))
  return {
    name: `${agent.firstName} ${agent.lastName}`.trim(),
    npnNo: agent.npn,
    ffmId: agent.ffmId,
    appointments: appointments.map(({ appointment_id, brand, state, line, begins, ends }) => ({
      appointmentId: appointment_id,
      brand,
      state,
      line,
      begins,
      ends,
    })),
    courses: ofKind('course'),
    certifications: ofKind('certification'),
    selling:
      state === null ? null : { state, lines: lines.map(({ line, missing }) => ({ line, missing: [...missing] })) },
  }
}

function requireOwn(
  agencies: readonly OwnAgency[],
  chosen: { readonly agencyId: string; readonly region: string },
): void {
  if (!agencies.some(({ agencyId, region }) => agencyId === chosen.agencyId && region === chosen.region))
    throw new CallError('NOT-FOUND')
}

async function save(tx: Tx, { principal, now }: CallContext<Principal>, preference: Preference): Promise<void> {
  await writePreference(tx, {
    account_id: principal.accountId,
    remember_agency_region: preference.rememberAgencyRegion,
    agency_id_pref: preference.agencyIdPref,
    region_pref: preference.regionPref,
    is_broker_agency_pref: preference.isBrokerAgencyPref,
    broker_agency_pref_lob: preference.brokerAgencyPrefLob,
    broker360_agencies: JSON.stringify([...new Set(preference.broker360Agencies)]),
    broker360_aca_agencies: JSON.stringify([...new Set(preference.broker360ACAAgencies)]),
    changed_at: now,
  })
}

function toPreference(row: PreferenceRow | null): Preference {
  if (row === null) return nothingPreferred
  return {
    rememberAgencyRegion: row.remember_agency_region,
    agencyIdPref: row.agency_id_pref,
    regionPref: row.region_pref,
    isBrokerAgencyPref: row.is_broker_agency_pref,
    brokerAgencyPrefLob: row.broker_agency_pref_lob,
    broker360Agencies: row.broker360_agencies,
    broker360ACAAgencies: row.broker360_aca_agencies,
  }
}
