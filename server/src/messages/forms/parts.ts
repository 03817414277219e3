import type { Database } from '../../platform/db/database.ts'
import type { MessageService } from '../messages/service.ts'
import type { Library } from './definitions.ts'

export interface FormParts {
  readonly database: Database
  readonly library: Library
  readonly messages: Pick<MessageService, 'send'>
  readonly holidays: ReadonlySet<string>
}
