import { startViewing } from '@portico/contract/calls/people'
import { api } from '../api/api.ts'
import { loadPage } from '../session/load-page.ts'
import { pageKey } from './simulation.ts'
import { turnToSomebodyElse } from './simulation-change.ts'

/** From now on the session is one that looks at another's information, whose home is shown (RG-3). Throws ApiError. */
export async function beginViewing(personId: string, home: string): Promise<void> {
  await api.call(startViewing, { body: { personId }, headers: { ObSSOCookie: pageKey() } })
  await turnToSomebodyElse()
  loadPage(home)
}
