import type { Step } from '../steps.ts'

/** Names of price files, which distinguish a plan's files and are shown to staff (IM-8, AD-5). */
export const steps: readonly Step[] = [`alter table rates_file add column if not exists name text not null default ''`]
