import type { Language } from '@portico/contract/page'
import { type BrokerLob, computeLastSoonDay } from '@portico/rules/agencies/selling'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export interface ClientRow {
  readonly agencyId: string
  readonly region: string
  readonly member_id: string
  readonly client_id: string
  readonly agent_account_id: string | null
  readonly consented_on: string | null
  readonly follow_up_on: string | null
  readonly note: string
  readonly version: number
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly email: string | null
  readonly agentName: string | null
  readonly plans: string[]
  readonly coverageEnds: string | null
}

interface Place {
  readonly agencyId: string
  readonly region: string
}

/** How many clients a page of the book has, and how many of those to look after today are listed. */
const clientPage = 500
const todayPage = 50

/** Members who consent on a day to one of some agencies seeing them. */
function selectConsenting(db: Reader, places: readonly Place[], today: string) {
  return db
    .selectFrom('agency_client as client')
    .innerJoin('member', 'member.member_id', 'client.member_id')
    .innerJoin('agency_region', (join) =>
      join
        .onRef('agency_region.agency_id', '=', 'client.agency_id')
        .onRef('agency_region.region', '=', 'client.region')
        // Members who moved to another brand are no longer its clients.
        .onRef('agency_region.brand', '=', 'member.brand'),
    )
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('client.agency_id', 'client.region'),
        'in',
        places.map(({ agencyId, region }) => tuple(agencyId, region)),
      ),
    )
    .where('client.consented_on', 'is not', null)
    .where('client.consented_on', '<=', today)
    .where('client.consent_ended_on', 'is', null)
}

type Consenting = ReturnType<typeof selectConsenting>

/** The first end of a coverage of theirs from a day on. */
const endFrom = (today: string) => sql<string | null>`(select min(product.coverage_end_date)::text from product
  where product.member_id = member.member_id and product.coverage_end_date >= ${today}::date)`

function selectTold(clients: Consenting, today: string) {
  return clients
    .leftJoin('account as agent', 'agent.account_id', 'client.agent_account_id')
    .leftJoin('member_contact as contact', 'contact.member_id', 'client.member_id')
    .select([
      'client.agency_id as agencyId',
      'client.region',
      'client.member_id',
      'client.client_id',
      'client.agent_account_id',
      'client.consented_on',
      'client.follow_up_on',
      'client.note',
      'client.version',
      'member.first_name as firstName',
      'member.last_name as lastName',
    ])
    .select([
      sql<string | null>`agent.first_name || ' ' || agent.last_name`.as('agentName'),
      sql<
        string | null
      >`coalesce(contact.phone, (select account.phone from account where account.member_id = member.member_id
        order by account.created_at limit 1))`.as('phone'),
      sql<
        string | null
      >`coalesce(contact.email, (select account.email from account where account.member_id = member.member_id
        order by account.created_at limit 1))`.as('email'),
      sql<string[]>`coalesce((select jsonb_agg(coverage.plan_name order by coverage.position) from coverage
        where coverage.member_id = member.member_id), '[]')`.as('plans'),
      endFrom(today).as('coverageEnds'),
    ])
}

interface Wanted {
  readonly today: string
  readonly view: 'all' | 'follow-ups' | 'ending'
  readonly after?: string | undefined
  /** Only those with a Medicare plan, or only those without one. */
  readonly line?: BrokerLob | undefined
}

const hasMedicare = sql<boolean>`exists (select from coverage
  where coverage.member_id = member.member_id and coverage.medicare_indicator)`

/** A page of the clients of some agencies, how many there are, and the client after whom the list by name continues. */
export async function listClients(
  db: Reader,
  places: readonly Place[],
  { today, view, after, line }: Wanted,
): Promise<{ readonly clients: ClientRow[]; readonly total: number; readonly next: string | null }> {
  let all = selectConsenting(db, places, today)
  if (line !== undefined) all = all.where(line === 'MA' ? hasMedicare : sql<boolean>`not ${hasMedicare}`)
  if (view === 'follow-ups') all = all.where('client.follow_up_on', '<=', today)
  if (view === 'ending') all = all.where(endFrom(today), '<=', computeLastSoonDay(today))
  const { total } = await all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = selectTold(view === 'all' && after !== undefined ? all.where(isAfter(places, after)) : all, today)
  if (view !== 'all') {
    const first = view === 'ending' ? rows.orderBy('coverageEnds') : rows.orderBy('client.follow_up_on')
    return { clients: await first.orderBy('client.client_id').limit(todayPage).execute(), total, next: null }
  }
  const found = await rows
    .orderBy('member.last_name')
    .orderBy('member.first_name')
    .orderBy('client.client_id')
    .limit(clientPage + 1)
    .execute()
  const clients = found.slice(0, clientPage)
  return { clients, total, next: found.length > clientPage ? (clients.at(-1)?.client_id ?? null) : null }
}

/** Behind a client of the agencies in the order of names; if they have no such client, the list begins anew. */
function isAfter(places: readonly Place[], clientId: string) {
  const ofPlaces = sql.join(places.map(({ agencyId, region }) => sql`(${agencyId}, ${region})`))
  return sql<boolean>`coalesce((member.last_name, member.first_name, client.client_id) > (
    select m.last_name, m.first_name, c.client_id from agency_client c join member m on m.member_id = c.member_id
    where c.client_id = ${clientId}::uuid and (c.agency_id, c.region) in (${ofPlaces})), true)`
}

/** Some clients of some agencies. */
export function findClients(
  db: Reader,
  places: readonly Place[],
  { today, clientIds }: { readonly today: string; readonly clientIds: readonly string[] },
): Promise<ClientRow[]> {
  return selectTold(selectConsenting(db, places, today), today)
    .where('client.client_id', 'in', clientIds)
    .execute()
}

/** Changes a client if the version still matches; false if someone else changed it first. */
export async function updateClient(
  tx: Tx,
  { agencyId, region }: Place,
  { client_id, version }: Pick<ClientRow, 'client_id' | 'version'>,
  change: Updateable<Tables['agency_client']>,
): Promise<boolean> {
  const done = await tx
    .updateTable('agency_client')
    .set({ ...change, version: version + 1 })
    .where('client_id', '=', client_id)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .where('version', '=', version)
    .returning('client_id')
    .executeTakeFirst()
  return done !== undefined
}

/** Hands over clients of these versions. Returns how many: fewer if someone else changed some first. */
export async function handOver(
  tx: Tx,
  { agencyId, region }: Place,
  clients: readonly Pick<ClientRow, 'client_id' | 'version'>[],
  change: { readonly agent_account_id: string; readonly changed_at: Date },
): Promise<number> {
  const done = await tx
    .updateTable('agency_client')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('client_id', 'version'),
        'in',
        clients.map(({ client_id, version }) => tuple(client_id, version)),
      ),
    )
    .returning('client_id')
    .execute()
  return done.length
}

/** The agent's e-mail address. */
export function findAddress(
  db: Reader,
  accountId: string,
): Promise<{ readonly email: string | null; readonly language: Language | null } | undefined> {
  return db
    .selectFrom('account')
    .select(['email', 'page_language as language'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function listAgents(db: Reader, { agencyId, region }: Place): Promise<{ agentId: string; name: string }[]> {
  return db
    .selectFrom('agency_agent')
    .innerJoin('account', 'account.account_id', 'agency_agent.account_id')
    .select('account.account_id as agentId')
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as('name'))
    .where('agency_agent.agency_id', '=', agencyId)
    .where('agency_agent.region', '=', region)
    .orderBy('name')
    .limit(500)
    .execute()
}

export type ConsentRow = Pick<Selectable<Tables['agency_client']>, 'consented_on' | 'consent_ended_on'> & {
  readonly agencyId: string
  readonly region: string
  readonly name: string
  readonly regionName: string
  readonly phone: string | null
  readonly agent: string | null
}

/** The agencies that a member is a client of. */
export function listConsents(db: Reader, memberId: string): Promise<ConsentRow[]> {
  return db
    .selectFrom('agency_client as client')
    .innerJoin('agency', 'agency.agency_id', 'client.agency_id')
    .innerJoin('agency_region', (join) =>
      join
        .onRef('agency_region.agency_id', '=', 'client.agency_id')
        .onRef('agency_region.region', '=', 'client.region'),
    )
    .leftJoin('account as agent', 'agent.account_id', 'client.agent_account_id')
    .select([
      'client.agency_id as agencyId',
      'client.region',
      'agency.name',
      'agency_region.name as regionName',
      'agency.phone',
      'client.consented_on',
      'client.consent_ended_on',
    ])
    .select(sql<string | null>`agent.first_name || ' ' || agent.last_name`.as('agent'))
    .where('client.member_id', '=', memberId)
    .orderBy('agency.name')
    .orderBy('client.region')
    .execute()
}

/** False if the member is not its client. */
export async function writeConsent(
  tx: Tx,
  { memberId, agencyId, region }: Place & { readonly memberId: string },
  change: Updateable<Tables['agency_client']>,
): Promise<boolean> {
  const done = await tx
    .updateTable('agency_client')
    .set(change)
    .where('member_id', '=', memberId)
    .where('agency_id', '=', agencyId)
    .where('region', '=', region)
    .returning('client_id')
    .executeTakeFirst()
  return done !== undefined
}
