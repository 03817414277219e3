import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { isWithin, plainRights } from '@portico/rules/staff/rights'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StaffRequestData } from '../../platform/db/tables.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditStaffChange } from './administering.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import {
  askToConfirm,
  changeAsAdministrator,
  checkBrands,
  chooseActorType,
  describeDifference,
  done,
  waiting,
} from './people-rules.ts'
import { isOnlyOneEver, isTaken, storeRights } from './store.ts'

export async function inviteStaff(
  parts: StaffPeopleParts,
  { body: invitation }: CallInput<typeof calls.inviteStaff>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.inviteStaff>> {
  const { keeping } = parts
  const rights = plainRights(invitation)
  const data: StaffRequestData = {
    ...rights,
    loginId: normalizeLoginId(invitation.loginId),
    firstName: invitation.firstName.trim(),
    lastName: invitation.lastName.trim(),
    email: invitation.email.trim(),
    brand: invitation.brand,
    actorType: chooseActorType(invitation.kind),
  }
  const passwordHash = await keeping.unusableHash()
  return changeAsAdministrator(parts, context, async (tx, scope) => {
    const fields = [...checkInvitation(data), ...checkBrands(parts, scope, rights), ...checkHome(parts, scope, data)]
    if (await isTaken(tx, data.loginId)) fields.push({ field: 'loginId', code: 'login-id.taken' })
    refuseFields(fields)
    // Even without an entitlement, an account that works here is access, which one person alone does not give.
    if (await isOnlyOneEver(tx, scope.accountId)) {
      await openInvited(parts, tx, context, data, passwordHash)
      return done
    }
    const requestId = await askToConfirm(parts, tx, context, { kind: 'invitation', whom: null, data })
    await auditStaffChange(tx, context, 'staff.ask invitation', requestId)
    return waiting
  })
}

/** Throws CONFLICT if the login ID has been taken since. */
export async function openInvited(
  { brands, keeping }: StaffPeopleParts,
  tx: Tx,
  context: CallContext<Principal>,
  data: StaffRequestData,
  passwordHash: string,
): Promise<void> {
  const { loginId, firstName, lastName, email, brand, actorType } = data
  if (email === null || brand === null || actorType === null) throw new Error('An invitation without an address.')
  const { storeID: storeId } = brands.get(brand)
  const account = { loginId, passwordHash, firstName, lastName, email, brand, storeId, actorType }
  const accountId = await keeping.open(tx, account)
  if (accountId === null) throw new CallError('CONFLICT')
  await storeRights(tx, accountId, data, context.now)
  const link = await keeping.newLink(tx, accountId, context.now)
  await keeping.sendLink(tx, { accountId, loginId, email, brand }, link, context.now)
  await auditStaffChange(
    tx,
    context,
    `staff.invite${describeDifference({ entitlements: [], brands: [] }, data)}`,
    accountId,
  )
}

function checkHome({ brands }: StaffPeopleParts, scope: Scope, { brand }: StaffRequestData) {
  const isKnown = brands.all.some((one) => one.brand.code === brand)
  return isKnown && isWithin([brand ?? ''], scope.brands) ? [] : [{ field: 'brand', code: 'select.not-chosen' }]
}

function checkInvitation({ loginId, firstName, lastName, email }: StaffRequestData) {
  const problems = {
    loginId: checkLoginId(loginId),
    firstName: checkName(firstName),
    lastName: checkName(lastName),
    email: checkEmail(email ?? '', { required: true, longTopLevel: true }),
  }
  return Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [{ field, code: problem.code as string }] : [],
  )
}
