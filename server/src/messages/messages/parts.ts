import type { BrandService } from '../../brands/brand/service.ts'
import type { SessionLifetimes, Sessions } from '../../identity/sessions/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AttachmentService } from '../attachments/service.ts'
import type { Intake } from './intake.ts'
import type { MessageTopics } from './topics.ts'

/** What messages depend on. */
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
