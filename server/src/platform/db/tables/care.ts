import type { ProviderKind, ReportKind, ReportOutcome } from '@portico/rules/finder/limits'
import type { Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareMadeFrom,
  id,
  inner,
  ofPlan,
  work,
} from '../personal-data.ts'
import type {
  Day,
  DirectoryFactsData,
  Json,
  MaybeJson,
  MaybeMoment,
  Moment,
  RatesPartData,
  ReceivedListData,
  TierCostsData,
} from './columns.ts'

/** The directory of providers, covered drugs, and prices. */
export const careTables = {
  /** A loaded provider directory (IM-7); each source has one live generation. */
  directory_generation: apart<{
    generation: Generated<number>
    /** Code of the brand that it belongs to, or '' for the one shared by all brands. */
    source: string
    /** `before`: the generation replaced last, which can be restored. */
    state: 'loading' | 'live' | 'before' | 'old'
    begun_at: Moment
    live_at: MaybeMoment
    entries: number
    facts: Json<DirectoryFactsData>
    run_id: string
  }>('directories of providers'),
  /** A provider at one place; null: the file does not say. */
  directory_entry: apart<{
    generation: number
    /** The NPI if there is one, else an id derived from the provider's data. */
    provider_id: string
    place: string
    npi: string | null
    kind: ProviderKind
    name: string
    credential: string | null
    gender: 'F' | 'M' | 'X' | null
    specialties: string[]
    /** As the file names it. */
    specialty_name: string | null
    /** Words of the name, normalized. */
    words: string[]
    address: string | null
    city: string | null
    state: string | null
    zip: string | null
    lat: number
    lon: number
    /** Whether the point is the building's, not its ZIP code's. */
    exact: boolean
    phone: string | null
    website: string | null
    hours: string | null
    languages: string[]
    accepting: boolean | null
    telehealth: boolean | null
    wheelchair: boolean | null
    saturday: boolean | null
    affiliations: string[]
    rating: number | null
    verified_on: Day | null
    /** The source file, in the file's own words. */
    origin: string | null
    content_hash: Buffer
  }>('a public directory of people and organizations that provide care'),
  /** A term that finds an entry, and where the entry is. */
  directory_term: apart<{
    term: number
    spot: string
    generation: number
    provider_id: string
    place: string
  }>('terms that find entries of the directory'),
  directory_word: apart<{
    generation: number
    word: string
    entries: number
  }>('words of the directory'),
  directory_network: apart<{
    generation: number
    brand: string
    network_id: string
    name: string
    /** Empty: every plan of the brand uses it. */
    plan_ids: string[]
  }>('networks of plans'),
  directory_seat: apart<{
    generation: number
    brand: string
    network_id: string
    provider_id: string
    /** Empty: in all places. */
    zip: string
    begins: Day | null
    ends: Day | null
    accepting: boolean | null
    primary_care: boolean | null
    verified_on: Day | null
  }>('which providers are in which network'),
  /** A mistake that staff found in an entry, kept until a file corrects it. */
  directory_correction: apart<{
    provider_id: string
    brand: string
    kind: ReportKind
    value: string | null
    made_at: Moment
    /** Empty: all of the provider's places. */
    place: Generated<string>
    /** Only if a network is wrong; empty: all of the brand's networks. */
    network_id: Generated<string>
  }>('mistakes that staff found in the directory'),
  /** A plan's formulary (MP-17). */
  formulary: apart<{
    brand: string
    plan_id: string
    version: string
    costs: Json<TierCostsData>
    run_id: string
    imported_at: Moment
    /** What part of it came as resources. */
    received: Json<ReceivedListData>
  }>('covered drugs; about no one'),
  /** A plan's formulary as it was before the last run that changed it; null: it had none. */
  formulary_before: apart<{
    brand: string
    plan_id: string
    list: MaybeJson<unknown>
    run_id: string
  }>('covered drugs; about no one'),
  formulary_drug: apart<{
    brand: string
    plan_id: string
    drug_id: string
    name: string
    ingredient: string | null
    strength: string | null
    form: string | null
    is_brand: boolean | null
    rxnorm: string | null
    tier: string | null
    prior_authorization: boolean | null
    step_therapy: boolean | null
    quantity_limit: boolean | null
    /** The drug class in the plan's formulary; null if it gives none. */
    drug_class: string | null
    /** The days on which the row applies, both included. */
    begins: Day
    ends: Day
  }>('covered drugs; about no one'),
  /** A cost of care that a member was shown. */
  cost_estimate: declareExportedTable({
    of: 'member',
    part: 'costEstimates',
    order: 'kept_at desc',
    columns: {
      member_id: id<string>(),
      estimate_id: id<string>(),
      service_name: declareExported<string>(),
      provider_name: declareExported<string | null>(),
      /** The highest cost that the member was shown; null if it was unknown. */
      high_cents: declareExported<number | null>(),
      shown: declareMadeFrom<Json<unknown>>(),
      kept_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A file of prices agreed between a plan and providers; each file is a generation (IM-8). */
  rates_file: apart<{
    file_id: string
    brand: string
    /** Identifies the earlier file that this file replaces. */
    source: string
    /** The file's name on arrival; '': it came before names were kept. */
    name: string
    /** `before`: the file that the current one replaced, kept until the next file comes. */
    state: 'loading' | 'current' | 'before' | 'old'
    plan_id: string | null
    plan_name: string | null
    /** Whether a table of contents lists its plans (`rates_file_plan`). */
    is_listed: boolean
    /** The publisher. */
    entity: string
    updated_on: Day | null
    content_hash: Buffer
    pieces: number
    run_id: string
    imported_at: Moment
  }>('a file of prices; about no one'),
  /**
   * A plan whose prices a file contains, according to the payer's table of contents. A file that no table of contents lists names its plan
   * itself, or applies to all plans.
   */
  rates_file_plan: apart<{
    file_id: string
    plan_id: string
    plan_name: string
  }>('plans of a file of prices; about no one'),
  /** A provider in a group that prices apply to. */
  rates_provider: apart<{
    file_id: string
    ref: string
    /** Empty: the file gives only a tax number. */
    npi: string
    tin: string
    name: string | null
    network: string | null
  }>('providers that prices apply to; about no member'),
  rates_service: apart<{
    file_id: string
    item: number
    arrangement: 'ffs' | 'bundle' | 'capitation'
    code_type: string
    code: string
    name: string
    description: string
    parts: Json<readonly RatesPartData[]>
  }>('services with prices; about no one'),
  rates_price: apart<{
    file_id: string
    item: number
    refs: Json<readonly string[]>
    type: 'negotiated' | 'derived' | 'fee schedule' | 'percentage' | 'per diem'
    /** In whole cents; a percentage in hundredths of a percent. */
    amount: number
    billing_class: 'professional' | 'institutional' | 'both'
    setting: 'inpatient' | 'outpatient' | 'both'
    /** Codes separated by blanks; empty: none. */
    modifiers: string
    expires: Day
    /** In the file's words; null: none. */
    note: string | null
  }>('prices that a plan and providers have agreed on; about no one'),
  saved_provider: declareExportedTable({
    of: 'member',
    part: 'savedProviders',
    order: 'saved_at',
    columns: {
      member_id: id<string>(),
      provider_id: declareExported<string>(),
      name: declareExported<string>(),
      saved_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  primary_care_choice: declareExportedTable({
    of: 'member',
    part: 'primaryCare',
    order: 'chosen_at',
    columns: {
      member_id: id<string>(),
      provider_id: declareExported<string>(),
      name: declareExported<string>(),
      chosen_at: declareExported<Moment>(),
    },
    closing: ofPlan,
  }),
  /** What the directory showed a member, who may rely on it (MP-25). */
  provider_shown: declareExportedTable({
    of: 'member',
    part: 'providersShown',
    order: 'shown_at',
    columns: {
      member_id: id<string>(),
      shown_id: inner<string>(),
      provider_id: declareExported<string>(),
      shown_at: declareExported<Moment>(),
      content: declareExported<Json<unknown>>(),
      content_hash: inner<Buffer>(),
    },
    closing: 'kept: members may rely on it, even after their account is closed',
  }),
  directory_report: declareExportedTable({
    of: 'member',
    part: 'directoryReports',
    order: 'reported_at',
    columns: {
      member_id: id<string>(),
      report_id: inner<string>(),
      brand: declareExported<string>(),
      provider_id: declareExported<string>(),
      /** Has the form of `directory_correction.place`. */
      place: inner<Generated<string>>(),
      network_id: declareExported<Generated<string>>(),
      name: declareExported<string>(),
      /** The entry as shown. */
      entry: declareMadeFrom<Json<unknown>>(),
      kind: declareExported<ReportKind>(),
      note: declareExported<string>(),
      reported_at: declareExported<Moment>(),
      due_on: declareExported<Day>(),
      outcome: declareExported<ReportOutcome | null>(),
      settled_by: work<string | null>(),
      settled_at: declareExported<MaybeMoment>(),
      answer: work<string>(),
    },
    closing: ofPlan,
  }),
}
