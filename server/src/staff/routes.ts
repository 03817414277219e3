import * as calls from '@portico/contract/calls/administration'
import type { Binder } from '../http/bind.ts'
import type { MemberAccounts } from './accounts.ts'
import type { StaffPeople } from './people.ts'

/** Accounts of staff and of members, for administrators (AD-2, AD-3). */
export function bindAdministration(
  binder: Binder,
  { people, accounts }: { readonly people: StaffPeople; readonly accounts: MemberAccounts },
): void {
  binder.bind(calls.searchStaff, ({ principal, body }, context) => people.search({ principal, ...context }, body))
  binder.bind(calls.staffPerson, ({ principal, params }, context) =>
    people.open({ principal, ...context }, params.accountId),
  )
  binder.bind(calls.inviteStaff, async ({ principal, body }, context) => ({
    outcome: await people.invite({ principal, ...context }, body),
  }))
  binder.bind(calls.changeStaffRights, async ({ principal, params, body }, context) => ({
    outcome: await people.change({ principal, ...context }, params.accountId, body),
  }))
  binder.bind(calls.endStaff, async ({ principal, params }, context) => {
    await people.end({ principal, ...context }, params.accountId)
    return { ended: true as const }
  })
  binder.bind(calls.resetStaffSecondFactor, async ({ principal, params }, context) => ({
    outcome: await people.resetSecondFactor({ principal, ...context }, params.accountId),
  }))
  binder.bind(calls.decideStaffRequest, async ({ principal, params, body }, context) => ({
    outcome: await people.decide({ principal, ...context }, params.requestId, body.confirm),
  }))

  binder.bind(calls.findAccounts, ({ principal, body }, context) => accounts.find({ principal, ...context }, body))
  binder.bind(calls.openAccountRecord, ({ principal, params }, context) =>
    accounts.open({ principal, ...context }, params.accountId),
  )
  binder.bind(calls.lockMemberAccount, async ({ principal, params, body }, context) => {
    const since = await accounts.lock({ principal, ...context }, params.accountId, body.locked)
    return { lockedSince: since?.toISOString() ?? null }
  })
  binder.bind(calls.endAccountSessions, async ({ principal, params }, context) => ({
    ended: await accounts.endSessions({ principal, ...context }, params.accountId, null),
  }))
  binder.bind(calls.endAccountSession, async ({ principal, params }, context) => ({
    ended: await accounts.endSessions({ principal, ...context }, params.accountId, params.sessionId),
  }))
  binder.bind(calls.sendAccountLink, async ({ principal, params }, context) => ({
    sent: await accounts.sendLink({ principal, ...context }, params.accountId),
  }))
}
