import type { AppAuthMethod, AppState, Attestation } from '@portico/rules/apps/app'
import type { GrantEnd, GrantLasts } from '@portico/rules/apps/grant'
import type { AppPart } from '@portico/rules/apps/scopes'
import type { Organization } from '@portico/rules/apps/system'
import type { Generated } from 'kysely'
import {
  apart,
  declareExported,
  declareExportedTable,
  declareWithheld,
  declareWithheldTable,
  id,
  inner,
  ofPlan,
  work,
} from '../personal-data.ts'
import type {
  CheckedHosts,
  Day,
  ExchangeProgress,
  ExchangeRequest,
  Json,
  MaybeJson,
  MaybeMoment,
  Moment,
  PartDays,
} from './columns.ts'

/** What apps and other plans get, and who may. */
export const apisTables = {
  /** A directory resource as in its file (OS-13). */
  fhir_directory: apart<{
    generation: number
    type: string
    id: string
    /** The provider it describes, or null. */
    provider_id: string | null
    /** Whether a provider in a network refers to it, as an employer or a service. */
    is_named: Generated<boolean>
    /** The provider finder's places that it mentions, by the reference to each. */
    places: Json<Readonly<Record<string, string>>>
    begins: Day | null
    ends: Day | null
    /** When its source last changed it. */
    said_at: MaybeMoment
    /** When it changed here. */
    updated: Moment
    profiles: string[]
    tokens: string[]
    refs: string[]
    content_hash: Buffer
    /** JSON without `meta`; null: it is not served. */
    body: string | null
  }>('resources of directories of providers'),
  /** A text or reference that finds a directory resource. */
  fhir_directory_value: apart<{
    generation: number
    type: string
    parameter: string
    /** A folded text, or `Type/id`. */
    value: string
    id: string
  }>('texts and references that find resources of directories'),
  /** A resource about a member, as served to apps (OS-21). */
  fhir_resource: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      id: id<string>(),
      version: inner<number>(),
      /** When it last changed here. */
      updated: inner<Moment>(),
      /** Shown only to the patient (MP-14). */
      sensitive: inner<boolean>(),
      /** Start and end of its main date; null: open at that end. */
      starts: inner<MaybeMoment>(),
      ends: inner<MaybeMoment>(),
      /** Values by which searches find it. */
      tokens: inner<string[]>(),
      dates: inner<Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>>(),
      refs: inner<string[]>(),
      /** Version and digest of the resource in the file. */
      source_version: inner<string | null>(),
      content_hash: inner<Buffer>(),
      /** The earlier plan that sent it; null: this plan's own (OS-55). */
      earlier_peer: inner<Generated<string | null>>(),
      /** Null: withdrawn. */
      body: declareWithheld<string | null>('the plan’s own file; claims, records and the person have its data'),
      /** The same without amounts, as providers and other plans get it; null: not made yet, or a type without amounts. */
      basis: declareWithheld<Generated<string | null>>('the same as the body, with less in it'),
    },
    closing: ofPlan,
  }),
  /** An earlier version of a member's resource. */
  fhir_resource_version: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      type: inner<string>(),
      id: id<string>(),
      version: inner<number>(),
      updated: inner<Moment>(),
      sensitive: inner<boolean>(),
      body: declareWithheld<string | null>('the plan’s own file; claims, records and the person have its data'),
    },
    closing: ofPlan,
  }),
  fhir_party: apart<{
    brand: string
    type: string
    id: string
    version: number
    updated: Moment
    tokens: string[]
    dates: Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>
    refs: string[]
    source_version: string | null
    content_hash: Buffer
    body: string | null
  }>('people and organizations that provide care, and drugs'),
  /** A reference to something that has not arrived yet (OS-23). */
  fhir_waiting: declareWithheldTable({
    of: 'member',
    columns: {
      target: inner<string>(),
      member_id: id<string>(),
      /** The referring party, as `Type/id`; empty: the member's resources refer to it. */
      party: inner<Generated<string>>(),
      brand: inner<string>(),
      arrived: inner<Generated<boolean>>(),
    },
    closing: ofPlan,
  }),
  fhir_catch_up: apart<{
    kind: string
    after: string
  }>('how far what was stored before is published'),
  /** A part of the formulary resources, shared by all plans that use it (OS-17). */
  fhir_formulary_part: apart<{
    part: Generated<number>
    brand: string
    /** Digest of its resources as in their files. */
    source_hash: Buffer
    content_hash: Buffer
    /** The periods on which its resources apply, each pair once. */
    days: Json<readonly PartDays[]>
    run_id: string
    begun_at: Moment
  }>('covered drugs; about no one'),
  /** A formulary resource as in its file (OS-17). */
  fhir_formulary: apart<{
    brand: string
    type: string
    id: string
    part: number
    /** The last day of the first period on which it applies, and the first day of the last such period. */
    ends_first: Day
    begins_last: Day
    /** When it last changed here. */
    updated: Moment
    profiles: string[]
    tokens: string[]
    dates: Json<Readonly<Record<string, readonly (readonly [number, number])[]>>>
    refs: string[]
    content_hash: Buffer
    /** JSON without `meta`. */
    body: string
  }>('covered drugs; about no one'),
  /** A text or reference that finds a formulary resource. */
  fhir_formulary_value: apart<{
    brand: string
    part: number
    type: string
    parameter: string
    /** A folded text, or `Type/id`. */
    value: string
    id: string
  }>('covered drugs; about no one'),
  /** Members whom another organization's system may export (OS-51, OS-52). */
  exchange_group: apart<{
    group_id: string
    brand: string
    client_id: string
    /** `matched` by the system, or `attributed`: patients of its organization, by their claims. */
    kind: 'matched' | 'attributed'
    made_at: Moment
    ends_at: MaybeMoment
  }>('organizations, not people'),
  exchange_member: declareWithheldTable({
    of: 'member',
    columns: {
      group_id: id<string>(),
      member_id: id<string>(),
      /** When the consent or attestation ends. */
      ends_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A system's request that a worker carries out (OS-26). */
  exchange_work: apart<{
    work_id: string
    brand: string
    client_id: string
    kind: 'export' | 'match' | 'attribute'
    group_id: string | null
    request: Json<ExchangeRequest>
    /** The search data of a match, while it is not done; sealed with `key`. */
    sealed: Buffer | null
    /** Encrypts only this work's files; sealed with the data key. */
    key: Buffer
    state: 'waiting' | 'done' | 'failed'
    progress: Json<ExchangeProgress>
    made_at: Moment
    changed_at: Moment
    ends_at: Moment
  }>('encrypted, and gone within days'),
  exchange_chunk: apart<{
    work_id: string
    file: number
    chunk: number
    type: string
    lines: number
    content: Buffer
  }>('encrypted, and gone within days'),
  exchange_party: apart<{
    work_id: string
    type: string
    id: string
  }>('people and organizations that provide care, until the export is done'),
  /** A request to an earlier plan for a member's records (OS-55). */
  earlier_request: declareWithheldTable({
    of: 'member',
    columns: {
      member_id: id<string>(),
      peer_id: id<string>(),
      state: inner<'due' | 'matching' | 'exporting' | 'done' | 'no-match' | 'stopped' | 'failed'>(),
      /** The other plan's status address, and the member's id there. */
      place: inner<string | null>(),
      patient: inner<string | null>(),
      tries: inner<number>(),
      why: inner<string | null>(),
      due_at: inner<Moment>(),
      began_at: inner<Moment>(),
      received_at: inner<MaybeMoment>(),
    },
    closing: ofPlan,
  }),
  /** A record from an earlier plan: shown as that plan's, never counted (OS-55). */
  earlier_record: declareExportedTable({
    of: 'member',
    part: 'earlierRecords',
    order: 'day desc',
    columns: {
      member_id: id<string>(),
      peer_id: id<string>(),
      type: declareExported<string>(),
      id: id<string>(),
      title: declareExported<string | null>(),
      day: declareExported<Day | null>(),
      sensitive: declareExported<boolean>(),
      received_at: declareExported<Moment>(),
      /** As received. */
      body: declareExported<string>(),
      /** Whether it is on the shelf for apps. */
      shelved: inner<Generated<boolean>>(),
    },
    closing: ofPlan,
  }),
  /** Another plan that can be asked for its former members' records (OS-55). */
  payer_peer: apart<{
    peer_id: string
    name: string
    fhir_base: string
    /** Our client id there, and the number (NPI or NAIC) by which it knows us. */
    client_id: string
    our_number: Generated<string>
    is_on: boolean
    changed_at: Moment
    changed_by: string | null
  }>('organizations, not people'),
  /** Apps that members can connect (OS-36). */
  app: apart<{
    client_id: string
    name: string
    maker: string
    home_url: string | null
    policy_url: string | null
    launch_url: string | null
    contact_email: string
    redirect_uris: Json<string[]>
    auth_method: AppAuthMethod
    secret_hash: Buffer | null
    /** Public keys, by value or by address. */
    jwks: MaybeJson<object>
    jwks_uri: string | null
    /** A resource server, which may introspect other clients' tokens (OS-35). */
    introspects: Generated<boolean>
    /** The organization whose system it is (OS-50); null: an app for people. */
    organization: MaybeJson<Organization>
    /** Its hosts that were shown to be its maker's (OS-36); null: not checked. */
    hosts: MaybeJson<CheckedHosts>
    /** Its answers about privacy (OS-37); null: none given. */
    attestation: MaybeJson<Attestation>
    state: AppState
    /** Why staff refused or ended it, in their words. */
    reason: Generated<string | null>
    registered_at: Moment
    changed_at: Moment
    decided_by: Generated<string | null>
  }>('organizations, not people'),
  /** A person's grant to an app (OS-38, OS-39). */
  app_grant: declareExportedTable({
    of: 'account',
    part: 'connectedApps',
    order: 'began_at',
    columns: {
      grant_id: id<string>(),
      client_id: declareExported<string>(),
      brand: declareExported<string>(),
      account_id: id<string>(),
      member_id: id<string>(),
      /** Whose data: the person's own, that of a child, or that of someone who shares it with them (OS-40). */
      whose: declareExported<'own' | 'child' | 'shared'>(),
      /** The scopes that the app requested, without those taken away. */
      scopes: declareExported<Json<string[]>>(),
      rejected: declareExported<Json<string[]>>(),
      parts: declareExported<Json<AppPart[]>>(),
      sensitive: declareExported<boolean>(),
      lasts: declareExported<GrantLasts>(),
      began_at: declareExported<Moment>(),
      changed_at: declareExported<Moment>(),
      ends_at: declareExported<MaybeMoment>(),
      /** When the person was told that it expires soon. */
      told_at: inner<Generated<Date | null>>(),
      used_at: declareExported<Generated<Date | null>>(),
      ended_at: declareExported<MaybeMoment>(),
      ended_reason: declareExported<GrantEnd | null>(),
    },
    closing: 'kept: ended, and the audit log’s events about it need it',
  }),
  app_token: apart<{
    brand: string
    kind: string
    token_hash: Buffer
    grant_id: string | null
    client_id: string | null
    payload: Json<Record<string, unknown>>
    issued_at: Moment
    expires_at: Moment
    consumed_at: MaybeMoment
  }>('hashes, which are useless once their grant has ended'),
  /** A day on which a member's data went to an app (OS-80). */
  app_transfer: declareWithheldTable({
    of: 'member',
    columns: {
      brand: work<string>(),
      member_id: id<string>(),
      client_id: work<string>(),
      day: work<Day>(),
      grant_id: id<string>(),
    },
    closing: ofPlan,
  }),
}
