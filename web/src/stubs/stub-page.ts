import type { PageState } from '@portico/contract/page'
import { type StubPerson, stubPagePath } from '@portico/contract/stub-path'
import { startStubMode } from '../api/stub-mode.ts'
import { readPlace } from '../router/place.ts'
import { sessionStore } from '../session/storage.ts'

/**
 * The page as stub mode shows it (EN-4): no server knows who is signed in, so the page asks for the state that fits what
 * it stored at sign-in, or for the stub agent's where `producer=true`.
 */
export async function stubPage(page: PageState): Promise<PageState> {
  startStubMode()
  const { query, prefix } = readPlace(location.pathname + location.search)
  const person = personOf(query)
  if (person === 'visitor' || prefix === null) return page
  const answer = await fetch(stubPagePath(prefix, person))
  const state: PageState = await answer.json()
  return { ...state, url: location.pathname + location.search }
}

function personOf(query: Readonly<Record<string, string>>): StubPerson {
  if (query.producer === 'true') return 'agent'
  return sessionStore.get('UserData') === null ? 'visitor' : 'member'
}
