import { changeInParts, createIndex, type Step } from '../steps.ts'

/** How much of a payment the payer's bank has taken back, since when, and when the payer was told (MP-18, MP-19). */
export const steps: readonly Step[] = [
  `alter table premium_payment
    add column if not exists taken_back_cents bigint not null default 0,
    add column if not exists taken_back_at timestamptz,
    add column if not exists taken_back_told_at timestamptz`,
  // Earlier returns count as already told, because an e-mail now would be no news: only the page shows them.
  changeInParts('premium_payment', {
    key: ['member_id', 'payment_id'],
    change: `update premium_payment payment
      set taken_back_cents = taken.cents, taken_back_at = payment.changed_at, taken_back_told_at = payment.changed_at
      from (select member_id, payment_id,
          sum(withdrawn - least(withdrawn, reinstated)) as cents
        from premium_payment disputed join part using (member_id, payment_id),
          lateral (select (one.value ->> 'withdrawnCents')::bigint as withdrawn,
            (one.value ->> 'reinstatedCents')::bigint as reinstated
            from jsonb_each(disputed.disputes) one) dispute
        group by member_id, payment_id) taken
      where taken.member_id = payment.member_id and taken.payment_id = payment.payment_id and taken.cents > 0
        and payment.taken_back_cents = 0`,
  }),
  createIndex(
    'premium_payment_taken_back',
    `premium_payment (taken_back_at)
    where taken_back_told_at is null and taken_back_cents > 0`,
  ),
]
