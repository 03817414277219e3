import type { BrandService } from '../../brands/brand/service.ts'
import type { ResponseTargets } from '../../brands/content/targets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Senders } from './senders.ts'

export interface ChangeParts {
  readonly database: Database
  readonly brands: BrandService
  readonly targets: ResponseTargets
  readonly topics: MessageTopics
  readonly senders: Senders
  readonly attachments: AttachmentService
  readonly emails: EmailService
}
