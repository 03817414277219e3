import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Cursor } from '../../platform/http/cursor.ts'
import { isSeenProposal } from '../agencies/seen-proposal-statement.ts'

export type ProposalRow = Selectable<Tables['agency_proposal']> & {
  readonly agentName: string
  readonly agencyPhone: string | null
}

interface Place {
  readonly agencyId: string
  readonly region: string
}

export const proposalPage = 50

/** As many as a client's shop lists. */
const maxReached = 10

const agentName = sql<string>`agent.first_name || ' ' || agent.last_name`.as('agentName')
/** The agent's own phone number, or else the agency's. */
const agencyPhone = sql<string | null>`coalesce(agent.phone, agency.phone)`.as('agencyPhone')

/** Proposals of an agency and region, except those to members who no longer let it see them (AG-5). */
function selectProposals(db: Reader, { agencyId, region }: Place) {
  return db
    .selectFrom('agency_proposal as proposal')
    .innerJoin('account as agent', 'agent.account_id', 'proposal.agent_account_id')
    .innerJoin('agency', 'agency.agency_id', 'proposal.agency_id')
    .selectAll('proposal')
    .select([agentName, agencyPhone])
    .where('proposal.agency_id', '=', agencyId)
    .where('proposal.region', '=', region)
    .where(isSeenProposal)
}

/** Newest first; one more than fits on a page, if there are more. */
export function listProposals(db: Reader, place: Place, after: Cursor | null): Promise<ProposalRow[]> {
  const all = selectProposals(db, place)
  const from =
    after === null
      ? all
      : all.where(
          sql<boolean>`(proposal.created_at, proposal.proposal_id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
        )
  return from
    .orderBy('proposal.created_at', 'desc')
    .orderBy('proposal.proposal_id', 'desc')
    .limit(proposalPage + 1)
    .execute()
}

export function findProposal(db: Reader, place: Place, proposalId: string): Promise<ProposalRow | undefined> {
  return selectProposals(db, place).where('proposal.proposal_id', '=', proposalId).executeTakeFirst()
}

/** The newest proposal to a client. */
export function findLastProposal(db: Reader, place: Place, clientId: string): Promise<ProposalRow | undefined> {
  return selectProposals(db, place)
    .where('proposal.client_id', '=', clientId)
    .orderBy('proposal.created_at', 'desc')
    .orderBy('proposal.proposal_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores it, once per id; returns false if it already exists. */
export function keepProposal(tx: Tx, proposal: Insertable<Tables['agency_proposal']>): Promise<boolean> {
  return insertNew(tx, 'agency_proposal', proposal)
}

/** Changes it if the version still matches; returns false if someone else changed it first. */
export async function updateProposal(
  tx: Tx,
  { proposal_id, version }: Pick<ProposalRow, 'proposal_id' | 'version'>,
  change: Updateable<Tables['agency_proposal']>,
): Promise<boolean> {
  const done = await tx
    .updateTable('agency_proposal')
    .set({ ...change, version: version + 1 })
    .where('proposal_id', '=', proposal_id)
    .where('version', '=', version)
    .returning('proposal_id')
    .executeTakeFirst()
  return done !== undefined
}

/** Proposals whose links work, with the agent as the client sees them. */
function selectForClient(db: Reader, now: Date) {
  return db
    .selectFrom('agency_proposal as proposal')
    .innerJoin('account as agent', 'agent.account_id', 'proposal.agent_account_id')
    .innerJoin('agency', 'agency.agency_id', 'proposal.agency_id')
    .selectAll('proposal')
    .select(['agency.name as agencyName', agentName, agencyPhone])
    .where('proposal.expires_at', '>', now)
}

/** Finds a proposal by the secret of its link while the link works, with the agent as the client sees them. */
export function findByTicket(db: Reader, ticketHash: Buffer, now: Date) {
  return selectForClient(db, now).where('proposal.ticket_hash', '=', ticketHash).executeTakeFirst()
}

/**
 * Proposals of a brand with a working link, newest first: those with one of these secrets, and those that reached an address with one of
 * these hashes.
 */
export function listReached(
  db: Reader,
  brand: string,
  { tickets, reached }: { readonly tickets: readonly Buffer[]; readonly reached: readonly Buffer[] },
  now: Date,
) {
  if (tickets.length + reached.length === 0) return Promise.resolve([])
  return selectForClient(db, now)
    .where('proposal.brand', '=', brand)
    .where(({ or, eb }) =>
      or([
        ...(tickets.length > 0 ? [eb('proposal.ticket_hash', 'in', tickets)] : []),
        ...(reached.length > 0 ? [eb('proposal.reached', 'in', reached)] : []),
      ]),
    )
    .orderBy('proposal.created_at', 'desc')
    .orderBy('proposal.proposal_id', 'desc')
    .limit(maxReached)
    .execute()
}

/** The e-mail address of a prospect, who opened their account by a link sent there; null for anyone else. */
export async function findProvenEmail(db: Reader, accountId: string): Promise<string | null> {
  const prospect = db
    .selectFrom('account')
    .select('email')
    .where('account_id', '=', accountId)
    .where('role', '=', 'PROS')
  return (await prospect.executeTakeFirst())?.email ?? null
}

/** Records the first time that it is opened. */
export async function noteOpened(tx: Tx, proposalId: string, now: Date): Promise<void> {
  await tx
    .updateTable('agency_proposal')
    .set({ opened_at: now })
    .where('proposal_id', '=', proposalId)
    .where('opened_at', 'is', null)
    .execute()
}

/** The applications that resulted from proposals, oldest first. */
export function listApplications(db: Reader, proposalIds: readonly string[]) {
  if (proposalIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('shop_application')
    .select(['proposal_id', 'application_number', 'plan_name', 'state', 'starts'])
    .where('proposal_id', 'in', proposalIds)
    .orderBy('created_at')
    .execute()
}

/** A client in the book of business who lets the agency see them. */
const selectClient = (db: Reader, { agencyId, region }: Place, clientId: string) =>
  db
    .selectFrom('agency_client as client')
    .where('client.agency_id', '=', agencyId)
    .where('client.region', '=', region)
    .where('client.client_id', '=', clientId)
    .where('client.consented_on', 'is not', null)
    .where('client.consent_ended_on', 'is', null)

/** Whether a client in the book of business lets the agency see them. */
export async function hasClient(db: Reader, place: Place, clientId: string): Promise<boolean> {
  return (await selectClient(db, place, clientId).select('client.client_id').executeTakeFirst()) !== undefined
}

/** When such a client was born, and where they live; undefined if the agency may not see them. */
export function findClientHome(db: Reader, place: Place, clientId: string) {
  return selectClient(db, place, clientId)
    .innerJoin('member', 'member.member_id', 'client.member_id')
    .leftJoin('member_contact as contact', 'contact.member_id', 'client.member_id')
    .select('member.date_of_birth')
    .select(
      sql<string | null>`coalesce(contact.zip_code, (select account.zip_code from account
        where account.member_id = member.member_id order by account.created_at limit 1))`.as('zip_code'),
    )
    .executeTakeFirst()
}

/** Deletes proposals without a result whose link ended before a date. */
export async function forgetProposals(tx: Tx, endedBefore: Date): Promise<void> {
  await tx
    .deleteFrom('agency_proposal')
    .where('expires_at', '<', endedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shop_application')
            .select('enrollment_id')
            .whereRef('shop_application.proposal_id', '=', 'agency_proposal.proposal_id'),
        ),
      ),
    )
    .execute()
}

/** The agent's national producer number, as of now. */
export async function findNpn(tx: Tx, accountId: string): Promise<string | null> {
  const row = await tx.selectFrom('account').select('npn').where('account_id', '=', accountId).executeTakeFirst()
  return row?.npn ?? null
}
