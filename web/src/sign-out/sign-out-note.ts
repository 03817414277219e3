import { isSignOutReason, returnPath, type SignOutReason } from '@portico/rules/session/sign-out'
import { sessionStore } from '../storage/storage.ts'

/** What the tab knows of its last sign-out; kept in session storage, so that no address tells it. */
export interface SignOutNote {
  readonly reason: SignOutReason
  /** Path of our own host where the person was; null: nowhere in particular. */
  readonly from: string | null
}

const key = 'portico.signed-out'

export function writeSignOutNote(note: SignOutNote) {
  sessionStore.set(key, note)
}

export function readSignOutNote(): SignOutNote | null {
  const stored = sessionStore.get(key) as Partial<SignOutNote> | null
  if (!isSignOutReason(stored?.reason)) return null
  return { reason: stored.reason, from: returnPath(stored.from) }
}

export function removeSignOutNote() {
  sessionStore.remove(key)
}

/** The present address, to come back to. */
export function presentPath(): string {
  return location.pathname + location.search + location.hash
}
