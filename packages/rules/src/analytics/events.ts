/** Events that we report once per session (MC-7). */
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

/** Events that we report once per message (MC-7). */
export const messageEvents = ['read', 'print', 'reply'] as const

export type SessionEvent = (typeof sessionEvents)[number]
export type MessageEvent = (typeof messageEvents)[number]
export type TagEvent = SessionEvent | MessageEvent

/** Something that happened: a session event, or an event of one message. */
export type TagOccurrence =
  | { readonly event: SessionEvent; readonly messageId?: undefined }
  | { readonly event: MessageEvent; readonly messageId: string }

export function isTagEvent(text: string): text is TagEvent {
  return [...sessionEvents, ...messageEvents].some((event) => event === text)
}

/** Cookie value with the events already reported in a session: never empty, and nothing but names. */
export function sessionValue(told: Iterable<SessionEvent>): string {
  return ['on', ...told].join('.')
}

/** Reads the cookie; null without a session, or once it has ended. Unknown names are ignored. */
export function readSessionValue(value: string | undefined): ReadonlySet<SessionEvent> | null {
  const [mark, ...events] = (value ?? '').split('.')
  return mark === 'on' ? new Set(sessionEvents.filter((event) => events.includes(event))) : null
}
