import type { PayloadOf } from '@portico/contract/call'
import type { changeStaffLead } from '@portico/contract/calls/leads'

export type Lead = PayloadOf<typeof changeStaffLead>
