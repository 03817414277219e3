/** Reported once per session each (MC-7). */
export const sessionEvents = [
  'select-all',
  'delete',
  'sort',
  'contact-us',
  'attach-file',
  'submit',
  'back',
  'cancel',
] as const

/** Reported once per message each (MC-7). */
export const messageEvents = ['read', 'print', 'reply'] as const

export type SessionEvent = (typeof sessionEvents)[number]
export type MessageEvent = (typeof messageEvents)[number]
export type TagEvent = SessionEvent | MessageEvent

/** Something that happened: an event of the session, or of one message. */
export type TagOccurrence =
  | { readonly event: SessionEvent; readonly messageId?: undefined }
  | { readonly event: MessageEvent; readonly messageId: string }

export function isTagEvent(text: string): text is TagEvent {
  return [...sessionEvents, ...messageEvents].some((event) => event === text)
}

/** The events reported in a session, as its cookie holds them; never empty, and nothing but names. */
export function sessionValue(told: Iterable<SessionEvent>): string {
  return ['on', ...told].join('.')
}

/** Reads the cookie; null where there is no session, or none anymore. Unknown names are ignored. */
export function readSessionValue(value: string | undefined): ReadonlySet<SessionEvent> | null {
  const [mark, ...events] = (value ?? '').split('.')
  return mark === 'on' ? new Set(sessionEvents.filter((event) => events.includes(event))) : null
}
