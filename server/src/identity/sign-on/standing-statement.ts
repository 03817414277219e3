import { createStatement, type Database } from '../../platform/db/database.ts'
import { buildClearing } from '../../platform/limits/limit-store.ts'
import { type AccountWithMember, attributes } from '../accounts/sign-in-statement.ts'
import { hashSecret } from '../tokens/secrets.ts'

/** The person linked to an identity, with everything needed to judge their sign-in: read at once, because every sign-in waits for it. */
export interface KnownPerson {
  readonly account: AccountWithMember
  /** Brands that they work for; ALL stands for every brand. */
  readonly brands: readonly string[]
  /** The connection's groups that they are in so far. */
  readonly groups: readonly string[]
}

interface Identity {
  readonly connectionId: string
  readonly issuer: string
  readonly subject: string
}

type KnownRow = AccountWithMember & { readonly works_for: string[]; readonly is_in: string[] }

const known = `select ${attributes},
    array(select brand from staff_brand where staff_brand.account_id = account.account_id) as works_for,
    array(select display_name from sign_on_member join scim_group on scim_group.group_id = sign_on_member.group_id
      where scim_group.connection_id = :connectionId::uuid and sign_on_member.account_id = account.account_id) as is_in
  from identity_link l join account on account.account_id = l.account_id
  left join member on member.member_id = account.member_id
  where l.connection_id = :connectionId::uuid and l.issuer = :issuer and l.subject = :subject`

const knownStatement = createStatement<KnownRow, Identity>('sign-on-known', known)

function toKnown({ works_for: brands, is_in: groups, ...account }: KnownRow): KnownPerson {
  return { account, brands, groups }
}

/** The account that a provider's identity was linked to (OS-61). */
export async function findKnown({ run }: Pick<Database, 'run'>, identity: Identity): Promise<KnownPerson | null> {
  const [row] = await run(knownStatement, knownStatement.bindValues(identity))
  return row === undefined ? null : toKnown(row)
}

type RightRow = { readonly [Name in keyof KnownRow]: KnownRow[Name] | null } & { readonly taken: boolean }

const rightStatement = createStatement<
  RightRow,
  Identity & {
    readonly state: Buffer
    readonly now: Date
    readonly network: string
    readonly kinds: readonly string[]
    readonly keys: readonly string[]
  }
>(
  'sign-on-right',
  `with answered as (
    update identity_request set answered_at = :now where state_hash = :state and answered_at is null returning state_hash
  ), ${buildClearing({ shared: ['sign-on-address', ':network'], kinds: ':kinds', keys: ':keys' })}
  select exists (select from answered) as taken, known.* from (values (true)) always left join (${known}) known on true`,
)

/**
 * The same after the correct password for a directory: marks the sign-in as answered, once, and resets its counts. `taken` is false if it
 * was already answered.
 */
export async function takeRight(
  { run }: Pick<Database, 'run'>,
  { state, ...identity }: Identity & { readonly state: string },
  counts: { readonly network: string; readonly kinds: readonly string[]; readonly keys: readonly string[] },
  now: Date,
): Promise<{ readonly taken: boolean; readonly known: KnownPerson | null }> {
  const values = rightStatement.bindValues({ ...identity, ...counts, state: hashSecret(state), now })
  const [row] = await run(rightStatement, values)
  if (row === undefined) throw new Error('A statement that always has a row had none.')
  const { taken, ...found } = row
  return { taken, known: found.account_id === null ? null : toKnown(found as KnownRow) }
}
