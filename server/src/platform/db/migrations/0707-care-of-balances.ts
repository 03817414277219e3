import { changeInParts, type Step } from '../steps.ts'

/** The first day of the care of the claim that states a balance: a plan year that begins in July needs more than its year (MP-12). */
export const steps: readonly Step[] = [
  'alter table accumulator add column if not exists served_on date',
  changeInParts('accumulator', {
    key: ['member_id'],
    change: `update accumulator s set served_on = claim.service_from from part, claim
      where s.member_id = part.member_id and claim.member_id = part.member_id and claim.resource_id = s.resource_id
        and s.served_on is null`,
  }),
]
