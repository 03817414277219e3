import * as calls from '@portico/contract/calls/wellness'
import type { Binder } from '../../platform/http/bind.ts'
import { deleteAssessment, endGoal, markGoal, saveAssessment, setGoal } from './change.ts'
import { readChildCare } from './child.ts'
import type { WellnessContent } from './content.ts'
import { readWellness } from './read.ts'

/**
 * Staying well (MP-20): for the member alone. We refuse reps who act for them and people who look at their information, except for what
 * a parent sees of a young child; no call for staff reads these tables.
 */
export function bindWellness(binder: Binder, content: WellnessContent): void {
  binder.bind(calls.wellness, readWellness(content))
  binder.bind(calls.childCare, readChildCare(content))
  binder.bind(calls.saveAssessment, saveAssessment)
  binder.bind(calls.deleteAssessment, deleteAssessment)
  binder.bind(calls.setGoal, setGoal)
  binder.bind(calls.markGoal, markGoal)
  binder.bind(calls.endGoal, endGoal)
}
