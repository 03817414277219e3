import type { GrantEnd } from '@portico/rules/apps/grant'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { endGrants, type Grant } from './grant-store.ts'
import type { Tell } from './telling.ts'

export interface Ending extends AuditContext {
  readonly reason: GrantEnd
  /** Null: no one was signed in. */
  readonly by: Principal | null
}

/** Ends grants with all their tokens and notifies the people concerned, when the call itself is audited. */
export type CloseApps = (
  tx: Tx,
  which: Parameters<typeof endGrants>[1],
  ending: Pick<Ending, 'reason' | 'now'>,
) => Promise<readonly Grant[]>

/** The same, with audit events (OS-30, OS-39). */
export type EndApps = (tx: Tx, which: Parameters<typeof endGrants>[1], ending: Ending) => Promise<readonly Grant[]>

export function createEnding(tell: Tell): { readonly closeApps: CloseApps; readonly endApps: EndApps } {
  const closeApps: CloseApps = async (tx, which, { reason, now }) => {
    const ended = await endGrants(tx, which, { reason, now })
    // Someone who closes their account gets an e-mail about that instead.
    if (reason !== 'account-closed') for (const grant of ended) await tell(tx, 'app-ended', grant, now)
    return ended
  }
  const endApps: EndApps = async (tx, which, ending) => {
    const ended = await closeApps(tx, which, ending)
    const events = ended.map(({ grant_id: recordId, member_id: memberId }) => ({
      action: 'app.end',
      recordType: 'app-grant',
      recordId,
      memberId,
    }))
    await audit(tx, ending.by, events, ending)
    return ended
  }
  return { closeApps, endApps }
}
