import { KEPT_CARD_DAYS } from '../coverage/kept-card.ts'
import { type FeedThreshold, feedThresholds } from '../feeds/thresholds.ts'
import { provisionalLanguages } from '../languages/list.ts'
import { limits } from '../limits.ts'
import { ATTACHMENT_LIMITS, type AttachmentKind, attachmentKinds } from '../messages/attachments.ts'
import { MESSAGES_PER_HOUR } from '../messages/flood.ts'
import { DEFAULT_INACTIVITY, KEEP_ALIVE_INTERVAL_MS, MEMBER_INACTIVITY } from '../session/timing.ts'

/** The type of a setting's value: how it is stored, typed and shown. */
export type SettingKind =
  | { readonly type: 'switch'; readonly otherwise: boolean }
  | {
      readonly type: 'number'
      readonly unit: Unit
      /** Times are stored in milliseconds; this is the unit that people type and read. */
      readonly typedIn?: 'minutes' | 'seconds'
      readonly min: number
      readonly max: number
      readonly otherwise: number
    }
  | {
      readonly type: 'list'
      readonly options: readonly string[]
      readonly mayBeEmpty?: true
      readonly otherwise: readonly string[]
    }
  /** `otherwise` null: if nothing is set, the feature that needs the address is off. */
  | { readonly type: 'address'; readonly shape: AddressShape; readonly otherwise: string | null }
  /**
   * Names separated by semicolons; with the shape `senders`, each with its own thresholds; the languages page writes `approvals`; null:
   * none.
   */
  | { readonly type: 'names'; readonly shape?: 'senders' | 'approvals'; readonly otherwise: null }

export type Unit = 'ms' | 'days' | 'files' | 'MB' | 'messages' | 'characters' | 'percent'

/**
 * Where an address may lead: to a path on our own host; to a vendor, with `{vendor}` in it; to a tag image; to a script whose
 * origin the operator allows; or to a page that people are sent to.
 */
export type AddressShape = 'path' | 'vendor' | 'tag' | 'script' | 'page'

/** What a setting is about: its heading in the console. */
export const settingAreas = [
  'session',
  'security',
  'messages',
  'pages',
  'languages',
  'analytics',
  'imports',
  'feeds',
] as const
export type SettingArea = (typeof settingAreas)[number]

/** A setting of the app configuration (CT-3), which can be set for one brand or for all of them. */
export type DeclaredSetting = SettingKind & {
  readonly application: string
  readonly area: SettingArea
  /** Every page shows it or acts on it anyway, so the public list may include it (CT-3). */
  readonly isPublic?: true
}

/**
 * Settings that affect everybody's sessions or passwords, that store a plan's data without review, or that make pages show texts nobody
 * has read: a second administrator must confirm them.
 */
export function needsSecondPerson(key: SettingKey): boolean {
  return secondPersonAreas.includes(findDeclared(key).area)
}

const secondPersonAreas: readonly SettingArea[] = ['session', 'security', 'languages', 'feeds']

const portal = 'PORTAL'
const MB = 1024 * 1024
const second = 1_000
const minute = 60 * second

const session = { application: portal, area: 'session', type: 'number', unit: 'ms', isPublic: true } as const
const inMinutes = { ...session, typedIn: 'minutes' } as const
const inSeconds = { ...session, typedIn: 'seconds' } as const
const security = { application: portal, area: 'security' } as const
const files = { application: portal, area: 'messages', type: 'number', unit: 'MB', min: 1 } as const
const analytics = { application: portal, area: 'analytics' } as const
const feeds = { application: portal, area: 'feeds' } as const
const threshold = (name: FeedThreshold) => ({ ...feeds, type: 'number', min: 0, ...feedThresholds[name] }) as const
const off = { type: 'switch', otherwise: false } as const
const on = { type: 'switch', otherwise: true } as const

/**
 * Every setting that the portal reads (CT-5, CT-9), by key, with its default and range. Readers take keys only from this table, so the
 * console lists every setting that is read.
 */
export const declaredSettings = {
  // Nobody reads a claim in less than five minutes, and a page left open for over an hour is open to passers-by.
  SESSION_EXPIRY_MS: { ...inMinutes, min: 5 * minute, max: 60 * minute, otherwise: MEMBER_INACTIVITY.expiryMs },
  SESSION_WARNING_MS: { ...inMinutes, min: 2 * minute, max: 59 * minute, otherwise: MEMBER_INACTIVITY.warningMs },
  SESSION_CHECK_MS: { ...inSeconds, min: second, max: 30 * second, otherwise: MEMBER_INACTIVITY.checkMs },
  // Long enough to look up a password elsewhere, short enough for a shared computer.
  CREDENTIAL_EXPIRY_MS: { ...inSeconds, min: minute, max: 15 * minute, otherwise: DEFAULT_INACTIVITY.expiryMs },
  CREDENTIAL_WARNING_MS: { ...inSeconds, min: 30 * second, max: 15 * minute, otherwise: DEFAULT_INACTIVITY.warningMs },
  CREDENTIAL_CHECK_MS: { ...inSeconds, min: second, max: 5 * second, otherwise: DEFAULT_INACTIVITY.checkMs },
  KEEP_ALIVE: { application: portal, area: 'session', ...on },
  KEEP_ALIVE_MS: { ...inMinutes, min: minute, max: 15 * minute, otherwise: KEEP_ALIVE_INTERVAL_MS },
  KEEP_ALIVE_PATH: {
    application: portal,
    area: 'session',
    type: 'address',
    shape: 'path',
    otherwise: '/rbsmbl/x-services/keepAlive',
  },
  VENDOR_KEEP_ALIVE: { application: portal, area: 'session', type: 'address', shape: 'vendor', otherwise: null },

  PASSWORD_MIN_LENGTH: {
    ...security,
    type: 'number',
    unit: 'characters',
    min: limits.password.min,
    // A longer minimum would burden people who have no password manager.
    max: 16,
    otherwise: limits.password.min,
  },
  PASSWORD_SPECIAL: { ...security, ...on },
  PASSKEYS: { ...security, ...on },
  AUTHENTICATOR: { ...security, ...on },
  REMEMBER_DEVICE: { ...security, ...on },
  STEP_UP: { ...security, ...on },
  // With 0 it is not offered; after three months, members would no longer remember agreeing to it.
  KEPT_CARD_DAYS: { ...security, type: 'number', unit: 'days', min: 0, max: 90, otherwise: KEPT_CARD_DAYS },

  CONTACTUS_MAINTENANCE: { application: 'MESSAGE_CENTER', area: 'messages', ...off, isPublic: true },
  MESSAGES_PER_HOUR: {
    application: portal,
    area: 'messages',
    type: 'number',
    unit: 'messages',
    // A conversation of one evening fits, and a flood does not.
    min: 5,
    max: 500,
    otherwise: MESSAGES_PER_HOUR,
  },
  ATTACHMENT_COUNT: { ...files, unit: 'files', max: 20, otherwise: ATTACHMENT_LIMITS.count },
  ATTACHMENT_FILE_MB: { ...files, max: 100, otherwise: ATTACHMENT_LIMITS.fileBytes / MB },
  ATTACHMENT_TOTAL_MB: { ...files, max: 100, otherwise: ATTACHMENT_LIMITS.totalBytes / MB },
  ATTACHMENT_DAY_MB: { ...files, max: 9999, otherwise: ATTACHMENT_LIMITS.dayBytes / MB },
  ATTACHMENT_TYPES: {
    application: portal,
    area: 'messages',
    type: 'list',
    options: Object.keys(attachmentKinds) as AttachmentKind[],
    otherwise: ATTACHMENT_LIMITS.kinds,
  },

  MAINTENANCE: { application: 'CLAIMS_AND_SPENDING', area: 'pages', ...off, isPublic: true },
  SHOW_TO_ALL: { application: 'CLAIMS_AND_SPENDING', area: 'pages', ...off, isPublic: true },
  MBR_SHOW_AVAYA_CHAT: { application: 'MEMBER', area: 'pages', ...off },
  CHAT_ADDRESS: { application: portal, area: 'pages', type: 'address', shape: 'page', otherwise: null },
  SSO_URL: { application: portal, area: 'pages', type: 'address', shape: 'page', otherwise: null },
  MAPS_SCRIPT: { application: portal, area: 'pages', type: 'address', shape: 'script', otherwise: null },
  MAPS_PATH: {
    application: portal,
    area: 'pages',
    type: 'address',
    shape: 'path',
    otherwise: '/rbsmbl/x-services/maps/v1/url',
  },

  // Languages whose texts no one has reviewed; every brand has the others.
  LANGUAGES: {
    application: portal,
    area: 'languages',
    type: 'list',
    options: provisionalLanguages,
    mayBeEmpty: true,
    otherwise: [],
  },
  // Which of their texts people have read and approved; the languages page writes it.
  APPROVED_LANGUAGES: { application: portal, area: 'languages', type: 'names', shape: 'approvals', otherwise: null },

  ANALYTICS: { ...analytics, ...on },
  TAG_ADDRESS_PROD: { ...analytics, type: 'address', shape: 'tag', otherwise: '/tag' },
  TAG_ADDRESS_TEST: { ...analytics, type: 'address', shape: 'tag', otherwise: '/tag' },
  SURVEY_SCRIPT: { ...analytics, type: 'address', shape: 'script', otherwise: null },
  FEEDBACK_SCRIPT: { ...analytics, type: 'address', shape: 'script', otherwise: null },

  IMPORT_PAYERS: { application: portal, area: 'imports', type: 'names', otherwise: null },
  RATES_PLANS: { application: portal, area: 'imports', type: 'names', otherwise: null },

  X12_PART2_SENDERS: { ...feeds, type: 'names', otherwise: null },
  X12_BUSINESS_999: { ...feeds, type: 'names', otherwise: null },
  X12_RECEIVERS: { ...feeds, type: 'names', otherwise: null },
  FEED_SMALLER: threshold('smaller'),
  FEED_LARGER: threshold('larger'),
  FEED_MISSING: threshold('missing'),
  FEED_REFUSED: threshold('refused'),
  FEED_RENAMED: threshold('renamed'),
  FEED_CLAIMS: threshold('claims'),
  FEED_PAID: threshold('paid'),
  FEED_OLD: threshold('old'),
  FEED_SENDERS: { ...feeds, type: 'names', shape: 'senders', otherwise: null },
} as const satisfies Readonly<Record<string, DeclaredSetting>>

export type SettingKey = keyof typeof declaredSettings

export const settingKeys = Object.keys(declaredSettings) as SettingKey[]

export const publicSettingKeys = settingKeys.filter((key) => findDeclared(key).isPublic === true)

/** Keys of the portal's own settings; the others come from the sources (CT-3). */
export type PortalSettingKey = {
  [K in SettingKey]: (typeof declaredSettings)[K]['application'] extends typeof portal ? K : never
}[SettingKey]

export function findDeclared(key: SettingKey): DeclaredSetting {
  return declaredSettings[key]
}

/** A value as typed in the console: for a switch, a number, a list, an address, or names. */
export type SettingValue = boolean | number | readonly string[] | string
