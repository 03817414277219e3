import { producers } from '@portico/contract/producers'
import { usePage } from '../../base/page-state.tsx'

/** Whether the signed-in person sells plans and can make proposals (AG-6). */
export function useIsSeller(): boolean {
  const role = usePage().session?.role
  return producers.roles.some((one) => one === role)
}
