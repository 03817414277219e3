import type { Step } from '../steps.ts'

/** The number under which a person of a file was refused, because it is that of somebody else of their day of birth (IM-1, MP-14). */
export const steps: readonly Step[] = ['alter table import_patient add column if not exists apart_on text']
