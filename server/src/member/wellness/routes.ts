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
  binder.bind(calls.wellness, (_input, asking) => readWellness(parts, asking))
  binder.bind(calls.saveAssessment, (input, asking) => saveAssessment(parts, input, asking))
  binder.bind(calls.deleteAssessment, (_input, asking) => deleteAssessment(parts, asking))
  binder.bind(calls.setGoal, (input, asking) => setGoal(parts, input, asking))
  binder.bind(calls.markGoal, (input, asking) => markGoal(parts, input, asking))
  binder.bind(calls.endGoal, (input, asking) => endGoal(parts, input, asking))
}
