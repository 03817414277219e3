import type { PayloadOf } from '@portico/contract/call'
import type { publicConfig } from '@portico/contract/calls/config'

/** The application of the message pages in the public configuration list (CT-3). */
export const messageCenterApplication = 'MESSAGE_CENTER'

/** Whether the list closes contact-us for maintenance (RT-4); only an explicit true does. */
export function isInMaintenance({ configs }: PayloadOf<typeof publicConfig>): boolean {
  return configs.some(({ key, booleanValue }) => key === 'CONTACTUS_MAINTENANCE' && booleanValue === true)
}
