import type { BrandService } from '../../brands/brand/service.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { StaffKeeping } from './keeping.ts'
import type { StaffRequest } from './requests.ts'

/** Carries out or drops what was asked about a token or a group of an identity provider (OS-67, OS-69). */
export type SettleProvisioning = (
  tx: Tx,
  request: StaffRequest,
  confirm: boolean,
  context: CallContext<Principal>,
) => Promise<void>

/** What administrators change accounts and their rights with. */
export interface AdministrationParts {
  readonly database: Database
  readonly brands: BrandService
}

/** What staff accounts are managed with. */
export interface StaffPeopleParts extends AdministrationParts {
  readonly keeping: StaffKeeping
  readonly emails: EmailService
  readonly sessions: Pick<Sessions, 'idleSince' | 'end'>
  readonly settleProvisioning: SettleProvisioning
}
