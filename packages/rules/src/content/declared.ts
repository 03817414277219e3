import { replyVariables } from '../workspace/canned-reply.ts'

/** What content is about: the headings it is listed under in the console. */
export const contentAreas = [
  'contact',
  'replies',
  'footer',
  'help',
  'languages',
  'chat',
  'tabs',
  'answers',
  'tooltips',
  'questions',
  'emails',
  'brand',
  'legal',
  'forms',
  'guides',
  'wellness',
  'site',
] as const
export type ContentArea = (typeof contentAreas)[number]

export interface DeclaredContent {
  readonly area: ContentArea
  /** `parts`: several texts under one name, stored as JSON; their order and number stay as released, unless the item `grows`. */
  readonly kind: 'text' | 'parts' | 'date' | 'hour'
  /**
   * Which texts may have headings, lists, bold words and links (see `marked.ts` of the contract): every text of the item, or the
   * named part.
   */
  readonly marked?: true | 'body'
  /** Parts that are a single line, e.g. the subject of an e-mail. */
  readonly lines?: readonly string[]
  /** The most characters in such a line, where that is fewer than in the other texts. */
  readonly lineMax?: number
  /** Written in the language it is about, so its reading level is not judged. */
  readonly foreign?: true
  /** The most characters in each of its texts. */
  readonly max: number
  /** Where its links may lead: only to pages of this portal, or (left out) to other sites too. */
  readonly links?: 'own'
  /** Names in braces that its texts may use besides those they came with. */
  readonly names?: readonly string[]
  /** A list of alike parts, to which authors can add more. */
  readonly grows?: true
  /** The initial value of a new item; authors can add and remove items of some kinds. */
  readonly blank?: string
}

const text = { kind: 'text', max: 100 } as const
const parts = { kind: 'parts', max: 300 } as const
const contact = { area: 'contact', ...text } as const
const contactLong = { ...contact, max: 300 } as const
const languages = { area: 'languages', ...text } as const
const chat = { area: 'chat' } as const

/** Every name that the portal reads individually (CT-5); readers take names only from this table. */
export const declaredContent = {
  MBR_MESSAGE_CENTER_SIDEBAR_TITLE: contact,
  MBR_CONTACT_US_PHONE_NUMBER: contact,
  MBR_CONTACT_US_BEST_TIME: contact,
  MBR_CONTACT_US_LEAVE_MESSAGE: contact,
  MBR_CONTACT_US_NO_MESSAGES: contact,
  MBR_CONTACT_US_ADD_MESSAGE_FAILURE: contactLong,
  MBR_CONTACT_US_REPLY_ERROR: contactLong,
  MBR_CONTACT_US_DELETE_ERROR: contactLong,
  MBR_CONTACT_US_ATTACHMENT_TRY_AGAIN: contact,
  MBR_CONTACT_US_ATTACHMENT_NOT_SENT: contactLong,
  MBR_CONTACT_US_ATTACHMENT_FAILED: contactLong,
  MBR_CONTACT_US_ATTACHMENT_VIRUS: contactLong,
  MBR_CONTACT_US_ATTACHMENT_FILE_SIZE: contactLong,
  MBR_CONTACT_US_ATTACHMENT_FILE_COUNT: contactLong,
  MBR_CONTACT_US_ATTACHMENT_INVALID_FILE: contactLong,

  MBR_FOOTER_LINKS: { area: 'footer', ...parts, grows: true },
  MBR_NEED_HELP: { area: 'help', ...parts },

  MBR_MEANINGFUL_ACCESS_LINK_TEXT: languages,
  MBR_ADDITIONAL_LANGUAGES_LINK_TEXT: languages,
  MBR_MEANINGFUL_ACCESS_LINK_BTS3: { area: 'languages', ...parts },
  MBR_MEANINGFUL_ACCESS_LINK_BTS3_NDMEDICAID: { area: 'languages', ...parts },
  BTS_NON_DISCRIMINATION_LINK: { area: 'languages', ...parts },
  REGIONAL_LANGUAGES: { area: 'languages', ...parts },

  MBR_ClickToChat_Text: { ...chat, ...text },
  MBR_ClickToChat_Time_Text: { ...chat, ...text },
  MBR_ClickToChat_StartDate: { ...chat, kind: 'date', max: 10 },
  MBR_ClickToChat_EndDate: { ...chat, kind: 'date', max: 10 },
  MBR_ClickToChat_StartTime: { ...chat, kind: 'hour', max: 5 },
  MBR_ClickToChat_EndTime: { ...chat, kind: 'hour', max: 5 },

  NON_DISCRIMINATION: { area: 'legal', kind: 'text', max: 8_000, marked: true },
  LANGUAGE_NOTICES: { area: 'legal', ...parts, max: 700, foreign: true },
  MESSAGE_TOPICS: { area: 'contact', ...parts, max: 100 },
  MESSAGE_DESK: { area: 'contact', ...parts, max: 100 },
  STAFF_SENDERS: { area: 'contact', ...parts, max: 200 },
  EMAIL_FRAME: { area: 'emails', ...parts, max: 300 },
  PREVENTIVE_CARE: { area: 'wellness', ...parts, max: 300 },
  WELLNESS_OFFERS: { area: 'wellness', ...parts, max: 300 },

  MBR_HEADER_TABS: { area: 'tabs', ...parts, max: 40 },
  MBR_MOBILE_TABS: { area: 'tabs', ...parts, max: 40 },
  SHP_HEADER_TABS: { area: 'tabs', ...parts, max: 40 },
  MBR_COVERAGE_TAB: { area: 'tabs', ...parts, max: 40, links: 'own' },
  COMPANY_SITE_HOME: { area: 'site', ...parts },
  COMPANY_SITE_CCE: { area: 'site', ...parts },
  COMPANY_SITE_WTS: { area: 'site', ...parts },
  COMPANY_SITE_NEWS: { area: 'site', ...parts },
  SECURITY_QUESTIONS: { area: 'questions', ...parts },
} as const satisfies Readonly<Record<string, DeclaredContent>>

export type ContentName = keyof typeof declaredContent

export const contentNames = Object.keys(declaredContent) as ContentName[]

/** Content that the portal reads by its type, or by computed names (MN-6, HD-5). */
export const declaredTypes = {
  Email: { area: 'emails', ...parts, max: 800, links: 'own', marked: 'body', lines: ['subject', 'heading', 'action'] },
  Brand: { area: 'brand', ...parts, max: 400 },
  Form: { area: 'forms', ...parts, max: 400 },
  Guide: { area: 'guides', ...parts, max: 800 },
  Answer: { area: 'answers', ...parts, links: 'own' },
  Tooltip: { area: 'tooltips', ...parts },
  Reply: {
    area: 'replies',
    kind: 'parts',
    max: 4_000,
    lines: ['title'],
    lineMax: 100,
    names: replyVariables,
    blank: '{"title":"","text":""}',
  },
} as const satisfies Readonly<Record<string, DeclaredContent>>

/** The declaration that applies to an item; null if nothing reads the item. */
export function contentDeclared(name: string, type: string | null): DeclaredContent | null {
  if (Object.hasOwn(declaredContent, name)) return declaredContent[name as ContentName]
  if (type !== null && Object.hasOwn(declaredTypes, type)) return declaredTypes[type as keyof typeof declaredTypes]
  return null
}

/** The name of the item that holds a canned reply (MC-6); authors can add these. */
export function replyItem(replyId: string): string {
  return `REPLY_${replyId.replaceAll('-', '').toUpperCase()}`
}

/** The id of the canned reply with this name; null for any other name. */
export function parseReplyId(name: string): string | null {
  const parts = /^REPLY_([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/.exec(name)?.slice(1)
  return parts === undefined ? null : parts.join('-').toLowerCase()
}

/** The type of an item that authors have added under its own name; null for names that came with the portal. */
export function findAddedType(name: string): keyof typeof declaredTypes | null {
  return parseReplyId(name) === null ? null : 'Reply'
}
