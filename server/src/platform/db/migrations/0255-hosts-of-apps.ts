import type { Step } from '../steps.ts'

/** Whether the hosts that an app names belong to its maker, as staff checked (OS-36). */
export const steps: readonly Step[] = ['alter table app add column if not exists hosts jsonb']
