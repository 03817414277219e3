import { setSessionValue } from '@portico/contract/calls/session'
import type { PageState } from '@portico/contract/page'
import { LIST_PREFERENCE_KEY, type ListPreference } from '@portico/rules/messages/list-order'
import { api } from '../../base/api/api.ts'
import { createInTurn } from '../../base/api/in-turn.ts'
import { usualList } from './list-query.ts'

/** The choices made since the page was loaded. */
const chosen = new WeakMap<PageState, ListPreference>()

const inTurn = createInTurn()

/** How the person last chose to list their messages, on this device or another (ST-2). */
export function preferredList(page: PageState): ListPreference {
  return chosen.get(page) ?? page.session?.messageList ?? usualList
}

/** Stores a choice for the person, but not for a rep acting for them; a failure to store it is ignored. */
export function rememberList(page: PageState, { pageSize, sorting }: ListPreference) {
  const value = { pageSize, sorting }
  chosen.set(page, value)
  if (page.session?.simulation) return
  inTurn(() => api.call(setSessionValue, { body: { key: LIST_PREFERENCE_KEY, value } })).catch(() => {})
}
