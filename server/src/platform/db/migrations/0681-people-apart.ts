import type { Step } from '../steps.ts'

/** The number under which a person in a file was refused, because someone else with the same date of birth has it (IM-1, MP-14). */
export const steps: readonly Step[] = ['alter table import_patient add column if not exists apart_on text']
