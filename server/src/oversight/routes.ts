import * as calls from '@portico/contract/calls/oversight'
import type { Binder } from '../http/bind.ts'
import { createAuditLog } from './audit-log.ts'
import { readRunning } from './running.ts'

/** The audit log and the running system (AD-4, AD-5). */
export function bindOversight(binder: Binder, parts: Parameters<typeof readRunning>[0]): void {
  const log = createAuditLog(parts.database)
  binder.bind(calls.searchAudit, ({ principal, body }, context) => log.search({ principal, ...context }, body))
  binder.bind(calls.exportAudit, ({ principal, body }, context) => log.export({ principal, ...context }, body))
  binder.bind(calls.verifyAudit, ({ principal, body }, context) => log.verify({ principal, ...context }, body.after))
  binder.bind(calls.whatRuns, ({ principal }, context) => readRunning(parts, { principal, ...context }))
}
