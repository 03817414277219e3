import { login } from '@portico/contract/calls/identity'
import type { PageState } from '@portico/contract/page'
import { stubPagePath, stubPath, stubRefusals } from '@portico/contract/stub-path'
import { type PortalParameters, portalParameters } from '@portico/rules/environment/portal-parameters'
import { readQueryParameters } from '@portico/rules/environment/query-parameters'
import { type StubAnswer, startStubMode } from '../api/stub-mode.ts'
import { readPlace } from '../router/place.ts'
import { sessionStore } from '../storage/storage.ts'

/**
 * The page as shown in stub mode (EN-4): no server knows who is signed in, so the page requests the state that fits what it stored
 * at sign-in, or the stub agent's for `producer=true`.
 */
export async function stubPage(page: PageState): Promise<PageState> {
  startStubMode(answerFromFile)
  // A text preview already comes with the person it is shown for.
  if (page.session !== null) return page
  const { loginId, producer } = stubParameters(location.search)
  const { prefix } = readPlace(location.pathname)
  const person = producer ? 'agent' : sessionStore.get('UserData') === null ? 'visitor' : 'member'
  if (person === 'visitor' || prefix === null) return prefillLogin(page, loginId)
  const answer = await fetch(stubPagePath(prefix, person))
  const state: PageState = await answer.json()
  return { ...state, url: location.pathname + location.search, debugging: page.debugging }
}

/** A sign-in that stub mode refuses has its own file; its status comes from the table, since a file host answers 200. */
const answerFromFile: StubAnswer = async (call, { basic }, signal) => {
  const loginId = call.path === login.path ? basic?.username : undefined
  const refusal = loginId !== undefined && Object.hasOwn(stubRefusals, loginId) ? stubRefusals[loginId] : undefined
  if (refusal === undefined) return fetch(stubPath(call), { signal })
  const { body } = await fetch(stubPath(call, loginId), { signal })
  return new Response(body, { status: refusal.status })
}

/**
 * The parameters that stub mode reads from the query string, also from `q` (EN-5). A file host does not say that it is in stub mode; the
 * page does.
 */
export function stubParameters(search: string): Pick<PortalParameters, 'loginId' | 'producer'> {
  const { parameters } = readQueryParameters(search)
  return portalParameters({ ...parameters, stubs: 'true' }, { debugging: true })
}

/** A file host's sign-in page is the same for every query string. */
function prefillLogin(page: PageState, loginId: string | null): PageState {
  const { view } = page
  return view.name === 'sign-in' && view.loginId === '' && loginId !== null
    ? { ...page, view: { ...view, loginId } }
    : page
}
