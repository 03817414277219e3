import type { PayloadOf } from '@portico/contract/call'
import { customerServicePhone } from '@portico/contract/calls/messages'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'

export type ServiceLine = Pick<PayloadOf<typeof customerServicePhone>, 'phoneNumber' | 'hours'>

/** The phone line for the member's brand and selected group (MC-5, BR-10); null until it is known, or if it is not available. */
export function useServiceLine(): ServiceLine | null {
  return useLoaded<ServiceLine>((signal) => api.call(customerServicePhone, { signal })).value
}
