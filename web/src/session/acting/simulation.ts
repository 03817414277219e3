import type { BodyOf } from '@portico/contract/call'
import { logout } from '@portico/contract/calls/identity'
import { startSimulation } from '@portico/contract/calls/simulation'
import type { PageState } from '@portico/contract/page'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { loadPage } from '../session/load-page.ts'
import { turnToSomebodyElse } from './simulation-change.ts'

export interface SimulationStart extends BodyOf<typeof startSimulation> {
  readonly brand: Pick<PageState['brand'], 'storeID'>
  readonly loginId: string
  /** Home of the signed-in person. */
  readonly home: string
}

/**
 * Switches the session to the person with this login ID, along with the representative's name, and shows that person's home (CS-1).
 * Throws ApiError.
 */
export async function beginSimulation({ brand, loginId, home, ...body }: SimulationStart): Promise<void> {
  const headers = { ObSSOCookie: pageKey() }
  await api.call(startSimulation, { params: { storeID: brand.storeID, logonID: loginId }, body, headers })
  await turnToSomebodyElse()
  loadPage(home)
}

/**
 * Goes back to the acting person's own session, at a page that says how acting ended. If it has already ended by itself, the next
 * page leads back too. Throws ApiError when it may still be active.
 */
export async function endSimulation(page: string) {
  await endActing()
  loadPage(page)
}

/**
 * Handles Logout while acting: a representative goes back to their own home, a person viewing someone else's information is signed
 * out (RG-3).
 */
export async function leaveSimulation(page: Pick<PageState, 'brand' | 'session'>, home: string) {
  if (!page.session?.simulation?.scopes) return endSimulation(`${home}?simulation=stopped`)
  await endActing()
  const { logOut } = await import('../sign-out/logout.ts')
  await logOut(page)
}

async function endActing() {
  try {
    await api.call(logout, { mayBeOver: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  await turnToSomebodyElse()
}

/** Proves that the call comes from a page of this session; the server compares it. */
export function pageKey(): string {
  return /(?:^|; )ObSSOCookie=([^;]*)/.exec(document.cookie)?.[1] ?? ''
}
