import { preEffectuation, startEnrollment } from '@portico/contract/calls/shop'
import type { Binder } from '../../platform/http/bind.ts'
import { applyForPlan } from './apply.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { readApplication } from './read-application.ts'

/** Applications for plans (SH-9). */
export function bindEnrollments(binder: Binder, parts: EnrollmentParts): void {
  binder.bind(startEnrollment, (input, context) => applyForPlan(parts, input, context))
  binder.bind(preEffectuation, (input, context) => readApplication(parts, input, context))
}
