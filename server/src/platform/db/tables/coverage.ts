import type { YearFigures } from '@portico/rules/authorizations/figures'
import type { AppealOutcome, ReviewReason } from '@portico/rules/authorizations/outcomes'
import type { ClaimCategory } from '@portico/rules/claims/category'
import type { Figures } from '@portico/rules/claims/figures'
import type { ClaimState } from '@portico/rules/claims/state'
import type { Holder, LimitKind, Network, YearLimit } from '@portico/rules/coverage/balances'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { ToldState } from '@portico/rules/medicines/authorization'
import type { Dosing } from '@portico/rules/medicines/dosing'
import type { OrderKind, OrderState } from '@portico/rules/medicines/orders'
import type { ColumnType, Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareWithheld,
  declareWithheldTable,
  id,
  inner,
  ofPlan,
} from '../personal-data.ts'
import type {
  ClaimDetailsData,
  ClaimFactsData,
  Day,
  FamilyRulesData,
  Json,
  MaybeJson,
  MaybeMoment,
  Moment,
  ParticipantsData,
  PlanBenefitData,
  PlanDocumentData,
} from './columns.ts'
import { ofRecord } from './of-record.ts'

/** Coverage, claims, medicines and approvals of members. */
export const coverageTables = {
  coverage: declareExportedTable({
    of: 'member',
    part: 'coverages',
    order: 'position',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      client_name: declareExported<string>(),
      group_name: declareExported<string>(),
      plan_name: declareExported<string>(),
      medicare_indicator: declareExported<boolean>(),
      direct_pay_indicator: declareExported<boolean | null>(),
      is_nd_medicaid: declareExported<boolean>(),
      rx_bin: declareExported<string | null>(),
      rx_pcn: declareExported<string | null>(),
      rx_group: declareExported<string | null>(),
      /** Cents by kind of visit. */
      copays: declareExported<Json<Record<string, number>>>(),
      /** The day it took effect; null if it has not yet. */
      effectuated_on: declareExported<Day | null>(),
      /** The day for which it was last derived from files; null: never, or from before this was recorded. */
      derived_on: inner<Generated<Day | null>>(),
      position: inner<number>(),
    },
    closing: ofPlan,
  }),
  product: declareExportedTable({
    of: 'member',
    part: 'products',
    order: 'position',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      position: inner<number>(),
      product_name: declareExported<string>(),
      is_blue_extra_basic: inner<boolean>(),
      is_blue_extra_plus: inner<boolean>(),
      blue_edge_dental_indv: inner<boolean>(),
      coverage_begin_date: declareExported<Day | null>(),
      coverage_con_begin_date: declareExported<Day | null>(),
      coverage_end_date: declareExported<Day | null>(),
      /** Whether the product waits for its first premium. */
      pending: inner<Generated<boolean>>(),
      benefit_plan_type: declareExported<string | null>(),
      drug_coverage: declareExported<boolean>(),
      /** The plan's id in the plan's files; null if not given. */
      plan_id: declareExported<Generated<string | null>>(),
      /** The member's own limits for a year, if their coverage has any. */
      limits: declareExported<ColumnType<readonly YearLimit[], string | undefined, string>>(),
    },
    closing: ofPlan,
  }),
  vendor_detail: apart<{
    client_number: string
    group_number: string
    plan_year: number
    claim_and_spending: boolean
  }>('about groups'),
  /** A claim from the plan's files (IM-1); a null amount: the file does not say. */
  claim: declareExportedTable({
    of: 'member',
    part: 'claims',
    order: 'service_from desc',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      /** The payer's own number. */
      claim_number: declareExported<string>(),
      client_number: declareExported<string | null>(),
      group_number: declareExported<string | null>(),
      /** `institutional`, `professional`, `pharmacy`, `oral`, `vision` or `unknown`. */
      type: declareExported<string>(),
      category: declareExported<ClaimCategory>(),
      state: declareExported<ClaimState>(),
      service_from: declareExported<Day>(),
      service_to: declareExported<Day>(),
      received_on: declareExported<Day | null>(),
      processed_on: declareExported<Day | null>(),
      paid_on: declareExported<Day | null>(),
      /** Id of the provider's resource. */
      provider_id: id<string | null>(),
      provider_name: declareExported<string | null>(),
      /** Id of the facility's resource. */
      facility_id: id<string | null>(),
      facility_name: declareExported<string | null>(),
      payee: declareExported<'provider' | 'subscriber' | null>(),
      network: declareExported<'in' | 'out' | null>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: declareExported<boolean>(),
      billed_cents: declareExported<number | null>(),
      allowed_cents: declareExported<number | null>(),
      discount_cents: declareExported<number | null>(),
      plan_paid_cents: declareExported<number | null>(),
      other_paid_cents: declareExported<number | null>(),
      deductible_cents: declareExported<number | null>(),
      copay_cents: declareExported<number | null>(),
      coinsurance_cents: declareExported<number | null>(),
      not_covered_cents: declareExported<number | null>(),
      share_cents: declareExported<number | null>(),
      /** The part of the share that no reason explains. */
      unexplained_cents: declareExported<number | null>(),
      adds_up: declareExported<boolean | null>(),
      details: declareExported<Json<ClaimDetailsData>>(),
      /** Id of the coverage resource, which names the group. */
      coverage_id: id<string | null>(),
      /** The facts besides other claims that decide its state. */
      facts: inner<Json<ClaimFactsData>>(),
      replaces: declareExported<string | null>(),
      replaced_by: declareExported<string | null>(),
      /** In lower case, for searches. */
      search_text: inner<string>(),
      /** Id, version and digest of the source resource, and the run that imported it. */
      resource_id: id<string>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  claim_line: declareExportedTable({
    of: 'member',
    part: 'claimLines',
    order: 'claim_id',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      line: declareExported<number>(),
      service_date: declareExported<Day | null>(),
      code: declareExported<string | null>(),
      description: declareExported<string | null>(),
      quantity: declareExported<number | null>(),
      denied: declareExported<boolean>(),
      figures: declareExported<Json<Figures>>(),
      details: declareExported<Json<ClaimDetailsData>>(),
    },
    closing: ofPlan,
  }),
  /** A version of a claim, as received. */
  claim_version: declareExportedTable({
    of: 'member',
    part: 'claimVersions',
    order: 'imported_at',
    columns: {
      member_id: id<string>(),
      claim_id: declareExported<string>(),
      content_hash: inner<Buffer>(),
      version: inner<string | null>(),
      state: declareExported<ClaimState>(),
      plan_paid_cents: declareExported<number | null>(),
      share_cents: declareExported<number | null>(),
      decision: inner<Buffer | null>(),
      resource: declareWithheld<Json<unknown>>('the plan’s own file; the claim has its data about the person'),
      run_id: inner<string>(),
      imported_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A prescription from the plan's files (IM-1). */
  prescription: declareExportedTable({
    of: 'member',
    part: 'prescriptions',
    order: 'written_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** `order`, `plan` and so on; a plan is not yet a prescription. */
      intent: declareExported<string | null>(),
      /** In the words of the file. */
      dose: declareExported<string | null>(),
      /** The dose in fields, as far as the file has it. */
      dosing: declareExported<MaybeJson<Dosing>>(),
      prescriber_id: id<string | null>(),
      prescriber_name: declareExported<string | null>(),
      written_on: declareExported<Day | null>(),
      /** The last day on which it can be filled. */
      ends_on: declareExported<Day | null>(),
      quantity: declareExported<number | null>(),
      quantity_unit: declareExported<string | null>(),
      days_supply: declareExported<number | null>(),
      /** Number of refills allowed. */
      refills: declareExported<number | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A supply dispensed by a pharmacy. */
  dispense: declareExportedTable({
    of: 'member',
    part: 'dispensed',
    order: 'handed_over_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      /** Resource id of its prescription. */
      prescription_id: id<string | null>(),
      name: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      dose: declareExported<string | null>(),
      dosing: declareExported<MaybeJson<Dosing>>(),
      pharmacy_id: id<string | null>(),
      pharmacy_name: declareExported<string | null>(),
      pharmacy_address: declareExported<string | null>(),
      prepared_on: declareExported<Day | null>(),
      handed_over_on: declareExported<Day | null>(),
      quantity: declareExported<number | null>(),
      quantity_unit: declareExported<string | null>(),
      days_supply: declareExported<number | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  care_team: declareExportedTable({
    of: 'member',
    part: 'careTeams',
    order: 'resource_id',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string | null>(),
      participants: declareExported<Json<ParticipantsData>>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A member's relative or friend, from the plan's files. */
  related_person: declareExportedTable({
    of: 'member',
    part: 'relatedPersons',
    order: 'resource_id',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      name: declareExported<string>(),
      /** In the words of the file. */
      relationship: declareExported<string | null>(),
      birth_date: declareExported<Day | null>(),
      phone: declareExported<string | null>(),
      email: declareExported<string | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A brand's prior authorizations of a year, as last counted (OS-80). */
  authorization_figures: apart<{
    brand: string
    year: number
    figures: Json<YearFigures>
    newest: Moment
    counted_at: Moment
  }>('counts of a year; about no one'),
  /** A prior authorization (MP-15). */
  prior_authorization: declareExportedTable({
    of: 'member',
    part: 'priorAuthorizations',
    order: 'requested_on desc',
    columns: {
      member_id: id<string>(),
      resource_id: id<string>(),
      /** The payer's own number. */
      number: declareExported<string | null>(),
      /** The service it is for, in the payer's words. */
      service: declareExported<string | null>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** Null if the file does not say how it ended. */
      told: declareExported<ToldState | null>(),
      requested_on: declareExported<Day | null>(),
      decided_on: declareExported<Day | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      provider_id: id<string | null>(),
      provider_name: declareExported<string | null>(),
      note: declareExported<string | null>(),
      /** Set if the file has a time of day. */
      requested_at: declareExported<Moment | null>(),
      received_at: declareExported<Moment | null>(),
      decided_at: declareExported<Moment | null>(),
      /** Since when the plan has extended its time to decide. */
      extended_on: declareExported<Day | null>(),
      /** Whether the plan had to decide sooner; null if the file does not say. */
      expedited: declareExported<boolean | null>(),
      /** Reasons for a denial or a partial approval. */
      reasons: declareExported<Json<readonly ReviewReason[]>>(),
      /** Documents that the plan requires before it decides. */
      documents: declareExported<Json<readonly string[]>>(),
      units_approved: declareExported<number | null>(),
      units_used: declareExported<number | null>(),
      appealed_on: declareExported<Day | null>(),
      appeal_outcome: declareExported<AppealOutcome | null>(),
      ...ofRecord,
    },
    closing: ofPlan,
  }),
  /** A prior authorization request from a provider's system (OS-56). */
  authorization_request: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      request_id: id<string>(),
      brand: inner<string>(),
      client_id: id<string>(),
      /** Digests of the sender's identifiers for the message and for the request in it, and of its content. */
      bundle_key: inner<Buffer>(),
      claim_key: inner<Buffer>(),
      digest: inner<Buffer>(),
      /** `waiting`: not yet with the plan's utilization system; `pended`: the plan has not decided yet. */
      state: inner<'waiting' | 'pended' | 'decided' | 'refused'>(),
      /** The prior authorization that represents it. */
      resource_id: id<string>(),
      asked: declareWithheld<string>('the prior authorization that it is shown as has its data about the person'),
      /** As sent; null: the utilization system has it. */
      bundle: declareWithheld<string | null>(
        'the prior authorization that it is shown as has its data about the person',
      ),
      answer: declareWithheld<string | null>(
        'the prior authorization that it is shown as has its data about the person',
      ),
      /** Sequence number of the last notice; 0 before the first. */
      sequence: inner<number>(),
      asked_at: inner<Moment>(),
      changed_at: inner<Moment>(),
      attempts: inner<number>(),
      next_try_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A refill or renewal request (MP-16). */
  medicine_order: declareExportedTable({
    of: 'member',
    part: 'medicineOrders',
    order: 'requested_at desc',
    columns: {
      member_id: id<string>(),
      order_id: id<string>(),
      /** The requesting member: a parent, for a child. */
      asked_by: id<string>(),
      /** The confirmation number given to the member. */
      receipt: declareExported<string>(),
      medicine_id: id<string>(),
      kind: declareExported<OrderKind>(),
      drug: declareExported<string>(),
      rxnorm: declareExported<string | null>(),
      ndc: declareExported<string | null>(),
      /** Resource id of its prescription. */
      prescription_id: id<string | null>(),
      pharmacy_id: id<string | null>(),
      pharmacy_name: declareExported<string>(),
      pharmacy_address: declareExported<string | null>(),
      /** Shown only to the patient, even if others may see the rest (MP-14). */
      sensitive: declareExported<boolean>(),
      state: declareExported<OrderState>(),
      reason: declareExported<string | null>(),
      /** The sequence number of the pharmacy's last notice; 0 before the first. */
      sequence: inner<number>(),
      requested_at: declareExported<Moment>(),
      sent_at: declareExported<MaybeMoment>(),
      changed_at: declareExported<Moment>(),
      attempts: inner<number>(),
      /** Time of the next attempt to send it to the pharmacy; null: nothing to send. */
      next_try_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A plan year, stored once for everyone on the plan (MP-12). */
  plan: apart<{
    brand: string
    plan_id: string
    plan_year: number
    name: string
    kind: PlanKind
    begins: Day
    ends: Day
    family_rules: Json<FamilyRulesData>
    limits: Json<readonly YearLimit[]>
    benefits: Json<readonly PlanBenefitData[]>
    documents: Json<readonly PlanDocumentData[]>
    resource_id: string
    version: string | null
    content_hash: Buffer
    run_id: string
    imported_at: Moment
  }>('a plan, which is the same for everyone on it'),
  /** A supply of medicine for which a member got a reminder, by its last day. */
  refill_reminder: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: inner<string>(),
      medicine_id: inner<string>(),
      last_day: inner<Day>(),
      told_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A member's own limit, or how much of it they have used according to their plan's file. */
  accumulator: declareExportedTable({
    of: 'member',
    part: 'amounts',
    order: 'plan_year desc',
    columns: {
      member_id: id<string>(),
      client_number: declareExported<string>(),
      group_number: declareExported<string>(),
      plan_kind: declareExported<PlanKind>(),
      plan_year: declareExported<number>(),
      kind: declareExported<LimitKind>(),
      network: declareExported<Network>(),
      holder: declareExported<Holder>(),
      limit_cents: declareExported<number | null>(),
      used_cents: declareExported<number | null>(),
      /** The date of `used_cents`. */
      as_of: declareExported<Day | null>(),
      /** The first day of the care; null: stored before this was kept. */
      served_on: inner<Day | null>(),
      /**
       * Id, in the plan's files, of the coverage under which the claim was decided; empty: the claim names none. It leads to the group once
       * that is known.
       */
      coverage_id: id<string>(),
      resource_id: inner<string>(),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  /** Another insurer's coverage. */
  other_insurance: declareExportedTable({
    of: 'member',
    part: 'otherInsurance',
    order: 'pays_order',
    columns: {
      member_id: id<string>(),
      resource_id: inner<string>(),
      payer_name: declareExported<string | null>(),
      plan_name: declareExported<string | null>(),
      policy_number: declareExported<string | null>(),
      kind: declareExported<PlanKind>(),
      /** 1 pays first. */
      pays_order: declareExported<number | null>(),
      begins: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
      run_id: inner<string>(),
    },
    closing: ofPlan,
  }),
}
