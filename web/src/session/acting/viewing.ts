import { startViewing } from '@portico/contract/calls/people'
import { api } from '../../base/api/api.ts'
import { loadPage } from '../session/load-page.ts'
import { pageKey } from './simulation.ts'
import { turnToSomebodyElse } from './simulation-change.ts'

/** Switches the session to viewing someone else's information, and shows that person's home (RG-3). Throws ApiError. */
export async function beginViewing(personId: string, home: string): Promise<void> {
  await turnToSomebodyElse(() => api.call(startViewing, { body: { personId }, headers: { ObSSOCookie: pageKey() } }))
  loadPage(home)
}
