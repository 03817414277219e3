import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import type { SavedValues } from '@portico/rules/registration/saved'
import type { SignOutReason } from '@portico/rules/session/sign-out'

/** Which clock a tab runs by: a signed-in page's, or a credential screen's before sign-in. */
export type ClockScope = 'session' | 'credentials'

/** What the tabs of one portal tell each other; nothing of it is stored. */
export type TabMessage =
  /** When the sender's person last did something, in ms since 1970. */
  | { readonly type: 'active'; readonly scope: ClockScope; readonly at: number }
  /** The sender is about to warn or to end: a tab that knows of later activity says so. */
  | { readonly type: 'asking'; readonly scope: ClockScope }
  /** Whether a registration has been begun in another tab. */
  | { readonly type: 'registration-asked' }
  /** One has, with what was typed there; secrets stay where they are. */
  | { readonly type: 'registration-begun'; readonly values: SavedValues }
  /** It has been sent from the tab that says so. */
  | { readonly type: 'registration-sent'; readonly values: SavedValues }
  | { readonly type: 'signed-out'; readonly reason: SignOutReason }
  /** What the server told the sender, who shows `person`. */
  | { readonly type: 'mail'; readonly person: string; readonly news: PayloadOf<typeof mailEvents> }

/** One for the whole tab, so that no tab hears itself; null where the browser has none. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico')

export function tellTabs(message: TabMessage) {
  channel?.postMessage(message)
}

/** Hears what other tabs tell; returns how to stop. */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
