import type { AccessScope } from '@portico/rules/people/access'
import type { AuditContext } from '../../platform/audit/store.ts'
import { endOfEasternDay } from '../../platform/day.ts'
import { type Database, runIn, type Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findAccountForSignIn } from '../accounts/sign-in-accounts.ts'
import type { SignInAccount } from '../accounts/sign-in-statement.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { endActing } from './overdue-simulations.ts'
import { type HeldSecrets, isOwnPage, putAside } from './own-session.ts'
import { lockViewings } from './session-store.ts'
import { type Sessions, toPrincipal } from './sessions.ts'
import { signInPayload } from './sign-in.ts'

export interface ViewingRequest extends AuditContext, HeldSecrets {
  readonly memberId: string
  readonly userAgent: string
}

/** What someone may see of a member, and the last day of that access, `yyyy-mm-dd`; null if no end is known. */
export interface GrantedAccess {
  readonly scopes: readonly AccessScope[]
  readonly ends: string | null
}

/**
 * Opens a session in which someone views another member's information (RG-3), for as long as their own session and their access last; their
 * own session is set aside meanwhile (CS-1). The session belongs to the viewer's account, and cannot reach the member's. `findAccess` is
 * called in the same transaction and returns what they may see, or throws. Throws CONFLICT if another page was faster.
 */
export async function startViewing(
  database: Database,
  request: ViewingRequest,
  findAccess: (tx: Tx) => Promise<GrantedAccess>,
): Promise<
  OpenedSession & {
    readonly payload: ReturnType<typeof signInPayload>
    readonly account: SignInAccount
    readonly returnSecret: string
  }
> {
  const { principal, memberId, now, origin, userAgent } = request
  if (!(await isOwnPage(database.read, request))) throw new CallError('CONFLICT')
  const own = await findAccountForSignIn(database, principal.accountId)
  if (own === undefined) throw new CallError('NO-SESSION')
  const account = { ...own, role: 'MEMBER', member_id: memberId, market: null } as const
  return database.transaction(async (tx) => {
    await lockAccount(tx, principal.accountId)
    const { scopes, ends } = await findAccess(tx)
    const { returnSecret, expiresAt: ownExpiresAt } = await putAside(tx, request, now)
    const { accountId, loginId, sessionId: actorSessionId } = principal
    const viewing = { actor: { accountId, loginId }, actorSessionId, returnSecret, scopes }
    const endsAt = ends === null ? ownExpiresAt : endOfEasternDay(ends)
    const expiresAt = new Date(Math.min(ownExpiresAt.getTime(), endsAt.getTime()))
    const maxS = (expiresAt.getTime() - now.getTime()) / 1000
    const opening = { account, method: 'viewing', userAgent, origin, now, maxS, viewing } as const
    return {
      payload: signInPayload(account),
      account,
      returnSecret,
      ...(await openSession(runIn(tx), opening)),
    }
  })
}

/** Ends every session in which an account views a member's information. */
export async function endViewings(
  tx: Tx,
  sessions: Sessions,
  { accountId, memberId }: { readonly accountId: string; readonly memberId: string },
  at: AuditContext,
): Promise<void> {
  for (const row of await lockViewings(tx, accountId, memberId)) await endActing(tx, sessions, toPrincipal(row), at)
}
