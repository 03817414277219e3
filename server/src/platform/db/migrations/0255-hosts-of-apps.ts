import type { Step } from '../steps.ts'

/** Whether the hosts that an app names are its maker's, as staff have checked it (OS-36). */
export const steps: readonly Step[] = ['alter table app add column if not exists hosts jsonb']
