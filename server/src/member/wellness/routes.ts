import * as calls from '@portico/contract/calls/wellness'
import type { Binder } from '../../platform/http/bind.ts'
import { deleteAssessment, endGoal, markGoal, saveAssessment, setGoal } from './change.ts'
import type { WellnessParts } from './parts.ts'
import { readWellness } from './read.ts'

/**
 * Staying well (MP-20): for the member alone. A rep who acts for them is refused, as is a person looking at their information; no call for
 * staff reads these tables.
 */
export function bindWellness(binder: Binder, parts: WellnessParts): void {
  binder.bind(calls.wellness, (_input, context) => readWellness(parts, context))
  binder.bind(calls.saveAssessment, (input, context) => saveAssessment(parts, input, context))
  binder.bind(calls.deleteAssessment, (_input, context) => deleteAssessment(parts, context))
  binder.bind(calls.setGoal, (input, context) => setGoal(parts, input, context))
  binder.bind(calls.markGoal, (input, context) => markGoal(parts, input, context))
  binder.bind(calls.endGoal, (input, context) => endGoal(parts, input, context))
}
