import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { AgentFileData, AppointmentFileData, ClientFileData, TrainingFileData } from './importing.ts'

/** Null keeps the stored value. */
export async function upsertAgency(
  tx: Tx,
  row: {
    readonly agency_id: string
    readonly name: string
    readonly phone: string | null
    readonly entitlements: string | null
  },
): Promise<void> {
  const { name, phone, entitlements } = row
  const known = { name, ...(phone !== null && { phone }), ...(entitlements !== null && { entitlements }) }
  await tx
    .insertInto('agency')
    .values({ ...row, entitlements: entitlements ?? '[]' })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet(known))
    .execute()
}

/** Null keeps the stored value. False: the region sells another brand. */
export async function upsertRegion(tx: Tx, row: Insertable<Tables['agency_region']>): Promise<boolean> {
  const place = { name: row.name, ...(row.state !== null && { state: row.state }) }
  const stored = await tx
    .insertInto('agency_region')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['agency_id', 'region']).doUpdateSet(place).where('agency_region.brand', '=', row.brand),
    )
    .returning('region')
    .executeTakeFirst()
  return stored !== undefined
}

/** Null keeps the stored entitlements. */
export async function placeAgent(
  tx: Tx,
  key: { readonly account_id: string; readonly agency_id: string; readonly region: string },
  entitlements: string | null,
): Promise<void> {
  await tx
    .insertInto('agency_agent')
    .values({ ...key, entitlements: entitlements ?? '[]' })
    .onConflict((conflict) => {
      const stored = conflict.columns(['account_id', 'agency_id', 'region'])
      return entitlements === null ? stored.doNothing() : stored.doUpdateSet({ entitlements })
    })
    .execute()
}

/** False: the login ID is taken. */
export async function insertAccount(tx: Tx, row: Insertable<Tables['account']>): Promise<boolean> {
  const stored = await tx
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('login_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return stored !== undefined
}

type KnownAgent = NonNullable<Awaited<ReturnType<typeof agentByNpn>>>

export async function updateAgent(tx: Tx, known: KnownAgent, said: AgentFileData): Promise<void> {
  const { firstName, lastName, phone, ffmId, email, role } = said
  await tx
    .updateTable('account')
    .set({
      first_name: firstName,
      last_name: lastName,
      ...(phone !== null && { phone }),
      ...(ffmId !== null && { ffm_id: ffmId }),
      ...(role !== null && { role, actor_type: role }),
      ...(email !== null && known.temporary_password && { email }),
    })
    .where('account_id', '=', known.account_id)
    .execute()
}

/** False: the agent did not work there. */
export async function deletePlace(
  tx: Tx,
  accountId: string,
  { agencyId, region }: { readonly agencyId: string; readonly region: string },
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('agency_agent')
    .where('account_id', '=', accountId)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .returning('region')
    .executeTakeFirst()
  return gone !== undefined
}

export async function replaceAppointment(tx: Tx, account_id: string, said: AppointmentFileData): Promise<void> {
  const { brand, state, line, begins, ends } = said
  await tx
    .deleteFrom('agent_appointment')
    .where((eb) => eb.and({ account_id, brand, state, line }))
    .execute()
  if (said.withdrawn) return
  await tx
    .insertInto('agent_appointment')
    .values({ account_id, appointment_id: uuidv7(), brand, state, line, begins, ends })
    .execute()
}

export async function replaceTraining(tx: Tx, account_id: string, said: TrainingFileData): Promise<void> {
  const { kind, name, line, planYear: plan_year, completedOn: completed_on, ends } = said
  await tx
    .deleteFrom('agent_training')
    .where((eb) => eb.and({ account_id, kind, name, line }))
    .where('plan_year', 'is not distinct from', plan_year)
    .execute()
  await tx
    .insertInto('agent_training')
    .values({ account_id, training_id: uuidv7(), kind, name, line, plan_year, completed_on, ends })
    .execute()
}

/** `shown` absent: the stored value stays. */
export async function upsertClient(
  tx: Tx,
  key: { readonly member_id: string; readonly agency_id: string; readonly region: string },
  shown: Pick<Insertable<Tables['agency_client']>, 'consented_on' | 'consent_ended_on' | 'changed_at'> & {
    readonly agent_account_id?: string
  },
): Promise<void> {
  await tx
    .insertInto('agency_client')
    .values({ ...key, client_id: uuidv7(), agent_account_id: null, follow_up_on: null, ...shown })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'agency_id', 'region'])
        .doUpdateSet((eb) => ({ ...shown, version: eb('agency_client.version', '+', 1) })),
    )
    .execute()
}

/** The day on which a member took back the consent in a file; null: they did not, or have consented again since. */
export async function findEndedDay(
  tx: Tx,
  { memberId, agencyId, region, consentedOn }: ClientFileData,
): Promise<string | null> {
  const row = await tx
    .selectFrom('agency_client')
    .select('consent_ended_on as ended')
    .where('member_id', '=', memberId)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .forUpdate()
    .executeTakeFirst()
  return row?.ended != null && (consentedOn ?? '') <= row.ended ? row.ended : null
}

/** The brand that an agency sells in a region; undefined: there is no such region. */
export async function findRegion(
  tx: Tx,
  { agencyId, region }: { readonly agencyId: string; readonly region: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('agency_region')
    .select('brand')
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .executeTakeFirst()
  return row?.brand
}

/** An agent by National Producer Number, locked until the transaction ends. */
export function agentByNpn(tx: Tx, npn: string) {
  return tx
    .selectFrom('account')
    .select(['account_id', 'brand', 'temporary_password'])
    .where('npn', '=', npn)
    .where('role', 'in', ['AGENT', 'AGENCY_ADMIN'])
    .orderBy('created_at')
    .forUpdate()
    .executeTakeFirst()
}

/** The account of an agent who works in a region. */
export async function agentAt(
  tx: Tx,
  npn: string,
  { agencyId, region }: { readonly agencyId: string; readonly region: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('agency_agent')
    .innerJoin('account', 'account.account_id', 'agency_agent.account_id')
    .select('account.account_id')
    .where('account.npn', '=', npn)
    .where('agency_agent.agency_id', '=', agencyId)
    .where('agency_agent.region', '=', region)
    .orderBy('account.created_at')
    .executeTakeFirst()
  return row?.account_id
}
