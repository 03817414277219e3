import type { MethodKind, MethodState } from '@portico/rules/premium/autopay'
import type { CoverageEndRule, PremiumLineKind, PremiumMoveKind, PremiumWay } from '@portico/rules/premium/kinds'
import type { Disputes, PaymentState } from '@portico/rules/premium/payment'
import type { SpendingAccountType, TransactionKind, TransactionState } from '@portico/rules/spending/accounts'
import type { CoverageLevel } from '@portico/rules/spending/limits'
import type { Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareMadeFrom,
  declareWithheldTable,
  id,
  inner,
  ofPlan,
  toForget,
} from '../personal-data.ts'
import type { Day, Json, LedgerAccount, LedgerDifferenceData, MaybeMoment, Moment } from './columns.ts'

/** Premiums, the ledger, and spending accounts. */
export const moneyTables = {
  /** A line from a file in which the gateway lists its payouts to the plan's bank. */
  payout_line: apart<{
    line_id: string
    /** The bank transfer that included it, and when that arrived. */
    payout: string
    paid_on: Day
    /** Our payment that it belongs to; null if it names none. */
    payment_id: string | null
    kind: 'payment' | 'refund' | 'other'
    /** Before the gateway's fees: money received is positive, money returned negative. */
    amount_cents: number
    run_id: string
    imported_at: Moment
  }>('payouts of the gateway to the bank, by its own ids'),
  /** Billing of a contract's premiums, stored under the person who pays them; null: the plan's file does not say. */
  premium_account: declareExportedTable({
    of: 'member',
    part: 'premiumAccounts',
    order: 'account_number',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      /** The account number in the plan's billing. */
      account_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      state: declareExported<'open' | 'closed' | 'withdrawn'>(),
      /** The amount owed; negative: a credit. */
      balance_cents: declareExported<number | null>(),
      as_of: declareExported<Day | null>(),
      paid_through: declareExported<Day | null>(),
      /** Whether the plan itself collects the premium from a bank account or a card. */
      auto_pay: declareExported<boolean | null>(),
      tax_credit: declareExported<boolean | null>(),
      grace_days: declareExported<number | null>(),
      end_rule: declareExported<CoverageEndRule | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_bill: declareExportedTable({
    of: 'member',
    part: 'premiumBills',
    order: 'due_on desc',
    columns: {
      member_id: id<string>(),
      bill_id: declareExported<string>(),
      account_id: declareExported<string>(),
      bill_number: declareExported<string>(),
      state: declareExported<'sent' | 'withdrawn'>(),
      issued_on: declareExported<Day | null>(),
      due_on: declareExported<Day | null>(),
      period_from: declareExported<Day | null>(),
      period_to: declareExported<Day | null>(),
      /** The bill's total, including unpaid amounts of earlier bills. */
      amount_cents: declareExported<number>(),
      /** The day of the e-mail about the bill. */
      told_on: inner<Generated<Day | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_line: declareExportedTable({
    of: 'member',
    part: 'premiumLines',
    order: 'position',
    columns: {
      member_id: id<string>(),
      line_id: id<string>(),
      bill_id: declareExported<string>(),
      position: declareExported<number>(),
      state: declareExported<'sent' | 'withdrawn'>(),
      kind: declareExported<PremiumLineKind>(),
      amount_cents: declareExported<number>(),
      /** The person it covers; null: no one in particular. */
      for_member_id: id<string | null>(),
      note: declareExported<string | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  premium_move: declareExportedTable({
    of: 'member',
    part: 'premiumMoves',
    order: 'moved_on desc',
    columns: {
      member_id: id<string>(),
      move_id: id<string>(),
      account_id: declareExported<string>(),
      /** The id in the plan's billing. */
      vendor_id: declareExported<string>(),
      state: declareExported<'posted' | 'withdrawn'>(),
      moved_on: declareExported<Day>(),
      kind: declareExported<PremiumMoveKind>(),
      way: declareExported<PremiumWay | null>(),
      /** Money received is positive, money returned negative. */
      amount_cents: declareExported<number>(),
      note: declareExported<string | null>(),
      /** Our payment that the plan posted with this entry. */
      payment_id: declareExported<string | null>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Which plans have sent premium bills, and when they last did. */
  premium_sent: apart<{
    brand: string
    sent_at: Moment
  }>('which plans have sent premium bills, and when'),
  /** A premium payment through a gateway; holds no card or account numbers. */
  premium_payment: declareExportedTable({
    of: 'member',
    part: 'premiumPayments',
    order: 'created_at desc',
    columns: {
      /** For a first premium, the application's id, for as long as release 0.1.0 reads it. */
      member_id: id<string>(),
      /**
       * The payer: the member, or for a first premium the application, because an applicant is not a member yet. Null: `member_id` is the
       * payer.
       */
      payer_id: id<string | null>(),
      payment_id: declareExported<string>(),
      /** Null for a first premium. */
      account_id: declareExported<string | null>(),
      /** The amount that the member confirmed. */
      amount_cents: declareExported<number>(),
      /** Amount paid according to the gateway, and the amount returned in refunds and disputes. */
      paid_cents: declareExported<number>(),
      refunded_cents: declareExported<number>(),
      disputes: inner<Json<Disputes>>(),
      /** The returned part that the payer's bank took back and still has, when it last took something, and when an e-mail said so. */
      taken_back_cents: declareExported<Generated<number>>(),
      taken_back_at: declareExported<Generated<Date | null>>(),
      taken_back_told_at: inner<Generated<Date | null>>(),
      state: declareExported<PaymentState>(),
      gateway: inner<string>(),
      /** The gateway's own id; null until the gateway has given it. */
      gateway_ref: inner<string | null>(),
      /** The page where the member pays. */
      url: inner<string | null>(),
      language: inner<string>(),
      return_to: inner<string>(),
      /** Number of polls of the gateway, and the time of the next. */
      looks: inner<number>(),
      look_at: inner<Date | null>(),
      created_at: declareExported<Date>(),
      changed_at: declareExported<Date>(),
      settled_at: declareExported<Date | null>(),
      /** When an e-mail told the member the outcome, or when it was decided that they want none. */
      told_at: inner<Generated<Date | null>>(),
      /** For an automatic payment: its payment method, its due day, and the number of the attempt. */
      method_id: id<string | null>(),
      auto_due_on: declareExported<Day | null>(),
      auto_try: inner<number | null>(),
      /** The application whose first premium it is. */
      enrollment_id: id<string | null>(),
      /** What it was made with, in words that its payer recognizes; null: the gateway has not said. */
      paid_by_kind: declareExported<MethodKind | null>(),
      paid_by_label: declareExported<string | null>(),
      paid_by_last_four: declareExported<string | null>(),
    },
    closing: 'kept: money moved, and the law requires books of it',
  }),
  /** A payment method stored at the gateway; of the card or account, it has only what its owner recognizes. */
  premium_method: declareExportedTable({
    of: 'member',
    part: 'premiumMethods',
    order: 'created_at',
    columns: {
      member_id: id<string>(),
      method_id: id<string>(),
      state: declareExported<MethodState>(),
      gateway: inner<string>(),
      /** The gateway's own ids: of the setup page, of the stored method, and of the customer. */
      setup_ref: inner<string | null>(),
      gateway_ref: inner<string | null>(),
      customer_ref: inner<string | null>(),
      url: inner<string | null>(),
      kind: declareExported<MethodKind | null>(),
      /** `Visa`, or the bank's name. */
      label: declareExported<string | null>(),
      last_four: declareExported<string | null>(),
      language: inner<string>(),
      return_to: inner<string>(),
      looks: inner<number>(),
      look_at: inner<Date | null>(),
      created_at: declareExported<Date>(),
      changed_at: declareExported<Date>(),
    },
    // The gateway must be asked to forget it, too.
    closing: {
      member_id: toForget,
      method_id: toForget,
      state: { becomes: 'removing' },
      gateway: toForget,
      setup_ref: toForget,
      gateway_ref: toForget,
      customer_ref: toForget,
      url: { becomes: null },
      kind: { becomes: null },
      label: { becomes: null },
      last_four: { becomes: null },
      language: toForget,
      return_to: toForget,
      looks: toForget,
      look_at: { becomes: new Date(0) },
      created_at: toForget,
      changed_at: toForget,
    },
  }),
  /** An account's automatic payments, as the payer confirmed them. */
  premium_autopay: declareExportedTable({
    of: 'member',
    part: 'premiumAutopay',
    order: 'confirmed_at',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      method_id: id<string>(),
      /** The most that is taken at once. */
      most_cents: declareExported<number>(),
      language: inner<string>(),
      confirmed_at: declareExported<Date>(),
      /** The day of the last check, the due day of the last reminder, and the due day last reported as over the limit. */
      checked_on: inner<Day | null>(),
      told_for: inner<Day | null>(),
      told_over_for: inner<Day | null>(),
    },
    closing: 'deleted',
  }),
  /** An amount moved from one account to another, so that both sides are always equal. */
  ledger_entry: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: declareMadeFrom<string>(),
      /** The payer of its payment. */
      payer_id: declareMadeFrom<string | null>(),
      payment_id: declareMadeFrom<string>(),
      /** Identifies the entry within its payment: `paid:` or `refunded:`, followed by the total. */
      entry: declareMadeFrom<string>(),
      /** `gateway`: money that the gateway holds for the plan; `premium`: money that members have paid. */
      debit: declareMadeFrom<LedgerAccount>(),
      credit: declareMadeFrom<LedgerAccount>(),
      amount_cents: declareMadeFrom<number>(),
      at: declareMadeFrom<Moment>(),
    },
    closing: 'kept: money moved, and the law requires books of it',
  }),
  /** The result of a night's comparison of the ledger with the gateway's books. */
  ledger_check: apart<{
    day: Day
    gateway: string
    started_at: Moment
    ended_at: MaybeMoment
    payments: number
    ledger_cents: number
    gateway_cents: number
    /** How much of these payments reached the bank, and the last day that its files cover; null without files. */
    bank_cents: number | null
    bank_through: Generated<Day | null>
    differences: Json<readonly LedgerDifferenceData[]>
  }>('nightly comparisons of the ledger with the gateway'),
  /** A spending account in a plan year; null: the vendor's file does not say. */
  spending_account: declareExportedTable({
    of: 'member',
    part: 'spendingAccounts',
    order: 'plan_year desc',
    columns: {
      member_id: id<string>(),
      account_id: declareExported<string>(),
      /** The vendor's own number. */
      account_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      vendor_type: declareExported<string>(),
      vendor_name: declareExported<string | null>(),
      account_type: declareExported<SpendingAccountType>(),
      state: declareExported<'open' | 'closed' | 'withdrawn'>(),
      plan_year: declareExported<number>(),
      begin_date: declareExported<Day | null>(),
      end_date: declareExported<Day | null>(),
      coverage_level: declareExported<CoverageLevel | null>(),
      /** What the member chose to pay in, or the employer contributes, for the whole year. */
      election_cents: declareExported<number | null>(),
      employee_cents: declareExported<number | null>(),
      employer_cents: declareExported<number | null>(),
      spent_cents: declareExported<number | null>(),
      balance_cents: declareExported<number | null>(),
      as_of: declareExported<Day | null>(),
      /** The last day of care that it pays for, if not the end of the plan year. */
      spend_by: declareExported<Day | null>(),
      claim_by: declareExported<Day | null>(),
      carry_over_cents: declareExported<number | null>(),
      /** The last day to spend or to claim that the member was told about (MP-29), or for which a check found no money at risk. */
      told_day: inner<Generated<Day | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  spending_transaction: declareExportedTable({
    of: 'member',
    part: 'spendingTransactions',
    order: 'moved_on desc',
    columns: {
      member_id: id<string>(),
      transaction_id: id<string>(),
      account_id: declareExported<string>(),
      /** The vendor's own id. */
      vendor_id: declareExported<string>(),
      moved_on: declareExported<Day>(),
      kind: declareExported<TransactionKind>(),
      state: declareExported<TransactionState | 'withdrawn'>(),
      /** Money in is positive, money out negative. */
      amount_cents: declareExported<number>(),
      /** For contributions only. */
      paid_by: declareExported<'employee' | 'employer' | null>(),
      payee: declareExported<string | null>(),
      note: declareExported<string | null>(),
      /** The patient; null: the account's own member, or no care. */
      for_member_id: id<string | null>(),
      claim_number: declareExported<string | null>(),
      /** The payer that numbered the claim, in the vendor's words; null: the vendor does not say. */
      claim_payer: inner<Generated<string | null>>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: inner<boolean>(),
      /** What the vendor says about that; null: nothing, so that the rules about words decide. */
      sensitive_said: inner<Generated<boolean | null>>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Which plans have sent spending accounts, and when they last did. */
  spending_sent: apart<{
    brand: string
    sent_at: Moment
  }>('which plans have sent spending accounts, and when'),
}
