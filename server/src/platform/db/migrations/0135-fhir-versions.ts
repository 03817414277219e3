import type { Step } from '../steps.ts'

/**
 * Whether an earlier version was shown only to the patient (MP-14): the newest version may have lost the label. Existing versions have no
 * record of it, so only apps with access to everything see them.
 */
export const steps: readonly Step[] = [
  'alter table fhir_resource_version add column if not exists sensitive boolean not null default true',
]
