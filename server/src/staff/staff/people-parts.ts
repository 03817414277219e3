import type { decideStaffRequest } from '@portico/contract/calls/administration'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Happening } from '../../platform/http/recorded.ts'
import type { StaffKeeping } from './keeping.ts'
import type { StaffRequest } from './request-store.ts'

/** Carries out or drops what was asked about a token or a group of an identity provider (OS-67, OS-69), and says what the log says of it. */
export type SettleProvisioning = (
  tx: Tx,
  request: StaffRequest,
  confirm: boolean,
  context: CallContext<Principal>,
) => Promise<readonly StaffHappening[]>

/** What was done with an account of staff, or with what gives rights, when a request was decided. */
export type StaffHappening = Happening<(typeof decideStaffRequest)['audit']['action'][number]>

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
