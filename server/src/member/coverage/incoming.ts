import type { FamilyRules, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { PlanBenefitData, PlanDocumentData } from '../../platform/db/tables.ts'

/** A plan year, as in a file. */
export interface ReadPlan {
  readonly resourceId: string
  readonly planId: string
  readonly planYear: number
  readonly name: string
  readonly kind: PlanKind
  /** First and last day of its year. */
  readonly begins: string
  readonly ends: string
  readonly familyRules: FamilyRules
  readonly limits: readonly YearLimit[]
  readonly benefits: readonly PlanBenefitData[]
  readonly documents: readonly PlanDocumentData[]
}
