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
  binder.bind(calls.searchStaff, searchStaff(parts))
  binder.bind(calls.staffPerson, readStaff(parts))
  binder.bind(calls.inviteStaff, inviteStaff(parts))
  binder.bind(calls.changeStaffRights, changeStaffRights(parts))
  binder.bind(calls.endStaff, endStaff(parts))
  binder.bind(calls.resetStaffSecondFactor, resetStaffSecondFactor(parts))
  binder.bind(calls.decideStaffRequest, decideStaffRequest(parts))
}
