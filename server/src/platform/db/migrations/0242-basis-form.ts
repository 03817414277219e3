import { createIndex, type Step } from '../steps.ts'

/** Claims and coverages are also kept in the form that providers and other plans get (OS-54), so that an export need not compute it. */
export const steps: readonly Step[] = [
  'alter table fhir_resource add column if not exists basis text',
  // Resources that lack the form: the worker's list, which empties itself.
  createIndex(
    'fhir_resource_without_basis',
    `fhir_resource (member_id) where basis is null and body is not null and type in ('ExplanationOfBenefit', 'Coverage')`,
  ),
]
