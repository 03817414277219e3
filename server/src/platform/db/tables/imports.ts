import type { FeedReason } from '@portico/contract/feed-reasons'
import type { ColumnType, Generated } from 'kysely'
import { apart, declareMadeFrom, declareWithheld, declareWithheldTable, id, inner, ofPlan } from '../personal-data.ts'
import type {
  Day,
  EnrolledBefore,
  EnrolledData,
  FeedCountsData,
  FeedPartData,
  ImportCountsData,
  Json,
  MaybeJson,
  MaybeMoment,
  Moment,
} from './columns.ts'

/** Imports, and what they keep to read the next file. */
export const importsTables = {
  import_patient: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      /** The person's id in the plan's files. */
      patient_id: declareMadeFrom<string>(),
      first_name: declareMadeFrom<string>(),
      last_name: declareMadeFrom<string>(),
      birth_date: declareMadeFrom<Day>(),
      member_number: declareMadeFrom<string | null>(),
      /**
       * Their own number if others share `member_number`; a number that no longer counts; all numbers, if another may take effect on
       * `numbers_on`.
       */
      unique_number: declareMadeFrom<Generated<string | null>>(),
      former_number: declareMadeFrom<Generated<string | null>>(),
      /** The number under which they were refused, because someone else with the same date of birth has it. */
      apart_on: declareMadeFrom<Generated<string | null>>(),
      /** The number by which bulk claim files name them. */
      medicare_number: declareMadeFrom<Generated<string | null>>(),
      numbers: declareMadeFrom<MaybeJson<unknown>>(),
      numbers_on: inner<ColumnType<string | null, string | null | undefined, string | null>>(),
      contract_number: declareMadeFrom<Generated<string | null>>(),
      relationship_code: declareMadeFrom<Generated<string | null>>(),
      member_id: id<Generated<string | null>>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      run_id: inner<string>(),
      /** As received; null if it arrived before resources were kept. */
      resource: declareWithheld<ColumnType<string | null, string | null | undefined, string | null>>(
        'the plan’s own file; the member has its data about the person',
      ),
    },
    closing: ofPlan,
  }),
  /** A care provider, by their id in the plan's files. */
  import_party: apart<{
    brand: string
    party_id: string
    party_type: string
    name: string
    npi: string | null
    /** On one line; null if the file has none. */
    address: string | null
    /** For a role: ids of its practitioner and its organization. */
    stands_for: MaybeJson<string[]>
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('people and organizations that provide care'),
  /** A provider whose name has not yet been added to all records that refer to it. */
  import_naming: apart<{
    party_id: string
    /** The last member whose claims and records already have the name. */
    after: Generated<string>
  }>('people and organizations that provide care'),
  /** A version of a prescription, a dispense, a care team or a related person, as received. */
  record_version: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      resource_id: inner<string>(),
      content_hash: inner<Buffer>(),
      resource: declareWithheld<Json<unknown>>('the plan’s own file; the record has its data about the person'),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  coverage_source: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      resource_id: inner<string>(),
      version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      coverage: declareMadeFrom<Json<unknown>>(),
      run_id: inner<string>(),
    },
    closing: ofPlan,
  }),
  /** A member as the X12 enrollment files describe them, so that changes in later files can be applied (FD-1). */
  x12_member: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      member_number: declareMadeFrom<string>(),
      member_id: id<string>(),
      contract_number: declareMadeFrom<string>(),
      version: inner<string>(),
      content_hash: inner<Buffer>(),
      /** Name, birth and contact information as in the files, and other data in them. */
      person: declareMadeFrom<Json<EnrolledData>>(),
      run_id: inner<string>(),
      /** Sender of the file that last changed the row; null: from an earlier release. */
      sender: inner<Generated<string | null>>(),
    },
    closing: ofPlan,
  }),
  /** A member's stored data before a run of X12 files changed it, restored if the run is undone; null: there was none. */
  x12_before: declareWithheldTable({
    of: 'member',
    columns: {
      run_id: inner<string>(),
      member_id: id<string>(),
      before: declareMadeFrom<MaybeJson<EnrolledBefore>>(),
    },
    closing: ofPlan,
  }),
  /** What one X12 file says about a claim; without a member, it waits for them (FD-2, FD-3). */
  x12_claim_part: declareWithheldTable({
    of: 'member',
    columns: {
      brand: declareMadeFrom<string>(),
      part_id: inner<Buffer>(),
      member_id: id<string | null>(),
      /** Id of the claim that it belongs to; null while it waits. */
      claim: inner<string | null>(),
      payer_number: declareMadeFrom<string | null>(),
      /** The provider's own claim number, and the provider's NPI. */
      account: declareMadeFrom<string>(),
      npi: declareMadeFrom<string | null>(),
      first_day: declareMadeFrom<Day>(),
      source: declareMadeFrom<string>(),
      decided_on: declareMadeFrom<Day | null>(),
      sent_at: inner<string>(),
      /** Its place in the file. */
      place: inner<number>(),
      /** The patient, as far as the file identifies them. */
      patient: declareMadeFrom<Json<unknown>>(),
      content: declareMadeFrom<Json<unknown>>(),
      run_id: inner<string>(),
      imported_at: inner<Moment>(),
    },
    closing: ofPlan,
  }),
  /** A brand's X12 files of one night: their counts, and the decision about them (FD-7). */
  x12_feed: apart<{
    feed_id: string
    brand: string
    arrived_at: Moment
    state: 'stored' | 'held' | 'released' | 'discarded' | 'undoing' | 'undone'
    digests: string[]
    counts: Json<FeedCountsData>
    reasons: Json<readonly FeedReason[]>
    /** Empty before release 0.2.0. */
    parts: ColumnType<readonly FeedPartData[], string | undefined, string>
    /** Folder in which they are held, until they are moved as somebody has decided. */
    folder: string | null
    /** Name of the person who released, discarded or undid them. */
    decided_by: string | null
    decided_at: MaybeMoment
    /** Whether a nightly run imported them, without a person. */
    nightly: ColumnType<boolean, boolean | undefined, boolean>
    /** When administrators were notified that they are held. */
    told_at: MaybeMoment
    /** Senders about whose missing files administrators were notified. */
    told_late: ColumnType<string[], string[] | undefined, string[]>
  }>('counts of files; who decided is in the audit log as well'),
  /** An original X12 file, whose content `x12_original_part` holds sealed (FD-4). */
  x12_original: apart<{
    file_id: string
    brand: string | null
    run_id: string
    name: string
    bytes: number
    digest: Buffer
    arrived_at: Moment
    kept_until: Moment
    /** Whether all of its parts are stored. */
    whole: boolean
  }>('names, sizes and digests of files'),
  x12_original_part: apart<{
    part_id: string
    file_id: string
    place: number
    sealed: Buffer
  }>('a file about very many people, sealed; it is gone after X12_KEEP_DAYS'),
  /** A received X12 interchange, by its sender's own number and time. */
  x12_interchange: apart<{
    brand: string
    sender: string
    control: string
    sent: string
    digest: Buffer
    run_id: string
    seen_at: Moment
  }>('numbers and digests of files; about no one'),
  /** A row imported from a CSV file, so that importing it again changes nothing. */
  import_row: apart<{
    kind: string
    /** Digest of the columns that identify the row. */
    row_id: Buffer
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('digests of imported rows; about no one'),
  /** Which instance does work that only one may do at a time. */
  import_lease: apart<{
    name: string
    holder: string
    until: Moment
  }>('which instance imports files; about no one'),
  /** Brands of a person in files for several brands, found from the payers of their coverages and claims. */
  import_patient_brand: apart<{
    patient_id: string
    brand: string
  }>('ids from plans’ files, and brands; the person is in other tables'),
  /** A drug that files refer to by its id. */
  import_medication: apart<{
    brand: string
    medication_id: string
    name: string
    rxnorm: string | null
    ndc: string | null
    /** Whether a security label restricts who may see records that name it. */
    labeled: Generated<boolean>
    version: string | null
    content_hash: Buffer
    run_id: string
  }>('drugs; about no one'),
  /** A code for care that, according to a plan, only the patient may see, besides the published codes (MP-14). */
  sensitive_code: apart<{
    brand: string
    /** Kind and code, in the form used for comparisons. */
    key: string
    begins: Day
    ends: Day
  }>('codes of care; about no one'),
  /** The list of codes with which a brand's stored claims and records were last reviewed, and the progress. */
  sensitivity_review: apart<{
    brand: string
    edition: string
    /** The last member reviewed; null once all are. */
    after: string | null
    /** For a partial review: shelf ids of the parties whose records are judged again; null: all records. */
    parties: Generated<string[] | null>
  }>('how far a plan’s records are judged'),
  import_run: apart<{
    run_id: string
    kind: string
    brand: string | null
    files: Json<string[]>
    state: 'running' | 'done' | 'failed'
    counts: Json<ImportCountsData>
    started_at: Moment
    ended_at: MaybeMoment
    problem: Generated<string | null>
    /** When it last reported that it is running. */
    seen_at: ColumnType<Date, never, Date>
  }>('import runs; about no one'),
}
