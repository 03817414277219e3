import type { PayloadOf } from '@portico/contract/call'
import type { payPremium, premiumBills } from '@portico/contract/calls/premium'

export type PremiumData = PayloadOf<typeof premiumBills>
export type PremiumAccountData = PremiumData['accounts'][number]
export type BillData = PremiumAccountData['bills'][number]
export type MoveData = PremiumAccountData['history'][number]
export type BegunPayment = PayloadOf<typeof payPremium>
export type PaymentData = PremiumAccountData['payments'][number]
export type MethodData = PremiumData['methods'][number]
