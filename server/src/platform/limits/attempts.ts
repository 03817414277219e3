import { v7 as uuidv7 } from 'uuid'
import type { Origin } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import type { Principal } from '../http/principal.ts'
import { type AttemptKeys, type LimitCode, settleRight, settleWrong } from './attempt-statement.ts'

/** Resets the count of consecutive failures after a correct password; returns the reason if the attempt is refused anyway. */
export async function endFailures(database: Database, keys: AttemptKeys, now: Date): Promise<LimitCode | null> {
  const [row] = await database.run(settleRight, settleRight.bindValues({ ...keys, now }))
  return row?.code ?? null
}

export interface RefusedAttempt {
  readonly keys: AttemptKeys
  readonly now: Date
  readonly origin: Origin
  /** The action that the password was for; the audit log records it with the code. */
  readonly action: string
  readonly principal: Pick<Principal, 'accountId' | 'loginId' | 'sessionId'> | null
  /** Null if no one has the login ID. */
  readonly account: { readonly account_id: string; readonly member_id: string | null } | null
  /** Why it is refused regardless of the password; null: the password was wrong, which counts as a failure. */
  readonly code: LimitCode | null
}

/** Counts and audits a refused attempt in one statement and one commit. Returns the code of the refusal. */
export async function refuseAttempt(database: Database, attempt: RefusedAttempt): Promise<LimitCode> {
  const { keys, now, origin, action, principal, account, code } = attempt
  const values = settleWrong.bindValues({
    ...keys,
    ...origin,
    now,
    code,
    action,
    eventId: uuidv7(),
    actorAccountId: principal?.accountId ?? null,
    actorLoginId: principal?.loginId ?? null,
    sessionId: principal?.sessionId ?? null,
    memberId: account?.member_id ?? null,
    accountId: account?.account_id ?? null,
  })
  const [row] = await database.run(settleWrong, values)
  return row?.code ?? 'GEN-SUSPEND'
}
