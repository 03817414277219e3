import { hostname, userInfo } from 'node:os'
import { v7 as uuidv7 } from 'uuid'
import { type AuditEvent, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Who runs the command: the system's user and machine. */
export function nameOperator(): string {
  return `${userInfo().username}@${hostname()}`
}

/** Audits what an operator did at the command line, with the system user's name in place of an address. */
export function auditCommand(tx: Tx, events: AuditEvent | readonly AuditEvent[], now: Date): Promise<void> {
  const origin = { address: `command ${nameOperator()}`, requestId: uuidv7() }
  return audit(tx, null, events, { origin, now })
}
