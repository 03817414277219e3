import type { ErrorCode } from '@portico/contract/errors'
import { dueGuardianCode } from '@portico/rules/registration/guardian'
import { isoDate } from '../../platform/day.ts'
import type { AccountWithMember } from '../accounts/sign-in-statement.ts'

/** Why someone with the correct password is not let in (ER); `details` follow the code in the answer's errors. */
export interface Refusal {
  readonly code: ErrorCode
  readonly details: readonly string[]
}

/**
 * The refusal for the account's current state at a brand's sign-in; null if there is none. A demo account may sign in at its own portal, to
 * which every other portal sends it. `today` is `yyyy-mm-dd`, in Eastern time.
 */
export function findSignInRefusal(account: AccountWithMember, today: string, brand: string | null): Refusal | null {
  if (account.locked_at !== null || account.ended_at !== null) return { code: 'GEN-SUSPEND', details: [] }
  if (account.demo_of_brand !== null && account.demo_of_brand !== brand)
    return { code: 'DEMOUSER', details: [account.demo_of_brand] }
  if (account.employee) return { code: 'EMP-LOGIN-SHOP', details: [] }
  if (account.directory_out_of_step) return { code: 'UPD-LDAP', details: [] }
  if (account.role !== 'MEMBER') return null
  if (account.member_brand === null) return { code: 'GEN-NORECCHMECS', details: [] }
  if (account.member_brand !== account.brand) return { code: 'GEN-BRANDCONFLICT', details: [] }
  if (account.chip && account.member_date_of_birth !== null) {
    const { member_date_of_birth: birth, guardian_verified_on: provenOn } = account
    const code = dueGuardianCode(
      { birth: isoDate(birth), provenOn: provenOn === null ? null : isoDate(provenOn) },
      isoDate(today),
    )
    if (code !== null) return { code, details: [] }
  }
  return null
}
