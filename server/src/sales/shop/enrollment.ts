import { preEffectuation, startEnrollment } from '@portico/contract/calls/shop'
import {
  openApplicationDraft,
  reopenApplication,
  saveApplicationDraft,
  withdrawApplication,
} from '@portico/contract/calls/shop-applying'
import type { Binder } from '../../platform/http/bind.ts'
import { openDraft, saveDraft } from './application-drafts.ts'
import { applyForPlan } from './apply.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { readApplication } from './read-application.ts'
import { reopen } from './reopen.ts'
import { withdraw } from './withdraw.ts'

/** Applications for plans (SH-9). */
export function bindEnrollments(binder: Binder, parts: EnrollmentParts): void {
  binder.bind(startEnrollment, applyForPlan(parts))
  binder.bind(preEffectuation, (input, context) => readApplication(parts, input, context))
  binder.bind(saveApplicationDraft, saveDraft(parts))
  binder.bind(openApplicationDraft, openDraft(parts))
  binder.bind(reopenApplication, reopen(parts))
  binder.bind(withdrawApplication, withdraw(parts))
}
