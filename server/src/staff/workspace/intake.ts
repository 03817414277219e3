import { workAfter } from '@portico/rules/workspace/work'
import { v7 as uuidv7 } from 'uuid'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ResponseTargets } from '../../brands/content/targets.ts'
import type { Intake } from '../../messages/messages/intake.ts'
import { findOwnWork, insertDeskEvent, presentAssignee, saveWork } from './store.ts'

export function createIntake(parts: { readonly targets: ResponseTargets; readonly brands: BrandService }): Intake {
  const { targets, brands } = parts
  return {
    memberWrote: async (tx, { memberId, threadId, brand, categoryId, language, byOther, at }) => {
      const before = await findOwnWork(tx, memberId, threadId)
      const work = before ? { state: before.state, waitingSince: before.waiting_since } : null
      const { state, waitingSince } = workAfter(work, { kind: 'member-wrote', at })
      const desk = { brand: brands.get(brand).sharedBrandCode, categoryId }
      await saveWork(tx, {
        member_id: memberId,
        thread_id: threadId,
        brand,
        category_id: categoryId,
        language: byOther && before ? before.language : language,
        state,
        version: (before?.version ?? 0) + 1,
        assignee_account_id: await presentAssignee(tx, before),
        waiting_since: waitingSince,
        due_at: waitingSince && targets.due(desk, waitingSince),
        changed_at: at,
      })
      await insertDeskEvent(tx, {
        event_id: uuidv7(),
        at,
        brand,
        category_id: categoryId,
        kind: 'received',
        waited_minutes: null,
        late: null,
      })
    },
  }
}
