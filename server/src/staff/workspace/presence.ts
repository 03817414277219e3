import type { noteThreadPresence } from '@portico/contract/calls/workspace'
import { requireDeskScope } from '../../identity/rights/scope.ts'
import { leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { dropPresence, keepPresence, listPresent } from './presence-store.ts'
import { requireWork } from './store.ts'

/** Staff whose page is silent for this long have gone; pages report every ten seconds. */
const FORGOTTEN_MS = 25_000

/** Records that a staff member is at a conversation, or gone, and returns who else is there. */
export const notePresence: AuditedHandler<typeof noteThreadPresence> = async (
  { principal, params: { threadId }, body: { presence } },
  { now },
  tx,
) => {
  const scope = await requireDeskScope(tx, principal)
  const work = await requireWork(tx, scope, threadId)
  if (presence === 'gone') await dropPresence(tx, work, scope.accountId)
  else await keepPresence(tx, work, { account_id: scope.accountId, typing: presence === 'typing', seen_at: now })
  const since = new Date(now.getTime() - FORGOTTEN_MS)
  const others = await listPresent(tx, work, { except: scope.accountId, since })
  return leaveUnchanged({
    version: work.version,
    others: others.map((one) => ({
      accountId: one.account_id,
      name: `${one.first_name} ${one.last_name}`,
      typing: one.typing,
    })),
  })
}
