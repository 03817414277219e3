import type { Step } from '../steps.ts'

/**
 * Whether a version of before was shown to the patient alone (MP-14): the newest one may have lost the label. Of those that are kept already
 * nobody noted it, so only apps that were given everything see them.
 */
export const steps: readonly Step[] = [
  'alter table fhir_resource_version add column if not exists sensitive boolean not null default true',
]
