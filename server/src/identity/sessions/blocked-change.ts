import type { Call } from '@portico/contract/call'
import { audit, type Origin } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'

/** Records an attempt at a change that a rep may not make in a simulation (CS-1): the call's pattern, never its ids. */
export function recordBlockedChange(
  database: Database,
  { principal, call, origin }: { readonly principal: Principal; readonly call: Call; readonly origin: Origin },
): Promise<void> {
  const event = { action: `simulation.blocked ${call.method} ${call.path}`, outcome: 'refused' } as const
  return database.transaction((tx) => audit(tx, principal, event, { origin, now: new Date() }))
}
