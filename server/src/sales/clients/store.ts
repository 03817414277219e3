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

/** Page size of the book, and the size of the list of clients to look after today. */
const clientPage = 500
const todayPage = 50

/** Members who, on a day, let one of these agencies see them. */
function selectConsenting(db: Reader, places: readonly Place[], today: string) {
  return db
    .selectFrom('agency_client as client')
    .innerJoin('member', 'member.member_id', 'client.member_id')
    .innerJoin('agency_region', (join) =>
      join
        .onRef('agency_region.agency_id', '=', 'client.agency_id')
        .onRef('agency_region.region', '=', 'client.region')
        // Members who moved to another brand are no longer the agency's clients.
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

type Told = Omit<ClientRow, 'plans' | 'coverageEnds'>

/** Data from clients' accounts and member records; `addReached` adds the data from their plans. */
function selectTold(clients: Consenting) {
  return clients.leftJoin('account as agent', 'agent.account_id', 'client.agent_account_id').select([
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
    sql<string | null>`agent.first_name || ' ' || agent.last_name`.as('agentName'),
    sql<string | null>`(select account.phone from account where account.member_id = member.member_id
      order by account.created_at limit 1)`.as('phone'),
    sql<string | null>`(select account.email from account where account.member_id = member.member_id
      order by account.created_at limit 1)`.as('email'),
  ])
}

interface Reached {
  readonly member_id: string
  readonly phone: string | null
  readonly email: string | null
  readonly plans: string[]
  readonly ends: string | null
}

/** Adds how clients wish to be reached, their plans, and the first day from today on which a plan ends. */
async function addReached(db: Reader, clients: readonly Told[], today: string): Promise<ClientRow[]> {
  if (clients.length === 0) return []
  const members = [...new Set(clients.map(({ member_id }) => member_id))]
  const { rows } = await sql<Reached>`
    with reached as (
      select member_id, phone, email from member_contact where member_id = any(${members}::uuid[])
    ), covered as (
      select member_id, jsonb_agg(plan_name order by position) as plans from coverage
      where member_id = any(${members}::uuid[]) group by member_id
    ), ending as (
      select member_id, min(coverage_end_date)::text as ends from product
      where member_id = any(${members}::uuid[]) and coverage_end_date >= ${today}::date group by member_id
    )
    select asked.member_id, reached.phone, reached.email, coalesce(covered.plans, '[]') as plans, ending.ends
    from unnest(${members}::uuid[]) asked(member_id) left join reached using (member_id)
      left join covered using (member_id) left join ending using (member_id)
  `.execute(db)
  const found = new Map(rows.map((row) => [row.member_id, row]))
  return clients.map((client) => {
    const own = found.get(client.member_id)
    const phone = own?.phone ?? client.phone
    const email = own?.email ?? client.email
    return { ...client, phone, email, plans: own?.plans ?? [], coverageEnds: own?.ends ?? null }
  })
}

interface Wanted {
  readonly today: string
  readonly view: 'all' | 'follow-ups' | 'ending'
  readonly after?: string | undefined
  /** Only those with a Medicare plan, or only those without one. */
  readonly line?: BrokerLob | undefined
}

/** A page of the clients of some agencies, the total, and the client after whom the list by name continues. */
export async function listClients(
  db: Reader,
  places: readonly Place[],
  wanted: Wanted,
): Promise<{ readonly clients: ClientRow[]; readonly total: number; readonly next: string | null }> {
  const { today, view, line, after } = wanted
  let all = selectConsenting(db, places, today)
  if (line !== undefined) all = all.where(isAmong(await listMedicare(db, places), line === 'MA'))
  const ending = view === 'ending' ? await listEnding(db, places, today) : []
  if (view === 'ending')
    all = all.where(
      isAmong(
        ending.map(({ member_id }) => member_id),
        true,
      ),
    )
  if (view === 'follow-ups') all = all.where('client.follow_up_on', '<=', today)
  const { total } = await all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  if (view !== 'all') {
    const first =
      view === 'ending' ? orderByEnd(selectTold(all), ending) : selectTold(all).orderBy('client.follow_up_on')
    const told = await first.orderBy('client.client_id').limit(todayPage).execute()
    return { clients: await addReached(db, told, today), total, next: null }
  }
  const told = await selectTold(after === undefined ? all : all.where(isAfter(places, after)))
    .orderBy('member.last_name')
    .orderBy('member.first_name')
    .orderBy('client.client_id')
    .limit(clientPage + 1)
    .execute()
  const clients = await addReached(db, told.slice(0, clientPage), today)
  return { clients, total, next: told.length > clientPage ? (clients.at(-1)?.client_id ?? null) : null }
}

const isAmong = (members: readonly string[], among: boolean) =>
  among
    ? sql<boolean>`client.member_id = any(${members}::uuid[])`
    : sql<boolean>`client.member_id <> all(${members}::uuid[])`

interface End {
  readonly member_id: string
  readonly ends: string
}

function orderByEnd(clients: ReturnType<typeof selectTold>, ending: readonly End[]) {
  const columns = sql`unnest(${ending.map(({ member_id }) => member_id)}::uuid[], ${ending.map(({ ends }) => ends)}::text[])`
  return clients
    .innerJoin(
      columns.$castTo<End>().as<'ending'>(sql`ending(member_id, ends)`),
      'ending.member_id',
      'client.member_id',
    )
    .orderBy('ending.ends')
}

/** Members on the list of some agencies, whether or not they consent. */
async function listMembers(db: Reader, places: readonly Place[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from agency_client
    where (agency_id, region) in (${sql.join(places.map(({ agencyId, region }) => sql`(${agencyId}, ${region})`))})
  `.execute(db)
  return rows.map(({ member_id }) => member_id)
}

/** Those of the agencies' members who have a Medicare plan. */
async function listMedicare(db: Reader, places: readonly Place[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from coverage where member_id = any(${await listMembers(db, places)}::uuid[]) and medicare_indicator
  `.execute(db)
  return rows.map(({ member_id }) => member_id)
}

/** Those of the agencies' members whose coverage ends soon, with its first end from today on. */
async function listEnding(db: Reader, places: readonly Place[], today: string): Promise<End[]> {
  const { rows } = await sql<End>`
    select member_id, min(coverage_end_date)::text as ends from product
    where member_id = any(${await listMembers(db, places)}::uuid[]) and coverage_end_date >= ${today}::date
    group by member_id having min(coverage_end_date) <= ${computeLastSoonDay(today)}::date
  `.execute(db)
  return rows
}

/** Whether a client sorts after another by name; if the agencies have no such client, the list starts over. */
function isAfter(places: readonly Place[], clientId: string) {
  const ofPlaces = sql.join(places.map(({ agencyId, region }) => sql`(${agencyId}, ${region})`))
  return sql<boolean>`coalesce((member.last_name, member.first_name, client.client_id) > (
    select m.last_name, m.first_name, c.client_id from agency_client c join member m on m.member_id = c.member_id
    where c.client_id = ${clientId}::uuid and (c.agency_id, c.region) in (${ofPlaces})), true)`
}

/** Some clients of some agencies. */
export async function findClients(
  db: Reader,
  places: readonly Place[],
  { today, clientIds }: { readonly today: string; readonly clientIds: readonly string[] },
): Promise<ClientRow[]> {
  const told = await selectTold(selectConsenting(db, places, today))
    .where('client.client_id', 'in', clientIds)
    .execute()
  return addReached(db, told, today)
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

/** The agencies that have a member as a client. */
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

/** False if the member is not the agency's client. */
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
