import { setSessionValue } from '@portico/contract/calls/session'
import type { PageState } from '@portico/contract/page'
import { LIST_PREFERENCE_KEY, type ListPreference } from '@portico/rules/messages/list-order'
import { api } from '../../base/api/api.ts'
import { createQueue } from '../../base/api/queue.ts'
import { usualList } from './list-query.ts'

/** The choices made since the page was loaded. */
const chosen = new WeakMap<PageState, ListPreference>()

const enqueue = createQueue()

/** How the person last chose to list their messages, on this device or another (ST-2). */
export function readListPreference(page: PageState): ListPreference {
  return chosen.get(page) ?? page.session?.messageList ?? usualList
}

/** Stores a choice for the person, but not for a rep acting for them; a failure to store it is ignored. */
export function rememberList(page: PageState, { pageSize, sorting }: ListPreference) {
  const value = { pageSize, sorting }
  chosen.set(page, value)
  if (page.session?.simulation) return
  enqueue(() => api.call(setSessionValue, { body: { key: LIST_PREFERENCE_KEY, value } })).catch(() => {})
}
