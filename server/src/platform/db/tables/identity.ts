import type { Language } from '@portico/contract/page'
import type { Audience, ConnectionKind, ConnectionSettings, SignOnOutcome } from '@portico/rules/identity/connection'
import type { AttemptLimitKind } from '@portico/rules/identity/lockout'
import type { AccessScope } from '@portico/rules/people/access'
import type { Role } from '@portico/rules/roles'
import type { ScimAudience } from '@portico/rules/scim/audience'
import type { ScimAgency } from '@portico/rules/scim/user'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import type { PhoneType } from '@portico/rules/validation/phone-type'
import type { ColumnType, Generated } from 'kysely'
import {
  apart,
  closedName,
  closedPassword,
  declareExported,
  declareExportedTable,
  declareMadeFrom,
  declareWithheld,
  declareWithheldTable,
  forAudit,
  id,
  inner,
  secret,
  work,
} from '../personal-data.ts'
import type { ArrivedIdentity, Day, EndReason, Json, MaybeJson, MaybeMoment, Moment, SignInMethod } from './columns.ts'

/** Accounts, how their owners sign in, and what enterprise sign-in and provisioning keep. */
export const identityTables = {
  account: declareExportedTable({
    of: 'account',
    part: 'account',
    order: 'account_id',
    columns: {
      account_id: id<string>(),
      login_id: declareExported<string>(),
      password_hash: secret<string>(),
      role: declareExported<Role>(),
      actor_type: inner<string>(),
      brand: declareExported<string>(),
      member_id: id<string | null>(),
      first_name: declareExported<string>(),
      last_name: declareExported<string>(),
      date_of_birth: declareExported<Day | null>(),
      email: declareExported<string | null>(),
      phone: declareExported<string | null>(),
      phone_type: declareExported<Generated<PhoneType | null>>(),
      bus_phone: declareExported<string | null>(),
      address: declareExported<string | null>(),
      city: declareExported<string | null>(),
      state: declareExported<string | null>(),
      zip_code: declareExported<string | null>(),
      county: declareExported<string | null>(),
      market: declareExported<string | null>(),
      ecid: declareExported<string | null>(),
      npn: declareExported<string | null>(),
      ffm_id: declareExported<string | null>(),
      nick_name: declareExported<string | null>(),
      challenge_question: declareExported<string | null>(),
      preferred_store: inner<string>(),
      temporary_password: inner<boolean>(),
      security_strength_enforcement: inner<'NONE' | 'FORCED'>(),
      employee: declareExported<boolean>(),
      demo_of_brand: inner<string | null>(),
      directory_out_of_step: inner<boolean>(),
      /** What a member of staff may do besides their role, from the rules' `entitlements`. */
      entitlements: declareExported<ColumnType<string[], string | undefined, string>>(),
      /** The language of the page that the person used last. */
      page_language: declareExported<Generated<Language | null>>(),
      password_changed_at: declareExported<Generated<Date>>(),
      /** When staff locked it; null if not locked. */
      locked_at: work<MaybeMoment>(),
      /** Set for staff who no longer work here. */
      ended_at: work<MaybeMoment>(),
      /** When they first became an administrator (AD-2); kept after they stop being one. */
      administrator_since: work<MaybeMoment>(),
      /** Opened by a file, and not yet sent a link to choose a password (AG-3). */
      invitation_due: inner<Generated<boolean>>(),
      created_at: declareExported<Generated<Date>>(),
    },
    closing: {
      account_id: forAudit,
      login_id: { becomes: closedName },
      password_hash: { becomes: closedPassword },
      role: forAudit,
      actor_type: forAudit,
      brand: forAudit,
      member_id: { becomes: null },
      first_name: { becomes: '' },
      last_name: { becomes: '' },
      date_of_birth: { becomes: null },
      email: { becomes: null },
      phone: { becomes: null },
      phone_type: { becomes: null },
      bus_phone: { becomes: null },
      address: { becomes: null },
      city: { becomes: null },
      state: { becomes: null },
      zip_code: { becomes: null },
      county: { becomes: null },
      market: { becomes: null },
      ecid: { becomes: null },
      npn: { becomes: null },
      ffm_id: { becomes: null },
      nick_name: { becomes: null },
      challenge_question: { becomes: null },
      preferred_store: { becomes: '' },
      temporary_password: { becomes: false },
      security_strength_enforcement: { becomes: 'NONE' },
      employee: { becomes: false },
      demo_of_brand: { becomes: null },
      directory_out_of_step: { becomes: false },
      entitlements: { becomes: [] },
      page_language: { becomes: null },
      password_changed_at: forAudit,
      locked_at: forAudit,
      ended_at: forAudit,
      administrator_since: forAudit,
      invitation_due: { becomes: false },
      created_at: forAudit,
    },
  }),
  session: declareExportedTable({
    of: 'account',
    part: 'sessions',
    order: 'created_at desc',
    columns: {
      session_id: id<string>(),
      token_hash: secret<Buffer>(),
      account_id: id<string>(),
      /** Copied from the account at sign-in, so that a request reads only one row. */
      login_id: declareWithheld<string>('belongs to the account, with which it is exported'),
      role: inner<Role>(),
      member_id: id<string | null>(),
      brand: declareExported<string>(),
      created_at: declareExported<Moment>(),
      last_seen_at: declareExported<Moment>(),
      expires_at: inner<Moment>(),
      ended_at: declareExported<MaybeMoment>(),
      ended_reason: declareExported<Generated<EndReason | null>>(),
      user_agent: declareExported<string>(),
      address: declareExported<string>(),
      method: declareExported<SignInMethod>(),
      /** The connection used to sign in, and the provider's id for the session, which the provider may end (OS-62). */
      connection_id: inner<Generated<string | null>>(),
      provider_session: inner<Generated<string | null>>(),
      /** When the person last proved who they are: at sign-in, or at a step-up since. */
      authenticated_at: inner<Moment>(),
      /** The password must be changed before anything else (SI-7). */
      password_due: inner<boolean>(),
      /** A second factor must be set up before anything else (AD-2). */
      factor_due: inner<Generated<boolean>>(),
      market: inner<string | null>(),
      /** Hash of the ObSSOCookie that belongs to this session. */
      page_key_hash: secret<Buffer | null>(),
      /** The rep who acts for the person (CS-1), with the rep's own session; null if no one does. */
      actor_account_id: work<Generated<string | null>>(),
      actor_login_id: work<Generated<string | null>>(),
      actor_session_id: work<Generated<string | null>>(),
      /** Hash of the secret that returns the rep to their own session; null if that session continues beside this one. */
      actor_return_hash: secret<Generated<Buffer | null>>(),
      /** Hash of the ticket that hands a session over to a separate browser tab; null once it was used. */
      hand_over_hash: secret<Generated<Buffer | null>>(),
      reason: work<Generated<string | null>>(),
      ticket: work<Generated<string | null>>(),
      /** What the member lets the viewer see (RG-3); null in all other sessions. */
      scopes: inner<ColumnType<AccessScope[] | null, string | null | undefined, string | null>>(),
    },
    closing: {
      session_id: forAudit,
      token_hash: 'kept: tells a page that is still open why its session has ended',
      account_id: forAudit,
      login_id: { becomes: closedName },
      role: forAudit,
      member_id: { becomes: null },
      brand: forAudit,
      created_at: forAudit,
      last_seen_at: forAudit,
      expires_at: forAudit,
      ended_at: forAudit,
      ended_reason: forAudit,
      user_agent: { becomes: '' },
      address: { becomes: '' },
      method: forAudit,
      authenticated_at: forAudit,
      password_due: forAudit,
      factor_due: forAudit,
      market: { becomes: null },
      page_key_hash: { becomes: null },
      actor_account_id: forAudit,
      actor_login_id: forAudit,
      actor_session_id: forAudit,
      actor_return_hash: forAudit,
      hand_over_hash: { becomes: null },
      reason: forAudit,
      ticket: forAudit,
      scopes: forAudit,
      connection_id: forAudit,
      provider_session: forAudit,
    },
  }),
  passkey: declareExportedTable({
    of: 'account',
    part: 'passkeys',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      passkey_id: id<string>(),
      credential_id: secret<string>(),
      public_key: secret<Buffer>(),
      counter: inner<number>(),
      transports: inner<Json<string[]>>(),
      /** Host on which the passkey works. */
      host: declareExported<string>(),
      name: declareExported<string>(),
      created_at: declareExported<Moment>(),
      last_used_at: declareExported<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  authenticator: declareExportedTable({
    of: 'account',
    part: 'authenticatorApps',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      /** Encrypted. */
      secret: secret<Buffer>(),
      created_at: declareExported<Moment>(),
      /** Null before a correct code confirms it. */
      confirmed_at: declareExported<MaybeMoment>(),
      /** Time step of the last code used, because a code works only once. */
      last_step: inner<number | null>(),
    },
    closing: 'deleted',
  }),
  recovery_code: declareExportedTable({
    of: 'account',
    part: 'recoveryCodes',
    order: 'used_at',
    columns: {
      account_id: id<string>(),
      code_hash: secret<Buffer>(),
      used_at: declareExported<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  trusted_device: declareExportedTable({
    of: 'account',
    part: 'rememberedBrowsers',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      device_hash: secret<Buffer>(),
      user_agent: declareExported<string>(),
      created_at: declareExported<Moment>(),
      expires_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  sign_in_challenge: declareWithheldTable({
    of: 'account',
    columns: {
      challenge_hash: secret<Buffer>(),
      purpose: inner<'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'step-up' | 'guardian'>(),
      account_id: id<string | null>(),
      session_id: id<string | null>(),
      webauthn_challenge: secret<string | null>(),
      /** The connection that authenticated the first step, and the provider's id for the session. */
      connection_id: inner<Generated<string | null>>(),
      provider_session: inner<Generated<string | null>>(),
      /** The connection's version at that time; null: from a server of an earlier version. */
      connection_version: inner<Generated<number | null>>(),
      failures: inner<Generated<number>>(),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  recovery_ticket: declareWithheldTable({
    of: 'account',
    columns: {
      account_id: id<string>(),
      ticket_hash: secret<Buffer>(),
      created_at: inner<Moment>(),
      expires_at: inner<Moment>(),
    },
    closing: 'deleted',
  }),
  /** A new address that waits to be confirmed. */
  email_change: declareExportedTable({
    of: 'account',
    part: 'newEmailAddress',
    order: 'created_at',
    columns: {
      account_id: id<string>(),
      email: declareExported<string>(),
      ticket_hash: secret<Buffer>(),
      created_at: declareExported<Moment>(),
      expires_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  security_answer: declareExportedTable({
    of: 'account',
    part: 'securityQuestions',
    order: 'position',
    columns: {
      account_id: id<string>(),
      position: inner<number>(),
      question_id: declareExported<string>(),
      answer_hash: secret<string>(),
      set_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  password_history: declareWithheldTable({
    of: 'account',
    columns: {
      account_id: id<string>(),
      set_at: inner<Moment>(),
      password_hash: secret<string>(),
    },
    closing: 'deleted',
  }),
  person_state: declareExportedTable({
    of: 'account',
    part: 'smallState',
    order: 'key',
    columns: {
      account_id: id<string>(),
      key: declareExported<string>(),
      value: declareExported<Json<unknown>>(),
      updated_at: declareExported<Moment>(),
    },
    closing: 'deleted',
  }),
  sign_in_limit: apart<{
    kind: AttemptLimitKind
    key: string
    failures: number
    first_failure_at: MaybeMoment
    last_failure_at: MaybeMoment
    locked_until: MaybeMoment
    succeeded_at: MaybeMoment
  }>('counts; a login ID’s are deleted when its account is closed, and all of them in time'),
  /** A token with which an identity provider authenticates (OS-69); several may be valid at once, so that one can replace another. */
  scim_token: apart<{
    token_id: string
    name: string
    /** Code of the brand whose people it may manage, or ALL. */
    brand: string
    audience: ScimAudience
    /** Whether new people are sent a link to choose a password; otherwise they sign in only through the plan's provider. */
    invites: boolean
    token_hash: Buffer
    state: 'waiting' | 'active' | 'ended'
    made_by: string | null
    made_at: Moment
    confirmed_at: MaybeMoment
    used_at: MaybeMoment
    ended_at: MaybeMoment
  }>('hashes of tokens of the plan’s own systems'),
  /** A person whom an identity provider manages here, as sent (OS-66). */
  scim_user: declareWithheldTable({
    of: 'account',
    columns: {
      user_id: id<string>(),
      brand: inner<string>(),
      audience: inner<ScimAudience>(),
      account_id: id<string>(),
      user_name: declareMadeFrom<string>(),
      /** `user_name` in lower case, for lookups. */
      user_key: declareMadeFrom<string>(),
      external_id: id<string | null>(),
      display_name: declareMadeFrom<string | null>(),
      given_name: declareMadeFrom<string | null>(),
      family_name: declareMadeFrom<string | null>(),
      email: declareMadeFrom<string | null>(),
      phone: declareMadeFrom<string | null>(),
      npn: declareMadeFrom<string | null>(),
      agencies: declareMadeFrom<Json<readonly ScimAgency[]>>(),
      active: inner<boolean>(),
      /** Access was ended here by an administrator: no provider can restore it. */
      barred: inner<boolean>(),
      version: inner<number>(),
      created_at: inner<Moment>(),
      changed_at: inner<Moment>(),
      /** When the provider deleted them; if they come back, they get the same account. */
      deleted_at: inner<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  /** An identity provider's group, and what it grants its members here: nothing before two administrators have agreed (OS-67). */
  scim_group: apart<{
    group_id: string
    brand: string
    audience: ScimAudience
    display_name: string
    external_id: string | null
    entitlements: Json<Entitlement[]>
    brands: Json<string[]>
    version: number
    created_at: Moment
    changed_at: Moment
    /** The connection whose provider names the group at sign-in; null: it arrives by SCIM. */
    connection_id: Generated<string | null>
  }>('groups, no person'),
  /** Members of the groups that a provider named at their last sign-in (OS-67). */
  sign_on_member: declareWithheldTable({
    of: 'account',
    columns: {
      group_id: id<string>(),
      account_id: id<string>(),
    },
    closing: 'deleted',
  }),
  scim_member: apart<{
    group_id: string
    user_id: string
  }>('which of the people whom a provider keeps are in which of its groups'),
  /** Identity providers' recent requests and failures (OS-71), without any of the data sent. */
  scim_call: apart<{
    call_id: string
    token_id: string
    brand: string
    at: Moment
    method: string
    /** `User`, `Group`, or another address. */
    what: string
    record_id: string | null
    status: number
    /** Reason for the refusal, in our own words. */
    detail: string | null
  }>('requests of systems; deleted in time'),
  /** A connection to a plan's identity provider (OS-60), to which SCIM tokens and group mappings refer. */
  identity_connection: apart<{
    connection_id: string
    name: string
    /** Code of a brand, or ALL. */
    brand: string
    audience: Audience
    kind: ConnectionKind
    /** The version used for sign-ins; null: the connection is off. */
    live_version: Generated<number | null>
    /** The key that signs messages to a SAML provider; sealed with the data key. */
    signing_key: Generated<Buffer | null>
    signing_certificate: Generated<string | null>
    created_at: Moment
  }>('how plans let their people in, no person'),
  /** A version of a connection's settings; made by one administrator and confirmed by another. */
  identity_version: apart<{
    connection_id: string
    version: number
    state: 'waiting' | 'confirmed' | 'dropped'
    domains: Json<readonly string[]>
    settings: Json<ConnectionSettings>
    /** Sealed with the data key. */
    secret: Buffer | null
    made_by: string
    made_at: Moment
    /** When an administrator tested it by signing in, and what arrived. */
    tried_at: MaybeMoment
    arrived: MaybeJson<Readonly<Record<string, readonly string[]>>>
    decided_by: Generated<string | null>
    decided_at: MaybeMoment
  }>('how plans let their people in; what arrived is of the administrator who tries it, and gone once it is decided'),
  /** Someone who signs in by a connection (OS-61): first expected by a claim's value, then linked by issuer and subject. */
  identity_link: declareWithheldTable({
    of: 'account',
    columns: {
      connection_id: id<string>(),
      account_id: id<string>(),
      /** The claim value that identifies the first sign-in. */
      expected: work<string | null>(),
      /** Who entered it; null: the plan's own system did. It counts only once a second administrator has confirmed it. */
      asked_by: work<Generated<string | null>>(),
      confirmed_at: inner<MaybeMoment>(),
      issuer: inner<Generated<string | null>>(),
      subject: inner<Generated<string | null>>(),
      /** The name that they type for a directory sign-in (SI-5). */
      known_as: work<Generated<string | null>>(),
      created_at: inner<Moment>(),
      linked_at: inner<MaybeMoment>(),
      used_at: inner<MaybeMoment>(),
    },
    closing: 'deleted',
  }),
  /** A sign-in under way at a provider. */
  identity_request: apart<{
    state_hash: Buffer
    connection_id: string
    version: number
    browser_hash: Buffer
    /** What the answer must match. */
    proof: Json<Readonly<Record<string, string>>>
    /** The administrator who tests the connection; null: an actual sign-in. */
    tried_by: string | null
    answered_at: MaybeMoment
    /** Checked content of a form posted by the provider, kept until the browser comes back for it. */
    answer: MaybeJson<ArrivedIdentity>
    created_at: Moment
    expires_at: Moment
  }>('hashes that are gone within minutes'),
  /** Outcomes of a connection's sign-ins, for administrators (OS-71); names no one. */
  identity_attempt: apart<{
    attempt_id: string
    connection_id: string
    at: Moment
    outcome: SignOnOutcome
    detail: string | null
    is_test: boolean
  }>('counts and reasons, no person'),
  refresh_token: apart<{
    token_hash: Buffer
    family_id: string
    session_id: string
    issued_at: Moment
    expires_at: Moment
    used_at: MaybeMoment
    revoked_at: MaybeMoment
    /** The client that received it; null: the portal's own sign-in. */
    client_id: Generated<string | null>
  }>('hashes, which are useless once their session has ended'),
}
