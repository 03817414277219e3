import { changeInParts, type Step } from '../steps.ts'

const duplicates = `select d.member_id, d.claim_id from part join claim d using (member_id, claim_id)
  where d.state = 'denied' and coalesce(d.plan_paid_cents, 0) <= 0
    and (d.details -> 'reasons' @> '[{"code": "18"}]'
      or exists (select from claim_line l where (l.member_id, l.claim_id) = (d.member_id, d.claim_id))
        and not exists (select from claim_line l where (l.member_id, l.claim_id) = (d.member_id, d.claim_id)
          and not l.details -> 'reasons' @> '[{"code": "18"}]'))`

/** Claims denied as duplicates: nothing is owed on them (MP-8). Their lines first, because the claim's state finds these. */
export const steps: readonly Step[] = [
  `alter table claim drop constraint if exists claim_state_check, add constraint claim_state_check check (state in ('in-progress', 'paid',
    'denied', 'duplicate', 'partly-denied', 'adjusted', 'paid-on-appeal', 'correction', 'replaced', 'cancelled')) not valid`,
  changeInParts('claim', {
    key: ['member_id', 'claim_id'],
    change: `update claim_line l set figures = l.figures
        || '{"deductible": 0, "copay": 0, "coinsurance": 0, "notCovered": 0, "share": 0, "unexplained": 0}'
        || case when l.figures ->> 'billed' is null then '{"addsUp": null}'
          else jsonb_build_object('addsUp', true, 'discount', (l.figures ->> 'billed')::bigint
            - coalesce((l.figures ->> 'planPaid')::bigint, 0) - coalesce((l.figures ->> 'otherPaid')::bigint, 0)) end
      from (${duplicates}) d where (l.member_id, l.claim_id) = (d.member_id, d.claim_id)`,
  }),
  changeInParts('claim', {
    key: ['member_id', 'claim_id'],
    change: `update claim c set state = 'duplicate', facts = c.facts || '{"duplicate": true}',
        deductible_cents = 0, copay_cents = 0, coinsurance_cents = 0, not_covered_cents = 0, share_cents = 0, unexplained_cents = 0,
        discount_cents = case when billed_cents is null then discount_cents
          else billed_cents - coalesce(plan_paid_cents, 0) - coalesce(other_paid_cents, 0) end,
        adds_up = case when billed_cents is null then null else true end
      from (${duplicates}) d where (c.member_id, c.claim_id) = (d.member_id, d.claim_id)`,
  }),
]
