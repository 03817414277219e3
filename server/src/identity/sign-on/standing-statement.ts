import { createStatement, type Database } from '../../platform/db/database.ts'
import { countInTurn } from '../../platform/limits/attempt-statement.ts'
import type { directoryKeys } from '../../platform/limits/limits.ts'
import { type AccountWithMember, attributes } from '../accounts/sign-in-statement.ts'
import type { SignOnRequest } from './state.ts'
import { type ConnectionVersion, prefixedColumns, toVersion } from './store.ts'

/** The person linked to an identity, with everything needed to judge their sign-in: read at once, because every sign-in waits for it. */
export interface KnownPerson {
  readonly account: AccountWithMember
  /** Brands that they work for; ALL stands for every brand. */
  readonly brands: readonly string[]
  /** The connection's groups that they are in so far. */
  readonly groups: readonly string[]
}

/** Someone at a provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** What has become of a sign-in since it began. */
export interface Standing {
  /** The settings with which it began; undefined if they are gone. */
  readonly connection: ConnectionVersion | undefined
  readonly isAnswered: boolean
  /** The account that the identity was linked to (OS-61). */
  readonly known: KnownPerson | null
}

type KnownRow = AccountWithMember & { readonly works_for: string[]; readonly is_in: string[] }
type StandingRow = { readonly [Name in keyof KnownRow]: KnownRow[Name] | null } & {
  readonly [Name in keyof ConnectionVersion as `of_${Name}`]: ConnectionVersion[Name]
} & { readonly answered: boolean }

type StandingValues = Pick<SignOnRequest, 'connectionId' | 'version' | 'stateHash'> & {
  readonly [Name in keyof Identity]: string | null
}

const known = `select ${attributes},
    array(select brand from staff_brand where staff_brand.account_id = account.account_id) as works_for,
    array(select display_name from sign_on_member join scim_group on scim_group.group_id = sign_on_member.group_id
      where scim_group.connection_id = :connectionId::uuid and sign_on_member.account_id = account.account_id) as is_in
  from identity_link l join account on account.account_id = l.account_id
  left join member on member.member_id = account.member_id
  where l.connection_id = :connectionId::uuid and l.issuer = :issuer::text and l.subject = :subject::text`

const answered = 'exists (select from identity_request where state_hash = :stateHash)'
const begun = 'v.connection_id = :connectionId::uuid and v.version = :version'
const shown = `${prefixedColumns}, ${answered} as answered, known.*
  from (values (true)) always left join identity_version v on ${begun}
  left join identity_connection c on c.connection_id = v.connection_id
  left join (${known}) known on true`

const standingStatement = createStatement<StandingRow, StandingValues>('sign-on-standing', `select ${shown}`)

const countStatement = createStatement<
  StandingRow & { readonly counted: boolean; readonly open: boolean },
  StandingValues & ReturnType<typeof directoryKeys> & { readonly isTrial: boolean; readonly now: Date }
>(
  'sign-on-count',
  `with good as materialized (
    select from identity_version v join identity_connection c on c.connection_id = v.connection_id
    where ${begun} and not ${answered}
      and case when :isTrial::boolean then v.state = 'waiting' else c.live_version = v.version end
  ), ${countInTurn(
    [
      ['sign-on-address', ':network'],
      ['directory', ':pair'],
      ['directory-anywhere', ':name'],
    ],
    'from good',
  )}
  select exists (select from counted_2) as counted, exists (select from counted_0) as open, ${shown}`,
)

/** What has become of a sign-in, and whom it is about, if that is known by now. Two answers at the same moment both find it unanswered. */
export async function readStanding(
  { run }: Pick<Database, 'run'>,
  request: SignOnRequest,
  identity: Identity | null,
): Promise<Standing> {
  const values = { ...request, issuer: identity?.issuer ?? null, subject: identity?.subject ?? null }
  const [row] = await run(standingStatement, standingStatement.bindValues(values))
  return toStanding(row)
}

/**
 * The same before a password is tried at a directory, if the sign-in may still be answered: counts it by the address and by whose it is.
 * `counted` is false if it may not be tried, and `open` if that is because of the address. Someone unknown takes as long.
 */
export async function countPassword(
  { run }: Pick<Database, 'run'>,
  request: SignOnRequest,
  identity: Identity | null,
  keys: ReturnType<typeof directoryKeys>,
  now: Date,
): Promise<Standing & { readonly counted: boolean; readonly open: boolean }> {
  const { issuer = null, subject = null } = identity ?? {}
  const values = { ...request, ...keys, issuer, subject, isTrial: request.triedBy !== null, now }
  const [row] = await run(countStatement, countStatement.bindValues(values))
  return { ...toStanding(row), counted: row?.counted ?? false, open: row?.open ?? false }
}

function toStanding(row: StandingRow | undefined): Standing {
  if (row === undefined) throw new Error('A statement that always has a row had none.')
  const { works_for: brands, is_in: groups, ...account } = row
  const known = row.account_id === null ? null : ({ account, brands, groups } as unknown as KnownPerson)
  return { connection: toVersion(row), isAnswered: row.answered, known }
}
