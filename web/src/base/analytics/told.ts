import {
  readSessionValue,
  type SessionEvent,
  sessionEvents,
  sessionValue,
  type TagOccurrence,
} from '@portico/rules/analytics/events'
import { ID_COOKIE, ID_COOKIE_S, SESSION_COOKIE, SESSION_COOKIE_S } from '@portico/rules/analytics/tags'
import { setCookie } from '../storage/cookies.ts'
import { deleteCookie, readCookie } from '../storage/page-cookies.ts'
import { sessionStore } from '../storage/storage.ts'

/** Messages already reported in this browser tab, by event. */
const storageKey = 'analytics.messages'

/** Renews the analytics session or begins one (AN-1), with the events already reported in it. */
export function renewSession(more: SessionEvent | null = null): ReadonlySet<SessionEvent> {
  const told = new Set(readSessionValue(readCookie(SESSION_COOKIE)))
  if (more) told.add(more)
  setCookie(SESSION_COOKIE, sessionValue(told), SESSION_COOKIE_S)
  return told
}

/** Signing out ends the session here too. */
export function endSession() {
  deleteCookie(SESSION_COOKIE)
}

/** Whether this event is new in its session or for its message (MC-7); it then counts as reported. */
export function isFirst({ event, messageId }: TagOccurrence): boolean {
  const ofSession = sessionEvents.find((one) => one === event)
  if (ofSession) {
    const before = readSessionValue(readCookie(SESSION_COOKIE))
    renewSession(ofSession)
    return !before?.has(ofSession)
  }
  const stored = sessionStore.get(storageKey)
  const told: unknown[] = Array.isArray(stored) ? stored : []
  const mark = `${event} ${messageId}`
  if (told.includes(mark)) return false
  sessionStore.set(storageKey, [...told, mark])
  return true
}

/** The browser's id with the analytics service: random, not tied to anyone, created with the first tag. */
export function visitorId(): string {
  const id = readCookie(ID_COOKIE) ?? newId()
  setCookie(ID_COOKIE, id, ID_COOKIE_S)
  return id
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
}
