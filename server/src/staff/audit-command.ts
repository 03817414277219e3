import { hostname, userInfo } from 'node:os'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'

/** Audits what an operator did at the command line, with the system user's name in place of an address. */
export function auditCommand(
  tx: Tx,
  event: {
    readonly action: string
    readonly recordId: string | null
    readonly outcome?: 'done' | 'refused'
    readonly now: Date
  },
): Promise<void> {
  const { now, ...what } = event
  const origin = { address: `command ${userInfo().username}@${hostname()}`, requestId: uuidv7() }
  return audit(tx, null, { recordType: 'staff', memberId: null, ...what }, { origin, now })
}
