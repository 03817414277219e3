import * as calls from '@portico/contract/calls/administration'
import type { Binder } from '../../platform/http/bind.ts'
import { changeStaffRights, endStaff, resetStaffSecondFactor } from './change-people.ts'
import { decideStaffRequest } from './decide.ts'
import { inviteStaff } from './invite.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import { readStaff, searchStaff } from './read-people.ts'

/**
 * Staff accounts (AD-2). A change that gives more rights waits for another administrator; one that takes rights away takes effect at once.
 * All throw WRONG-ROLE for staff who are not administrators, and NOT-FOUND for people of other brands.
 */
export function bindStaffPeople(binder: Binder, parts: StaffPeopleParts): void {
  binder.bind(calls.searchStaff, (input, context) => searchStaff(parts, input, context))
  binder.bind(calls.staffPerson, (input, context) => readStaff(parts, input, context))
  binder.bind(calls.inviteStaff, (input, context) => inviteStaff(parts, input, context))
  binder.bind(calls.changeStaffRights, (input, context) => changeStaffRights(parts, input, context))
  binder.bind(calls.endStaff, endStaff(parts))
  binder.bind(calls.resetStaffSecondFactor, resetStaffSecondFactor(parts))
  binder.bind(calls.decideStaffRequest, (input, context) => decideStaffRequest(parts, input, context))
}
