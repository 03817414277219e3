import * as calls from '@portico/contract/calls/member'
import { readAudited } from '../../platform/audit/reads.ts'
import { auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readMemberInfo } from './member-info.ts'
import { listCoverages } from './store.ts'

/** The calls of the page about a member, besides those of the member's screens (HT-4). */
export function bindMemberInformation(binder: Binder, database: Database): void {
  binder.bind(calls.memberInfo, ({ principal }, context) => readMemberInfo(database, principal, context))

  binder.bind(calls.coverageEffectuation, ({ principal }, { origin, now }) =>
    readAudited(database, async (tx) => {
      const { memberId } = principal
      await auditMember(tx, principal, 'effectuation.read', { origin, now })
      const today = easternDay(now)
      const coverages = await listCoverages(tx, memberId)
      return {
        coverages: coverages.map(({ client_number, group_number, effectuated_on: day }) => ({
          clientNumber: client_number,
          groupNumber: group_number,
          effectuated: day !== null && day <= today,
          effectuationDate: day,
        })),
      }
    }),
  )
}
