import { easternParts } from '../time/eastern.ts'
import { parseChatDate, toYyyymmdd } from '../validation/date.ts'

/** Every text key of the chat configuration begins with this (CH-2). */
export const CHAT_KEY_PREFIX = 'MBR_ClickToChat_'

export const CHAT_KEYS = ['StartDate', 'EndDate', 'StartTime', 'EndTime', 'Time_Text', 'Text'] as const
export type ChatKey = (typeof CHAT_KEYS)[number]

/** The values of keys that are not configured (CH-2). */
export const CHAT_DEFAULTS: Readonly<Record<ChatKey, string>> = {
  StartDate: '07/27/2015',
  EndDate: '12/31/2017',
  StartTime: '8',
  EndTime: '18',
  Time_Text: 'Mon - Fri: 8 a.m. - 6 p.m. EST',
  Text: 'Click to chat with an Agent',
}

export interface ChatHours {
  /** Both inclusive, `yyyymmdd`. */
  readonly firstDay: string
  readonly lastDay: string
  /** Minutes after midnight, Eastern time; at `closes`, chat is already closed. */
  readonly opens: number
  readonly closes: number
}

/** Reads the configuration; a missing or unreadable key takes its default, and `unreadable` names it. */
export function readChatHours(configured: Partial<Readonly<Record<ChatKey, string>>>): {
  readonly hours: ChatHours
  /** The text of the link, and the hours as people read them. */
  readonly texts: { readonly linkText: string; readonly hoursText: string }
  readonly unreadable: readonly ChatKey[]
} {
  const unreadable: ChatKey[] = []
  const read = <T>(key: ChatKey, parse: (text: string) => T | null): T => {
    const given = configured[key]
    const value = given === undefined ? null : parse(given.trim())
    if (value !== null) return value
    if (given !== undefined) unreadable.push(key)
    return parse(CHAT_DEFAULTS[key]) as T
  }
  const day = (text: string) => {
    const date = parseChatDate(text)
    return date && toYyyymmdd(date)
  }
  const hours = {
    firstDay: read('StartDate', day),
    lastDay: read('EndDate', day),
    opens: read('StartTime', parseTime),
    closes: read('EndTime', parseTime),
  }
  const texts = {
    linkText: configured.Text || CHAT_DEFAULTS.Text,
    hoursText: configured.Time_Text || CHAT_DEFAULTS.Time_Text,
  }
  return { hours, texts, unreadable }
}

/** What the chat link does (CH-1): it is hidden, dimmed, or opens a chat. */
export type ChatState = 'hidden' | 'closed' | 'open'

/**
 * The link shows only to signed-in members for whom the configuration turns chat on (MBR_SHOW_AVAYA_CHAT). It is open during
 * business hours: 8:00 <= time < 18:00 Eastern, not on a Saturday or Sunday (UTC day), not on a holiday (Eastern day,
 * `yyyy-mm-dd`).
 */
export function chatState(options: {
  readonly signedIn: boolean
  readonly switchedOn: boolean
  readonly hours: ChatHours
  readonly holidays: ReadonlySet<string>
  readonly now: Date
}): ChatState {
  const { signedIn, switchedOn, hours, holidays, now } = options
  if (!signedIn || !switchedOn) return 'hidden'
  const { day, hour, minute } = easternParts(now)
  const compact = day.replaceAll('-', '')
  const isOnDays = hours.firstDay <= compact && compact <= hours.lastDay
  const isWeekend = now.getUTCDay() === 0 || now.getUTCDay() === 6
  const time = hour * 60 + minute
  const isOnHours = hours.opens <= time && time < hours.closes
  return isOnDays && !isWeekend && !holidays.has(day) && isOnHours ? 'open' : 'closed'
}

/** Minutes after midnight for `8`, `08:30` or `18:00`; 24:00 is the end of the day. */
function parseTime(text: string): number | null {
  const [, hour = '', minute = '0'] = /^(\d{1,2})(?::([0-5]\d))?$/.exec(text) ?? []
  if (hour === '') return null
  const minutes = Number(hour) * 60 + Number(minute)
  return minutes <= 24 * 60 ? minutes : null
}
