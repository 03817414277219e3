import { changeInParts, type Step } from '../steps.ts'

/**
 * Coverages of one group may differ in whether they wait for a first premium; and coverage data is derived again when a coverage begins or
 * ends (MP-12, MP-14).
 */
export const steps: readonly Step[] = [
  'alter table product add column if not exists pending boolean not null default false',
  changeInParts('product', {
    key: ['member_id', 'client_number', 'group_number', 'position'],
    change: `update product p set pending = true from part join coverage c using (member_id, client_number, group_number)
      where (p.member_id, p.client_number, p.group_number, p.position)
          = (part.member_id, part.client_number, part.group_number, part.position)
        and c.effectuated_on is null`,
  }),
  'alter table coverage add column if not exists derived_on date',
]
