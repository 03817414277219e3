import type { PageState } from '@portico/contract/page'
import type { Translate } from '../texts/text.tsx'

/** Settings for all of the page's calls; set once, before the first. */
export interface CallSettings {
  /** Sent as the header `appid` (EN-1). */
  readonly appId: string
  /** Hosts for calls across origins, and the test back end of message calls (EN-2, MC-5). */
  readonly services: PageState['services']
  /** For the console lines of failed calls (HT-2). */
  readonly t: Translate
}

let settings: CallSettings | null = null

export function setCallSettings(given: CallSettings) {
  settings = given
}

export function callSettings(): CallSettings {
  if (!settings) throw new Error('A call before the page has started')
  return settings
}
