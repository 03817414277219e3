import * as calls from '@portico/contract/calls/member'
import { easternDay } from '../../platform/day.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readMemberInfo } from './member-info.ts'
import { listCoverages } from './store.ts'

/** The calls of the page about a member, besides those of the member's screens (HT-4). */
export function bindMemberInformation(binder: Binder): void {
  binder.bind(calls.memberInfo, readMemberInfo)

  binder.bind(calls.coverageEffectuation, async ({ principal }, { now }, tx) => {
    const today = easternDay(now)
    const coverages = await listCoverages(tx, principal.memberId)
    return {
      coverages: coverages.map(({ client_number, group_number, effectuated_on: day }) => ({
        clientNumber: client_number,
        groupNumber: group_number,
        effectuated: day !== null && day <= today,
        effectuationDate: day,
      })),
    }
  })
}
