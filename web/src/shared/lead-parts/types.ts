import type { PayloadOf } from '@portico/contract/call'
import type { changeStaffLead, staffLeadHistory } from '@portico/contract/calls/leads'

export type Lead = PayloadOf<typeof changeStaffLead>
export type LeadEntries = PayloadOf<typeof staffLeadHistory>
