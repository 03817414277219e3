import { agencyEntitlements, effectiveEntitlements } from '@portico/rules/agencies/entitlements'
import type { SellingLine, TrainingKind } from '@portico/rules/agencies/selling'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  agentAt,
  agentByNpn,
  deletePlace,
  findEndedDay,
  findRegion,
  insertAccount,
  placeAgent,
  replaceAppointment,
  replaceTraining,
  updateAgent,
  upsertAgency,
  upsertClient,
  upsertRegion,
} from './import-store.ts'

/** The import run of a file, and its time. */
export interface FileRun {
  readonly runId: string
  readonly now: Date
}

/** An agency in a region where it sells a brand's plans, from a plan's files. Null keeps the stored value. */
export interface AgencyFileData {
  readonly agencyId: string
  readonly name: string
  readonly phone: string | null
  /** The most that the agency may do; a new agency without a statement may do nothing. */
  readonly entitlements: readonly string[] | null
  readonly region: string
  readonly regionName: string
  readonly state: string | null
  readonly brand: string
}

/** Stores an agency with one of its regions (AG-1). False: the region sells another brand. */
export async function importAgency(tx: Tx, said: AgencyFileData): Promise<boolean> {
  const { agencyId: agency_id, name, phone, region, state, brand } = said
  const entitlements = said.entitlements && toStoredEntitlements(said.entitlements)
  await upsertAgency(tx, { agency_id, name, phone, entitlements })
  return upsertRegion(tx, { agency_id, region, name: said.regionName, state, brand })
}

/** An agent in one of an agency's regions, from a plan's files. Null keeps the stored value. */
export interface AgentFileData {
  readonly npn: string
  readonly ffmId: string | null
  readonly loginId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string | null
  readonly role: 'AGENT' | 'AGENCY_ADMIN' | null
  readonly agencyId: string
  readonly region: string
  readonly entitlements: readonly string[] | null
  /** The agent no longer works there. */
  readonly left: boolean
  readonly brand: string
}

export type AgentRefusal = 'no-region' | 'other-brand' | 'no-login-id' | 'no-email' | 'login-id-taken'

/**
 * Stores where an agent works (AG-3). Opens an account for a new agent, who is then invited to choose a password. Only files of an
 * account's own brand change its data, and its e-mail address only until its owner has signed in: from then on the address is theirs.
 * Null: stored.
 */
export async function importAgent(
  tx: Tx,
  said: AgentFileData,
  { unusableHash, ...run }: FileRun & { readonly unusableHash: () => Promise<string> },
): Promise<AgentRefusal | null> {
  const { agencyId: agency_id, region, brand } = said
  const place = await findRegion(tx, said)
  if (place === undefined) return 'no-region'
  if (place !== brand) return 'other-brand'
  const known = await agentByNpn(tx, said.npn)
  if (said.left) {
    if (known !== undefined) await leave(tx, known.account_id, said, run)
    return null
  }
  const opened = known?.account_id ?? (await openAccount(tx, said, await unusableHash()))
  if (opened === 'no-login-id' || opened === 'no-email' || opened === 'login-id-taken') return opened
  if (known !== undefined && known.brand === brand) await updateAgent(tx, known, said)
  const entitlements = said.entitlements && toStoredEntitlements(said.entitlements)
  await placeAgent(tx, { account_id: opened, agency_id, region }, entitlements)
  await auditAgent(tx, known === undefined ? 'agent.invite' : 'agent.import', opened, run)
  return null
}

/** Returns the account's id, or the reason it was not opened. */
async function openAccount(
  tx: Tx,
  { npn, ffmId, loginId, firstName, lastName, email, phone, role, brand }: AgentFileData,
  passwordHash: string,
): Promise<string> {
  if (loginId === null) return 'no-login-id'
  if (email === null) return 'no-email'
  const accountId = uuidv7()
  const isOpened = await insertAccount(tx, {
    account_id: accountId,
    login_id: loginId,
    password_hash: passwordHash,
    role: role ?? 'AGENT',
    actor_type: role ?? 'AGENT',
    brand,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
    npn,
    ffm_id: ffmId,
    // The brand's store; whoever sends the invitation knows it.
    preferred_store: '',
    // Nobody knows the password, so it must be changed until the agent chooses one.
    temporary_password: true,
    invitation_due: true,
    security_strength_enforcement: 'NONE',
    employee: false,
    directory_out_of_step: false,
  })
  return isOpened ? accountId : 'login-id-taken'
}

async function leave(tx: Tx, accountId: string, said: AgentFileData, run: FileRun): Promise<void> {
  if (await deletePlace(tx, accountId, said)) await auditAgent(tx, 'agent.leave', accountId, run)
}

export interface AppointmentFileData {
  readonly npn: string
  readonly brand: string
  readonly state: string
  readonly line: SellingLine
  readonly begins: string
  readonly ends: string | null
  readonly withdrawn: boolean
}

/** Stores from when to when a brand has appointed an agent to sell a line in a state (AG-3). False: no agent has the number. */
export async function importAppointment(tx: Tx, said: AppointmentFileData, run: FileRun): Promise<boolean> {
  const agent = await agentByNpn(tx, said.npn)
  if (agent === undefined) return false
  await replaceAppointment(tx, agent.account_id, said)
  await auditAgent(tx, 'agent.import', agent.account_id, run)
  return true
}

export interface TrainingFileData {
  readonly npn: string
  readonly kind: TrainingKind
  readonly name: string
  readonly line: SellingLine
  readonly planYear: number | null
  readonly completedOn: string | null
  readonly ends: string | null
}

/** Stores a course or certification of an agent (AG-3). False: no agent has the number. */
export async function importTraining(tx: Tx, said: TrainingFileData, run: FileRun): Promise<boolean> {
  const agent = await agentByNpn(tx, said.npn)
  if (agent === undefined) return false
  await replaceTraining(tx, agent.account_id, said)
  await auditAgent(tx, 'agent.import', agent.account_id, run)
  return true
}

export interface ClientFileData {
  readonly memberId: string
  readonly agencyId: string
  readonly region: string
  /** The agent who looks after the client; null keeps the stored one. */
  readonly npn: string | null
  readonly consentedOn: string | null
  readonly consentEndedOn: string | null
  readonly brand: string
}

export type ClientRefusal = 'no-region' | 'other-brand' | 'no-agent'

/**
 * Stores a member as client of an agency, with their consent (AG-5); a consent that the member has taken back since stays so. Null:
 * stored.
 */
export async function importClient(
  tx: Tx,
  said: ClientFileData,
  { runId, now }: FileRun,
): Promise<ClientRefusal | null> {
  const { memberId: member_id, agencyId: agency_id, region, npn, brand } = said
  const place = await findRegion(tx, said)
  if (place === undefined) return 'no-region'
  if (place !== brand) return 'other-brand'
  const agent = npn === null ? null : await agentAt(tx, npn, said)
  if (agent === undefined) return 'no-agent'
  const shown = {
    consented_on: said.consentedOn,
    consent_ended_on: said.consentEndedOn ?? (await findEndedDay(tx, said)),
    ...(agent !== null && { agent_account_id: agent }),
    changed_at: now,
  }
  await upsertClient(tx, { member_id, agency_id, region }, shown)
  const event = { action: 'client.import', recordType: 'client', recordId: member_id, memberId: member_id } as const
  await audit(tx, null, event, { origin: { address: 'import', requestId: runId }, now })
  return null
}

function auditAgent(tx: Tx, action: string, accountId: string, { runId, now }: FileRun): Promise<void> {
  const event = { action, recordType: 'agent', recordId: accountId }
  return audit(tx, null, event, { origin: { address: 'import', requestId: runId }, now })
}

function toStoredEntitlements(said: readonly string[]): string {
  return JSON.stringify(effectiveEntitlements(agencyEntitlements, said))
}
