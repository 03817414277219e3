import { producers } from '@portico/contract/producers'
import { usePage } from '../page-state.tsx'

/** Whether who is signed in sells plans: they make proposals of them (AG-6). */
export function useIsSeller(): boolean {
  const role = usePage().session?.role
  return producers.roles.some((one) => one === role)
}
