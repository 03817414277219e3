import type { PayloadOf } from '@portico/contract/call'
import type { benefits } from '@portico/contract/calls/coverage'

export type CoverageData = PayloadOf<typeof benefits>
export type PlanData = CoverageData['plans'][number]
export type BalanceData = PlanData['people'][number]['balances'][number]
export type BenefitData = PlanData['benefits'][number]
export type SideData = NonNullable<BenefitData['in']>
