import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import type { SavedValues } from '@portico/rules/registration/saved'
import type { SignOutReason } from '@portico/rules/session/sign-out'

/** Which clock a browser tab follows: that of a signed-in page, or of a credential screen before sign-in. */
export type ClockScope = 'session' | 'credentials'

/** What the portal's browser tabs tell each other; none of it is stored. */
export type TabMessage =
  /** When the person in the sending tab last did something, in ms since 1970. */
  | { readonly type: 'active'; readonly scope: ClockScope; readonly at: number }
  /** The sending tab is about to warn or to end the session: a tab that knows of later activity answers. */
  | { readonly type: 'asking'; readonly scope: ClockScope }
  /** Asks whether a registration has been started in another browser tab. */
  | { readonly type: 'registration-asked' }
  /** The answer, with what was typed there except secrets. */
  | { readonly type: 'registration-begun'; readonly values: SavedValues }
  /** The registration was sent from this tab. */
  | { readonly type: 'registration-sent'; readonly values: SavedValues }
  | { readonly type: 'signed-out'; readonly reason: SignOutReason }
  /** The server's news to the sending tab, which shows `person`. */
  | { readonly type: 'mail'; readonly person: string; readonly news: PayloadOf<typeof mailEvents> }

/** One for the whole browser tab, so that it does not receive its own messages; null if the browser has none. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico')

export function tellTabs(message: TabMessage) {
  channel?.postMessage(message)
}

/** Listens to other browser tabs; returns a function that stops it. */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
