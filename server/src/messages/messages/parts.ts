import type { BrandService } from '../../brands/brand/service.ts'
import type { SessionLifetimes, Sessions } from '../../identity/sessions/sessions.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AttachmentService } from '../attachments/service.ts'
import type { Intake } from './intake.ts'
import type { MessageTopics } from './topics.ts'

/** What messages are made of. */
export interface MessageParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly lifetimes: SessionLifetimes
  readonly topics: MessageTopics
  readonly brands: BrandService
  readonly attachments: AttachmentService
  readonly holidays: ReadonlySet<string>
  /** Where members' messages become work for staff. */
  readonly intake: Intake
}

export function auditMessages(
  tx: Tx,
  context: CallContext<MemberPrincipal>,
  action: string,
  messageIds: readonly string[],
): Promise<void> {
  const events = messageIds.map((recordId) => ({ action, recordType: 'message', recordId }))
  return audit(tx, context.principal, events, context)
}
