import type { Step } from '../steps.ts'

/** The names of price files, by which those of one plan are told apart and shown to staff (IM-8, AD-5). */
export const steps: readonly Step[] = [`alter table rates_file add column if not exists name text not null default ''`]
