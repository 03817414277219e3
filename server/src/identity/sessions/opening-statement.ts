import { actorColumns, auditInsert } from '../../platform/audit/store.ts'
import { createStatement } from '../../platform/db/database.ts'
import type { SignInMethod } from '../../platform/db/tables.ts'
import { type LimitCode, type SettlingValues, settling } from '../../platform/limits/attempt-statement.ts'
import { type AnswerValues, buildAnswered } from '../sign-on/answer-statement.ts'

interface OpeningValues {
  readonly sessionId: string
  readonly tokenHash: Buffer
  readonly accountId: string
  readonly loginId: string
  readonly role: string
  readonly memberId: string | null
  readonly brand: string
  readonly market: string | null
  readonly now: Date
  readonly provenAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
  readonly method: SignInMethod
  readonly passwordDue: boolean
  readonly factorDue: boolean
  readonly pageKeyHash: Buffer
  readonly actorAccountId: string | null
  readonly actorLoginId: string | null
  readonly actorSessionId: string | null
  readonly returnHash: Buffer | null
  readonly reason: string | null
  readonly ticket: string | null
  /** A list as JSON. */
  readonly scopes: string | null
  readonly passwordHash: string | null
  readonly refreshHash: Buffer
  readonly familyId: string
  readonly clientId: string | null
  readonly connectionId: string | null
  readonly connectionVersion: number | null
  readonly providerSession: string | null
  readonly eventId: string
  readonly requestId: string
}

const viewed = ':scopes::jsonb is not null'

/**
 * The account, if a session may be opened. A concurrent lock, closure or new password of the account either waits for the session and ends
 * it, or keeps it from opening (AD-2, AD-3, RG-2); the same holds for switching off their sign-in connection, changing its settings, or
 * unlinking them from it (OS-60, OS-61).
 */
const buildOpenable = (lock: string) => `unlocked as materialized (
    select account_id from account where account_id = :accountId::uuid and locked_at is null and ended_at is null
      and (:passwordHash::text is null or password_hash = :passwordHash::text) for share
  ), openable as materialized (
    select from unlocked where :connectionId::uuid is null or exists (
      select from identity_connection c join identity_link l on l.connection_id = c.connection_id
      where c.connection_id = :connectionId::uuid and c.live_version = coalesce(:connectionVersion::int, c.live_version)
        and l.account_id = unlocked.account_id and l.subject is not null ${lock}
    )
  )`
const openable = buildOpenable('for share')

/**
 * Stores an opened session's parts: the session, its first refresh token, an audit row. Nothing happens unless the condition `gate` is
 * true.
 */
function buildOpening(gate: string): string {
  return `opened as (
    insert into session (session_id, token_hash, account_id, login_id, role, member_id, brand, market, created_at,
      last_seen_at, authenticated_at, expires_at, user_agent, address, method, password_due, factor_due, page_key_hash,
      actor_account_id, actor_login_id, actor_session_id, actor_return_hash, reason, ticket, scopes,
      connection_id, provider_session)
    select :sessionId, :tokenHash, :accountId::uuid, :loginId, :role, :memberId, :brand, :market, :now, :now, :provenAt,
      :expiresAt, :userAgent, :address, :method, :passwordDue, :factorDue, :pageKeyHash, :actorAccountId::uuid,
      :actorLoginId::text, :actorSessionId, :returnHash, :reason, :ticket, :scopes::jsonb, :connectionId::uuid,
      :providerSession::text
    where ${gate} and exists (select from openable)
    returning session_id
  ), granted as (
    insert into refresh_token (token_hash, family_id, session_id, issued_at, expires_at, client_id)
    select :refreshHash, :familyId, session_id, :now, :expiresAt, :clientId from opened
  ), noted as (${auditInsert(
    {
      event_id: ':eventId',
      at: ':now',
      session_id: 'session_id',
      member_id: ':memberId',
      action: `case when ${viewed} then 'viewing.start' when :actorAccountId::uuid is null then 'sign-in'
        else 'simulation.start' end`,
      record_type: `case when ${viewed} then 'member' else 'account' end`,
      record_id: `case when ${viewed} then :memberId::uuid::text else :accountId::uuid::text end`,
      outcome: `'done'`,
      address: ':address',
      request_id: ':requestId',
      ...actorColumns(
        { id: ':accountId::uuid', loginId: ':loginId' },
        { id: ':actorAccountId::uuid', loginId: ':actorLoginId::text' },
      ),
    },
    'opened',
  )})`
}

/** One statement, one round trip, one commit. */
export const openStatement = createStatement<{ readonly opened: boolean }, OpeningValues>(
  'session-open',
  `with ${openable}, ${buildOpening('true')} select exists (select from opened) as opened`,
)

const { answered, cleared } = buildAnswered({
  from: 'from openable where :stateHash::bytea is not null',
  when: 'exists (select from opened)',
})

/**
 * The same for someone who signs in by a connection: also records the sign-in, and the provider's answer, which opens one session. The link
 * gets an exclusive lock from the start: two shared holders would each wait for the other when they update it.
 */
export const openLinkedStatement = createStatement<
  { readonly opened: boolean; readonly repeated: boolean },
  OpeningValues & AnswerValues & { readonly attemptId: string; readonly knownAs: string | null }
>(
  'session-open-linked',
  `with ${buildOpenable('for share of c for no key update of l')}, ${answered},
  ${buildOpening('(:stateHash::bytea is null or exists (select from answered))')}, used as (
    update identity_link set used_at = :now, known_as = coalesce(:knownAs::text, known_as)
    where connection_id = :connectionId::uuid and account_id = :accountId::uuid and exists (select from opened)
  ), attempted as (
    insert into identity_attempt (attempt_id, connection_id, at, outcome, detail, is_test)
    select :attemptId::uuid, :connectionId::uuid, :now, 'signed-in', null, false from opened
  ), ${cleared}
  select exists (select from opened) as opened,
    :stateHash::bytea is not null and exists (select from openable) and not exists (select from answered) as repeated`,
)

/** Like `openStatement`, if the limits accept a correct password; refusals are audited instead. The account is locked before the counts. */
export const openJudgedStatement = createStatement<
  { readonly code: LimitCode | null; readonly opened: boolean },
  OpeningValues & SettlingValues
>(
  'session-open-judged',
  `with ${openable}, ${settling.right('(select count(*) from openable) >= 0')}, ${buildOpening('exists (select from verdict where code is null)')}, refused as (${auditInsert(
    {
      event_id: ':eventId',
      at: ':now',
      member_id: ':memberId',
      action: `'sign-in ' || code`,
      record_type: `'account'`,
      record_id: ':accountId::uuid::text',
      outcome: `'refused'`,
      address: ':address',
      request_id: ':requestId',
    },
    'verdict where code is not null',
  )})
  select code, exists (select from opened) as opened from verdict`,
)
