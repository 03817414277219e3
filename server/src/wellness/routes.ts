import * as calls from '@portico/contract/calls/wellness'
import type { Binder } from '../http/bind.ts'
import type { WellnessService } from './service.ts'

export function bindWellness(binder: Binder, wellness: WellnessService): void {
  binder.bind(calls.wellness, ({ principal }, context) => wellness.read({ principal, ...context }))
  binder.bind(calls.saveAssessment, ({ principal, body }, context) =>
    wellness.saveAssessment({ principal, ...context }, body),
  )
  binder.bind(calls.deleteAssessment, ({ principal }, context) => wellness.deleteAssessment({ principal, ...context }))
  binder.bind(calls.setGoal, ({ principal, body }, context) => wellness.setGoal({ principal, ...context }, body))
  binder.bind(calls.markGoal, ({ principal, body }, context) => wellness.markGoal({ principal, ...context }, body))
  binder.bind(calls.endGoal, ({ principal, params }, context) =>
    wellness.endGoal({ principal, ...context }, params.goal),
  )
}
