import { isSignOutReason, returnPath, type SignOutReason } from '@portico/rules/session/sign-out'
import { sessionStore } from '../../base/storage/storage.ts'

/** What the browser tab knows about its last sign-out; in session storage, so that it is not in any address. */
export interface SignOutNote {
  readonly reason: SignOutReason
  /** Path on our own host where the person was; null: nowhere in particular. */
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

/** The current address, to return to. */
export function presentPath(): string {
  return location.pathname + location.search + location.hash
}
