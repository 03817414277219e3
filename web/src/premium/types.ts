import type { PayloadOf } from '@portico/contract/call'
import type { premiumBills } from '@portico/contract/calls/premium'

export type PremiumData = PayloadOf<typeof premiumBills>
export type AccountData = PremiumData['accounts'][number]
export type BillData = AccountData['bills'][number]
export type MoveData = AccountData['history'][number]
export type PaymentData = AccountData['payments'][number]
export type MethodData = PremiumData['methods'][number]
