import type { ContentStep } from '@portico/rules/content/states'
import type { ColumnType, Generated } from 'kysely'
import { apart, declareWithheldTable, id, inner, work } from '../personal-data.ts'
import type { Json, MaybeMoment, Moment } from './columns.ts'

/** Brands, their settings and their content. */
export const brandsTables = {
  /** Append-only: every setting change made in the console (CT-9). */
  setting_change: declareWithheldTable({
    of: 'account',
    columns: {
      change_id: id<string>(),
      /** Upper-case code of a brand, or ALL. */
      brand: work<string>(),
      key: work<string>(),
      /** As in `app_config`; both null: the value was removed. */
      boolean_value: work<boolean | null>(),
      string_value: work<string | null>(),
      before_boolean: work<boolean | null>(),
      before_string: work<string | null>(),
      reason: work<string>(),
      changed_at: work<Moment>(),
      account_id: id<string>(),
      /** The person's name at that time. */
      changed_by: work<string>(),
      /** The second administrator's name, if one was needed. */
      confirmed_by: work<string | null>(),
      /** Sequence of changes, assigned by the database. */
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff set what; append-only',
  }),
  content_item: apart<{
    name: string
    /** Shared code in upper case, or ALL. */
    brand: string
    language: string
    qualifiers: ColumnType<Record<string, string>, string | undefined, string>
    content_type: string | null
    value: string
    /** The next release replaces its own items, never edited ones. */
    origin: 'release' | 'edited'
    updated_at: Generated<Date>
  }>('texts'),
  /** Append-only: each version is a whole item (CT-8). */
  content_version: declareWithheldTable({
    of: 'account',
    columns: {
      version_id: id<string>(),
      name: work<string>(),
      brand: work<string>(),
      language: work<string>(),
      qualifiers: work<ColumnType<Record<string, string>, string, never>>(),
      content_type: work<string | null>(),
      /** Null: back to the portal's own text. */
      value: work<string | null>(),
      /** Tells the approver what changed and why. */
      note: work<string>(),
      written_at: work<Moment>(),
      account_id: id<string>(),
      /** The person's name at that time. */
      written_by: work<string>(),
      /** Sequence of versions, assigned by the database. */
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff wrote what; append-only',
  }),
  /** Append-only: steps in a version's life, such as its approval (CT-6). */
  content_step: declareWithheldTable({
    of: 'account',
    columns: {
      step_id: id<string>(),
      version_id: id<string>(),
      step: work<ContentStep>(),
      note: work<string>(),
      taken_at: work<Moment>(),
      account_id: id<string>(),
      taken_by: work<string>(),
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff asked for or approved what; append-only',
  }),
  /** Versions that show, and stop showing, together (CT-8). */
  content_release: declareWithheldTable({
    of: 'account',
    columns: {
      release_id: id<string>(),
      live_from: work<Moment>(),
      live_until: work<Moment | null>(),
      note: work<string>(),
      released_at: work<Moment>(),
      account_id: id<string>(),
      released_by: work<string>(),
      place: inner<Generated<number>>(),
    },
    closing: 'kept: records which staff released what; append-only',
  }),
  content_released: apart<{
    release_id: string
    version_id: string
  }>('which versions of texts are in which release'),
  /** A release that was rolled back (CT-8). */
  content_undo: declareWithheldTable({
    of: 'account',
    columns: {
      undo_id: id<string>(),
      release_id: id<string>(),
      note: work<string>(),
      undone_at: work<Moment>(),
      account_id: id<string>(),
      undone_by: work<string>(),
    },
    closing: 'kept: records which staff rolled what back; append-only',
  }),
  /** A single row, whose number changes with every change to `content_item`. */
  content_mark: apart<{
    mark: number
  }>('marks that a text has changed'),
  /** A setting change that waits for a second administrator, or was decided (CT-9). */
  setting_request: apart<{
    /** Id of the resulting change. */
    change_id: string
    brand: string
    key: string
    boolean_value: boolean | null
    string_value: string | null
    /** The latest change that the requester had seen. */
    based_on: string | null
    reason: string
    asked_by: string
    /** The person's name at that time. */
    asker: string
    asked_at: Moment
    state: 'waiting' | 'confirmed' | 'dropped'
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('decisions among staff about settings'),
  /** A brand's reviewers' verdict on a machine-translated interface text (LG-4). */
  language_mark: apart<{
    brand: string
    language: string
    area: string
    text_id: string
    /** Hash of the text and its English, as reviewed. */
    hash: string
    state: 'read' | 'reported'
    /** What is wrong with the text; empty if it was merely reviewed. */
    note: string
    marked_by: string
    /** The person's name at that time. */
    marker: string
    marked_at: Moment
  }>('what staff say of texts of the portal'),
  app_config: apart<{
    application: string
    brand: string
    key: string
    config_group: string | null
    boolean_value: boolean | null
    string_value: string | null
    secure: boolean
  }>('settings'),
  /** Brands edited in the console (BR-8): a code's last confirmed version is served. */
  brand_version: apart<{
    brand: string
    version: number
    state: 'waiting' | 'confirmed' | 'dropped'
    /** The content of the brand's folder, by file name. */
    files: Json<Readonly<Record<string, string>>>
    /** In force, it is shown to no one, and stays for jobs and mail. */
    withdrawn: Generated<boolean>
    reason: string
    made_by: string
    made_at: Moment
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('what a plan calls itself and looks like, no person'),
}
