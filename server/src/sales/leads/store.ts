import { type LeadState, leadStates, openLeadStates } from '@portico/rules/leads/lead'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Cursor } from '../../platform/http/cursor.ts'

export type LeadRow = Selectable<Tables['lead']>

/** A lead with its agency and agent. */
export interface ListedLead extends LeadRow {
  readonly agencyName: string | null
  readonly agentName: string | null
}

/** The leads of brands (null for all), or those given to an agency in a region. */
export type LeadsOf =
  | { readonly brands: readonly string[] | null }
  | { readonly agencyId: string; readonly region: string }

export const leadPage = 50

/** What people said about themselves; the same lead sent again must match all of it. */
const told = ['kind', 'brand', 'zip_code', 'first_name', 'last_name', 'email', 'phone', 'call_on', 'best_time'] as const

/** Stores a lead, once per id; returns the stored lead, or null if it says something else. */
export async function keepLead(tx: Tx, lead: Insertable<Tables['lead']>): Promise<LeadRow | null> {
  await tx
    .insertInto('lead')
    .values(lead)
    .onConflict((conflict) => conflict.column('lead_id').doNothing())
    .execute()
  const stored = await tx.selectFrom('lead').selectAll().where('lead_id', '=', lead.lead_id).executeTakeFirstOrThrow()
  return told.every((name) => stored[name] === (lead[name] ?? null)) ? stored : null
}

function selectLeads(db: Reader, whose: LeadsOf) {
  const all = db
    .selectFrom('lead')
    .leftJoin('agency', 'agency.agency_id', 'lead.agency_id')
    .leftJoin('account', 'account.account_id', 'lead.agent_account_id')
    .selectAll('lead')
    .select('agency.name as agencyName')
    .select(sql<string | null>`account.first_name || ' ' || account.last_name`.as('agentName'))
  if ('agencyId' in whose)
    return all.where('lead.agency_id', '=', whose.agencyId).where('lead.region', '=', whose.region)
  if (whose.brands === null) return all
  return whose.brands.length === 0 ? all.where(sql<boolean>`false`) : all.where('lead.brand', 'in', whose.brands)
}

/** Due leads come first; `after` is the position of the last lead on the previous page. */
export async function listLeads(
  db: Reader,
  whose: LeadsOf,
  { view, after }: { readonly view: 'open' | 'done'; readonly after: Cursor | null },
): Promise<ListedLead[]> {
  const states: readonly LeadState[] =
    view === 'open' ? openLeadStates : leadStates.filter((state) => !openLeadStates.includes(state))
  const listed = selectLeads(db, whose).where('lead.state', 'in', states)
  const from =
    after === null
      ? listed
      : listed.where(sql<boolean>`(lead.due_at, lead.lead_id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  return from
    .orderBy('lead.due_at')
    .orderBy('lead.lead_id')
    .limit(leadPage + 1)
    .execute()
}

export function findLead(db: Reader, whose: LeadsOf, leadId: string): Promise<ListedLead | undefined> {
  return selectLeads(db, whose).where('lead.lead_id', '=', leadId).executeTakeFirst()
}

/** The first open leads to follow up on by a day, longest due first, and how many there are. */
export async function listFollowUps(
  db: Reader,
  whose: LeadsOf,
  today: string,
): Promise<{ readonly leads: ListedLead[]; readonly total: number }> {
  const due = selectLeads(db, whose).where('lead.state', 'in', openLeadStates).where('lead.follow_up_on', '<=', today)
  const { total } = await due.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { leads: await due.orderBy('lead.follow_up_on').orderBy('lead.lead_id').limit(leadPage).execute(), total }
}

/** Changes a lead if the version still matches; false if someone else changed it first. */
export async function updateLead(
  tx: Tx,
  leadId: string,
  version: number,
  change: Updateable<Tables['lead']>,
): Promise<boolean> {
  const done = await tx
    .updateTable('lead')
    .set({ ...change, version: version + 1 })
    .where('lead_id', '=', leadId)
    .where('version', '=', version)
    .returning('lead_id')
    .executeTakeFirst()
  return done !== undefined
}

/** Agencies that sell brands (null: all), other than the plan's own. */
export async function listSellers(
  db: Reader,
  brands: readonly string[] | null,
): Promise<{ agencyId: string; region: string; name: string; regionName: string; brand: string }[]> {
  const all = db
    .selectFrom('agency_region')
    .innerJoin('agency', 'agency.agency_id', 'agency_region.agency_id')
    .select([
      'agency_region.agency_id as agencyId',
      'agency_region.region',
      'agency.name',
      'agency_region.name as regionName',
      'agency_region.brand',
    ])
    .orderBy('agency.name')
    .orderBy('agency_region.region')
    .limit(500)
  if (brands === null) return all.execute()
  return brands.length === 0 ? [] : all.where('agency_region.brand', 'in', brands).execute()
}
