import { type RawBuilder, type SelectType, sql } from 'kysely'
import { type Camel, toCamel } from '../../platform/db/column-names.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type ExportedColumn,
  type ExportedTable,
  exportedTables,
  listExportedColumns,
  type Tables,
  tables,
} from '../../platform/db/tables.ts'
import { selectHiddenNumbers } from '../claims/money-statement.ts'
import { readPayer } from '../member/payer.ts'

type Declared = typeof tables
type Row<T extends ExportedTable> = {
  readonly [C in ExportedColumn<T> as Camel<C>]: SelectType<Tables[T][C & keyof Tables[T]]>
}
type PartsOf<Owner extends 'account' | 'member'> = {
  readonly [T in ExportedTable as Declared[T]['of'] extends Owner ? Declared[T]['part'] : never]: readonly Row<T>[]
}

/** Everything that the portal holds about a person, in the parts that `tables` names; nothing about others, and no secrets. */
export interface PersonData {
  readonly account: Row<'account'>
  readonly signIn: Omit<PartsOf<'account'>, 'account'>
  /** Null for someone who is not a member. */
  readonly member: ({ readonly person: Row<'member'> } & Omit<PartsOf<'member'>, 'person'>) | null
}

/** What the portal holds about a member. */
export type MemberData = NonNullable<PersonData['member']>

interface Person {
  readonly accountId: string
  readonly memberId: string | null
}

const maxSessions = 100

/** A record that the plan has moved to another patient has an empty digest in its old place (MP-14). */
const notAnothers = () => sql`not (withdrawn and content_hash = '')`
const ofOwnClaim = (table: 'claim_line' | 'claim_version') => () =>
  sql`exists (select from claim c where c.member_id = ${sql.ref(`${table}.member_id`)}
    and c.claim_id = ${sql.ref(`${table}.claim_id`)} and c.content_hash <> '')`

/** Conditions for tables with rows that are not exported. */
const rowConditions: { readonly [T in ExportedTable]?: (person: Person) => ReturnType<typeof sql> } = {
  // Sessions in which others acted for the person are in the audit log.
  session: () => sql`actor_account_id is null`,
  message: () => sql`purged_at is null`,
  claim: () => sql`content_hash <> ''`,
  claim_line: ofOwnClaim('claim_line'),
  claim_version: ofOwnClaim('claim_version'),
  prescription: notAnothers,
  dispense: notAnothers,
  prior_authorization: notAnothers,
  care_team: notAnothers,
  related_person: notAnothers,
  // Unsent files are exported only to their uploader.
  attachment: ({ accountId }) => sql`state = 'clean' and (message_id is not null or account_id = ${accountId})`,
}

/** Columns exported only in rows about the person: an account also pays for other people's care. */
const ownOnlyColumns: {
  readonly [T in ExportedTable]?: {
    readonly columns: readonly string[]
    readonly isOwn: (tx: Tx, memberId: string | null) => Promise<RawBuilder<unknown>>
  }
} = {
  spending_transaction: {
    columns: ['payee', 'note', 'claim_number', 'vendor_id'],
    isOwn: async (tx, memberId) => {
      const people = memberId === null ? [] : [{ memberId, firstName: '', lastName: '' }]
      const { rows } = await selectHiddenNumbers({ people, sensitiveOf: memberId }).execute(tx)
      return sql`coalesce(for_member_id, member_id) = member_id
        and (claim_number is null or claim_number <> all(${rows.map(({ number }) => number)}::text[]))`
    },
  },
}

/** Reads everything as of the same moment. */
export async function readPersonData(tx: Tx, person: Person): Promise<PersonData> {
  const parts = { account: {} as Record<string, unknown[]>, member: {} as Record<string, unknown[]> }
  for (const table of exportedTables) {
    const { of, part } = tables[table]
    parts[of][part] = await readRows(tx, table, person)
  }
  const { account, ...signIn } = parts.account
  const { person: own, ...rest } = parts.member
  return {
    account: account?.[0],
    signIn,
    member: person.memberId === null ? null : { person: own?.[0], ...rest },
  } as unknown as PersonData
}

/** The names of agencies in a region, by `agencyKey`. */
export type AgencyNames = Readonly<Record<string, string>>

/** The key of an agency and region among `AgencyNames`. */
export function agencyKey({ agencyId, region }: { readonly agencyId: string; readonly region: string }): string {
  return `${agencyId} ${region}`
}

/** The names of the agencies in a person's data, which has only their ids. */
export async function readAgencyNames(tx: Tx, { signIn, member }: PersonData): Promise<AgencyNames> {
  const ids = [...signIn.agencies, ...(member?.agencyConsents ?? [])].map(({ agencyId }) => agencyId)
  if (ids.length === 0) return {}
  const rows = await tx
    .selectFrom('agency_region')
    .innerJoin('agency', 'agency.agency_id', 'agency_region.agency_id')
    .select(['agency.agency_id as agencyId', 'region', 'agency.name', 'agency_region.name as place'])
    .where('agency.agency_id', 'in', ids)
    .execute()
  return Object.fromEntries(rows.map((one) => [agencyKey(one), `${one.name}, ${one.place}`]))
}

/** The names of apps, by their client ids. */
export type AppNames = Readonly<Record<string, string>>

/** The names of the apps in a person's data, which has only their ids. */
export async function readAppNames(tx: Tx, { signIn }: PersonData): Promise<AppNames> {
  const ids = signIn.connectedApps.map(({ clientId }) => clientId)
  if (ids.length === 0) return {}
  const apps = await tx.selectFrom('app').select(['client_id', 'name']).where('client_id', 'in', ids).execute()
  return Object.fromEntries(apps.map(({ client_id, name }) => [client_id, name]))
}

/** First names of the people that lines of bills are for, by `lineKey`. */
export type LineNames = Readonly<Record<string, string>>

/** The key of a line among `LineNames`: its position identifies it on its bill. */
export function lineKey({ billId, position }: { readonly billId: string; readonly position: number }): string {
  return `${billId} ${position}`
}

/** The names of the people that the lines of a member's bills are for; only the payer gets them, as on the page (MP-18). */
export async function readLineNames(tx: Tx, memberId: string | null, { member }: PersonData): Promise<LineNames> {
  if (memberId === null || member === null || member.premiumLines.length === 0) return {}
  const payer = await readPayer(tx, { memberId, scopes: null })
  if (typeof payer === 'string') return {}
  const rows = await tx
    .selectFrom('premium_line')
    .select(['bill_id as billId', 'position', 'for_member_id as forMemberId'])
    .where('member_id', '=', memberId)
    .where('for_member_id', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map((one) => [lineKey(one), payer.names.get(one.forMemberId ?? '') ?? '']))
}

/** The exported columns of a person's rows in one table. */
async function readRows(tx: Tx, table: ExportedTable, person: Person): Promise<Record<string, unknown>[]> {
  const { of, order } = tables[table]
  const owner = of === 'account' ? person.accountId : person.memberId
  if (owner === null) return []
  const columns = listExportedColumns<ExportedTable>(table)
  const isOwn = await ownOnlyColumns[table]?.isOwn(tx, person.memberId)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => selectShownValue(table, column, isOwn)))} from ${sql.table(table)}
    where ${sql.ref(`${of}_id`)} = ${owner} and ${rowConditions[table]?.(person) ?? sql`true`}
    order by ${sql.raw(order)} ${table === 'session' ? sql`limit ${maxSessions}` : sql``}`.execute(tx)
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamel(name), value])))
}

function selectShownValue(table: ExportedTable, column: string, isOwn: RawBuilder<unknown> | undefined) {
  if (isOwn === undefined || !ownOnlyColumns[table]?.columns.includes(column)) return sql.ref(column)
  return sql`case when ${isOwn} then ${sql.ref(column)} end as ${sql.ref(column)}`
}
