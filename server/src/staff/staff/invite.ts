import type * as calls from '@portico/contract/calls/administration'
import { isWithin, plainRights } from '@portico/rules/staff/rights'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StaffRequestData } from '../../platform/db/tables.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { about, aboutEach, type Happening, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import {
  askToConfirm,
  checkBrands,
  chooseActorType,
  describeDifference,
  done,
  lockAsAdministrator,
  waiting,
} from './people-rules.ts'
import { isAsked } from './request-store.ts'
import { isOnlyOneEver, isTaken, storeRights } from './store.ts'

export const inviteStaff = (
  parts: StaffPeopleParts,
): PreparedHandler<typeof calls.inviteStaff, { readonly passwordHash: string }> => ({
  prepare: async () => ({ passwordHash: await parts.keeping.unusableHash() }),
  handle: async ({ body: invitation }, context, tx, { passwordHash }) => {
    const scope = await lockAsAdministrator(tx, context)
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
    const fields = [...checkInvitation(data), ...checkBrands(parts, scope, rights), ...checkHome(parts, scope, data)]
    if (await isTaken(tx, data.loginId)) fields.push({ field: 'loginId', code: 'login-id.taken' })
    refuseFields(fields)
    // Even without an entitlement, a staff account is access, which one person alone cannot grant.
    if (await isOnlyOneEver(tx, scope.accountId))
      return aboutEach([await openInvited(parts, tx, context.now, data, passwordHash)], done)
    const asked = { kind: 'invitation', whom: null, data } as const
    if (await isAsked(tx, { ...asked, askedBy: scope.accountId, now: context.now })) return leaveUnchanged(waiting)
    const requestId = await askToConfirm(parts, tx, context, asked)
    return about(requestId, waiting, { action: 'staff.ask invitation', memberId: null })
  },
})

/** Throws CONFLICT if the login ID has been taken since. */
export async function openInvited(
  { brands, keeping }: StaffPeopleParts,
  tx: Tx,
  now: Date,
  data: StaffRequestData,
  passwordHash: string,
): Promise<Happening<'staff.invite'>> {
  const { loginId, firstName, lastName, email, brand, actorType } = data
  if (email === null || brand === null || actorType === null) throw new Error('An invitation without an address.')
  const { storeID: storeId } = brands.get(brand)
  const account = { loginId, passwordHash, firstName, lastName, email, brand, storeId, actorType }
  const accountId = await keeping.open(tx, account)
  if (accountId === null) throw new CallError('CONFLICT')
  await storeRights(tx, accountId, data, now)
  const link = await keeping.newLink(tx, accountId, now)
  await keeping.sendLink(tx, { accountId, loginId, email, brand }, link, now)
  const detail = describeDifference({ entitlements: [], brands: [] }, data)
  return { action: 'staff.invite', detail, recordId: accountId, memberId: null }
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
