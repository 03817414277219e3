import type { Language } from '@portico/contract/page'
import type { SellingLine, TrainingKind } from '@portico/rules/agencies/selling'
import type { LeadKind, LeadState } from '@portico/rules/leads/lead'
import type { ApplicationState } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import type { Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareWithheld,
  declareWithheldTable,
  id,
  inner,
  secret,
} from '../personal-data.ts'
import type { CataloguePart, PlanBenefit, PlanContent, PlanRates } from '../plan-columns.ts'
import type { Day, Json, MaybeJson, MaybeMoment, Moment } from './columns.ts'

/** Agencies, leads, the shop and its plans. */
export const salesTables = {
  /** An agency that sells plans, with its entitlements. */
  agency: apart<{
    agency_id: string
    name: string
    phone: string | null
    entitlements: Json<string[]>
  }>('agencies, no person'),
  /** Where an agency sells the plans of a brand. */
  agency_region: apart<{
    agency_id: string
    region: string
    name: string
    state: string | null
    brand: string
  }>('where agencies sell'),
  rating_info: declareExportedTable({
    of: 'account',
    part: 'ratings',
    order: 'position',
    columns: {
      account_id: id<string>(),
      store_id: declareExported<string>(),
      brand: declareExported<string>(),
      position: inner<number>(),
    },
    closing: 'deleted',
  }),
  /** Plans that someone means to buy (SH-7); belongs to an account, or else to a browser. */
  shop_cart: declareExportedTable({
    of: 'account',
    part: 'carts',
    order: 'changed_at',
    columns: {
      cart_id: id<string>(),
      brand: declareExported<string>(),
      account_id: id<string | null>(),
      secret_hash: secret<Buffer | null>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  shop_cart_item: declareExportedTable({
    of: 'account',
    part: 'cartPlans',
    order: 'added_at',
    columns: {
      cart_id: id<string>(),
      /** The cart's owner; null: a browser's cart. */
      account_id: id<string | null>(),
      plan_year: declareExported<number>(),
      plan_id: declareExported<string>(),
      item_id: id<string>(),
      /** The people it covers, encrypted. */
      sealed: declareWithheld<Buffer>('encrypted; the cart itself shows whom a plan is for'),
      added_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** An application for coverage (SH-9). */
  shop_application: declareWithheldTable({
    of: 'account',
    columns: {
      enrollment_id: id<string>(),
      application_number: declareWithheld<string>(
        'an application is made without an account, and shown through its own link',
      ),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      account_id: id<string | null>(),
      plan_year: inner<number>(),
      plan_id: inner<string>(),
      plan_name: inner<string>(),
      state: inner<ApplicationState>(),
      starts: inner<Day>(),
      pay_by: inner<Day>(),
      first_premium_cents: inner<number>(),
      /** The payment under way, or the one that paid the first premium; null without one, or if the plan's billing reported the premium. */
      payment_id: id<string | null>(),
      language: inner<Language>(),
      /** The people it covers, their contact information, and what they signed; encrypted. */
      sealed: declareWithheld<Buffer>('shown through the application’s link'),
      created_at: inner<Moment>(),
      /** The agency's proposal that it came from (AG-6). */
      proposal_id: id<string | null>(),
    },
    closing: 'kept: an application for coverage belongs to the plan',
  }),
  /** An unsent application as typed (SH-9). */
  shop_draft: declareWithheldTable({
    of: 'account',
    columns: {
      enrollment_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      account_id: id<string | null>(),
      plan_year: inner<number>(),
      plan_id: inner<string>(),
      sealed: declareWithheld<Buffer>('encrypted; shown on the person’s home and through its link for sixty days'),
      saved_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A person on an application, as a keyed hash of name, date of birth, brand, kind of plan and year. */
  shop_applicant: apart<{
    person_hash: Buffer
    enrollment_id: string
  }>('goes with its application'),
  shop_application_event: apart<{
    enrollment_id: string
    state: ApplicationState
    at: Moment
    told_at: MaybeMoment
  }>('goes with its application'),
  agency_agent: declareExportedTable({
    of: 'account',
    part: 'agencies',
    order: 'agency_id',
    columns: {
      account_id: id<string>(),
      agency_id: declareExported<string>(),
      region: declareExported<string>(),
      entitlements: declareExported<Json<string[]>>(),
    },
    closing: 'deleted',
  }),
  /** An agency's proposal to a client (AG-6). */
  agency_proposal: apart<{
    proposal_id: string
    agency_id: string
    region: string
    agent_account_id: string
    /** A client in the agency's book of business; null: someone else. */
    client_id: string | null
    brand: string
    market: Market
    plan_year: number
    npn: string | null
    language: Language
    /** The client and the proposed plans, encrypted. */
    sealed: Buffer
    /** The address to which it was last sent, as a keyed hash; null: not sent yet, or sent before this was kept. */
    reached: Generated<Buffer | null>
    ticket_hash: Buffer
    consented_on: Day
    sends: Generated<number>
    sent_at: MaybeMoment
    opened_at: MaybeMoment
    version: Generated<number>
    created_at: Moment
    expires_at: Moment
  }>('encrypted, for people that an agency sells to; shown through its link, and deleted in time'),
  /** A member as an agency's client; the agency sees their data only with their consent (AG-5). */
  agency_client: declareExportedTable({
    of: 'member',
    part: 'agencyConsents',
    order: 'agency_id',
    columns: {
      member_id: id<string>(),
      agency_id: declareExported<string>(),
      region: declareExported<string>(),
      client_id: id<string>(),
      agent_account_id: id<string | null>(),
      consented_on: declareExported<Day | null>(),
      consent_ended_on: declareExported<Day | null>(),
      follow_up_on: declareExported<Day | null>(),
      note: declareExported<Generated<string>>(),
      version: inner<Generated<number>>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  /** The agency and region that a session works for (AG-1). */
  agency_choice: declareWithheldTable({
    of: 'account',
    columns: {
      session_id: id<string>(),
      account_id: id<string>(),
      agency_id: inner<string>(),
      region: inner<string>(),
      chosen_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  agency_preference: declareExportedTable({
    of: 'account',
    part: 'agencyPreference',
    order: 'account_id',
    columns: {
      account_id: id<string>(),
      remember_agency_region: declareExported<boolean>(),
      agency_id_pref: declareExported<string | null>(),
      region_pref: declareExported<string | null>(),
      is_broker_agency_pref: declareExported<boolean>(),
      broker_agency_pref_lob: declareExported<'MA' | 'ACA' | null>(),
      broker360_agencies: declareExported<Json<string[]>>(),
      broker360_aca_agencies: declareExported<Json<string[]>>(),
      changed_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  agent_appointment: declareExportedTable({
    of: 'account',
    part: 'appointments',
    order: 'begins',
    columns: {
      account_id: id<string>(),
      appointment_id: id<string>(),
      brand: declareExported<string>(),
      state: declareExported<string>(),
      line: declareExported<SellingLine>(),
      begins: declareExported<Day>(),
      ends: declareExported<Day | null>(),
    },
    closing: 'deleted',
  }),
  agent_training: declareExportedTable({
    of: 'account',
    part: 'trainings',
    order: 'training_id',
    columns: {
      account_id: id<string>(),
      training_id: id<string>(),
      kind: declareExported<TrainingKind>(),
      name: declareExported<string>(),
      line: declareExported<SellingLine>(),
      plan_year: declareExported<number | null>(),
      completed_on: declareExported<Day | null>(),
      ends: declareExported<Day | null>(),
    },
    closing: 'deleted',
  }),
  /** Someone interested in a brand's plans (SH-1). */
  lead: apart<{
    lead_id: string
    brand: string
    zip_code: string
    county: string | null
    segment: string | null
    first_name: string
    last_name: string
    email: string | null
    phone: string
    created_at: Moment
    kind: LeadKind
    language: string
    /** When they want to be called (SH-8). */
    call_on: Day | null
    best_time: string | null
    state: Generated<LeadState>
    due_at: Moment
    /** The agency that received the lead, with its region and agent. */
    agency_id: Generated<string | null>
    region: Generated<string | null>
    agent_account_id: Generated<string | null>
    follow_up_on: Generated<Day | null>
    note: Generated<string>
    version: Generated<number>
    changed_at: Moment
    /** The plan they looked at in the shop. */
    plan_name: string | null
  }>('about people without an account, who asked to hear about plans'),
  /** An action on a lead (SH-8). */
  lead_entry: apart<{
    entry_id: string
    lead_id: string
    at: Moment
    by_name: string
    state: LeadState
    note: string
    follow_up_on: Day | null
  }>('goes with its lead'),
  /** The loaded data of a year in a brand's shop (SH-3). */
  shop_catalogue: apart<{
    brand: string
    plan_year: number
    /** Changes with every load. */
    generation: string
    /** Digests of the loaded files' parts. */
    hashes: Json<Readonly<Partial<Record<CataloguePart, string>>>>
    /** Ids of small-group plans in the files, which the shop does not sell. */
    small_group: Json<readonly string[]>
    run_id: string
    loaded_at: Moment
  }>('loaded years of plans that are sold'),
  /** The parts of a year that the last run replaced, kept until the next run (IM-9). */
  shop_catalogue_before: apart<{
    brand: string
    plan_year: number
    parts: Json<readonly CataloguePart[]>
    /** The catalogue row before the run; null: the run added the year. */
    catalogue: MaybeJson<unknown>
    run_id: string
  }>('plans that were sold; about no one'),
  shop_before: apart<{
    brand: string
    plan_year: number
    part: CataloguePart
    id: string
    content: Json<unknown>
  }>('plans that were sold; about no one'),
  shop_plan: apart<{
    brand: string
    plan_year: number
    plan_id: string
    content: Json<PlanContent>
  }>('plans that are sold'),
  shop_benefit: apart<{
    brand: string
    plan_year: number
    plan_id: string
    benefits: Json<readonly PlanBenefit[]>
  }>('plans that are sold'),
  shop_rate: apart<{
    brand: string
    plan_year: number
    plan_id: string
    rates: Json<PlanRates>
  }>('plans that are sold'),
  /** Counties and states of service areas and rating areas. */
  shop_place: apart<{
    brand: string
    plan_year: number
    kind: 'service' | 'rating'
    area_id: string
    places: Json<readonly string[]>
  }>('places where plans are sold'),
  /** A shopper's choices, opened by a link (SH-6); a signed-in person's are also on their home page. */
  shop_saved: declareWithheldTable({
    of: 'account',
    columns: {
      save_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      brand: inner<string>(),
      sealed: declareWithheld<Buffer>('encrypted; shown on the person’s home and through its link for sixty days'),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
      /** The account that saved it; null: a visitor without an account. */
      account_id: id<string | null>(),
    },
    closing: 'deleted',
  }),
}
