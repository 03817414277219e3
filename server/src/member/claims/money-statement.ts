import { type RawBuilder, sql } from 'kysely'
import type { ClaimScope } from './people.ts'

/** A transaction that has paid for care, or is about to, from an account that still exists. */
const isPayment = `kind in ('payment', 'card', 'reimbursement') and state in ('posted', 'receipt-needed', 'pending')
  and exists (select from spending_account as of where of.member_id = spending_transaction.member_id
    and of.account_id = spending_transaction.account_id and of.state <> 'withdrawn')`

const fold = (text: string) => `regexp_replace(lower(${text}), '[\\W_]+', '', 'g')`

/**
 * Whether a claim may belong to the payer that `paid_payer` names: the claim's payer has that name or number, or the claim names no
 * payer (MP-10).
 */
const isOfPayer = `(paid_payer is null or payer is null
  or exists (select from jsonb_array_elements_text(payer -> 'names') as own (name) where ${fold('own.name')} = ${fold('paid_payer')})
  or exists (select from jsonb_array_elements(payer -> 'numbers') as own (number) where own.number ->> 'value' = paid_payer))`

const here = '((select ids from contract)::uuid[])'

/** Whether someone is on the contract if the owner of the account is, and not if the owner is not. */
const isBeside = (patient: string) => `(${patient} = any ${here}) = (owner = any ${here})`

/**
 * What accounts of a family have paid of each claim, as tables of a statement. `ids` selects everyone on a contract; people who have
 * shared one with any of them count as family, too. A payment is for the person whom the vendor names. If it names nobody, it is for the
 * owner's own claim with that number, without one for the claim of whoever on the owner's side has the number (on the contract, or not),
 * and else for the claim of someone on the other side. If several claims fit, as claims of several payers may, it is for the one whose
 * payer it names, and for none if more than one remains. Replaced, duplicate and correction claims never count as fitting.
 */
export const writePaid = (ids: string): string => `contract as materialized (
    select ids, ids || array(select kin_id from former_kin where member_id = any(ids)) as family
    from (select array(${ids}) as ids offset 0) as own),
  paid as materialized (
    select member_id as owner, claim_number as paid_number, claim_payer as paid_payer, for_member_id as paid_for,
      -sum(amount_cents)::bigint as cents
    from spending_transaction where member_id = any((select family from contract)::uuid[]) and claim_number is not null and ${isPayment}
    group by 1, 2, 3, 4),
  payable as materialized (
    select member_id as patient, claim_id as named, claim_number as number, facts -> 'payer' as payer,
      state not in ('replaced', 'cancelled', 'duplicate', 'correction') as stands from claim
    where member_id = any((select family from contract)::uuid[]) and claim_number in (select paid_number from paid) and content_hash <> ''),
  accounts as materialized (
    select paid_patient, paid_claim, sum(cents)::bigint as cents from (
      select (array_agg(patient))[1] as paid_patient, (array_agg(named))[1] as paid_claim, min(paid.cents) as cents
      from paid join payable on number = paid_number and stands and ${isOfPayer}
        and (patient = coalesce(paid_for, owner) or paid_for is null and not exists (
          select from payable own where own.number = paid_number and own.patient = owner)
          and (${isBeside('patient')} or not exists (
            select from payable near where near.number = paid_number and ${isBeside('near.patient')})))
      group by owner, paid_number, paid_payer, paid_for having count(*) = 1) as alone
    group by 1, 2)`

/**
 * The claim numbers in transactions of a scope's people that would reveal care the scope may not know about: someone else's claim, or
 * one that only its patient may see (MP-14). A claim that the plan has moved to another patient no longer counts as the first
 * patient's. The claims of a family also count if the vendor writes their numbers otherwise, such as in lower case or with a hyphen.
 */
export function selectHiddenNumbers(
  scope: Pick<ClaimScope, 'people' | 'sensitiveOf'>,
): RawBuilder<{ readonly number: string }> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return sql`select of_number.claim_number as number
    from claim of_number join member patient on patient.member_id = of_number.member_id
    where of_number.claim_number in (select claim_number from spending_transaction where member_id = any(${ids}::uuid[]))
      and of_number.content_hash <> '' and patient.brand = (select brand from member where member_id = ${ids[0] ?? null})
      and (of_number.member_id <> all(${ids}::uuid[])
        or of_number.sensitive and of_number.member_id is distinct from ${scope.sensitiveOf}::uuid)
    union
    select named.number from (
      select distinct claim_number as number, ${sql.raw(fold('claim_number'))} as folded from spending_transaction
      where member_id = any(${ids}::uuid[]) and claim_number is not null) as named
    join claim of_family on ${sql.raw(fold('of_family.claim_number'))} = named.folded
    where of_family.content_hash <> '' and of_family.member_id in (
        select other.member_id from member own
        join member other on other.brand = own.brand and other.contract_number = own.contract_number
        where own.member_id = any(${ids}::uuid[])
        union select kin_id from former_kin where member_id = any(${ids}::uuid[]))
      and (of_family.member_id <> all(${ids}::uuid[])
        or of_family.sensitive and of_family.member_id is distinct from ${scope.sensitiveOf}::uuid)`
}
