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

/** Carries out or drops a request about a token or a group of an identity provider (OS-67, OS-69), and returns its audit event. */
export type SettleProvisioning = (
  tx: Tx,
  request: StaffRequest,
  confirm: boolean,
  context: CallContext<Principal>,
) => Promise<readonly StaffHappening[]>

/** What a decision on a request did to a staff account, or to something that gives rights. */
export type StaffHappening = Happening<(typeof decideStaffRequest)['audit']['action'][number]>

/** What administrators' changes to accounts and rights depend on. */
export interface AdministrationParts {
  readonly database: Database
  readonly brands: BrandService
}

/** What managing staff accounts depends on. */
export interface StaffPeopleParts extends AdministrationParts {
  readonly keeping: StaffKeeping
  readonly emails: EmailService
  readonly sessions: Pick<Sessions, 'idleSince' | 'end'>
  readonly settleProvisioning: SettleProvisioning
}
