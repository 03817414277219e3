import type { BodyOf } from '@portico/contract/call'
import { logout } from '@portico/contract/calls/identity'
import { startSimulation, startSimulationBeside } from '@portico/contract/calls/simulation'
import type { PageState } from '@portico/contract/page'
import { LOGOUT_PATH } from '@portico/rules/session/logout-path'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { loadPage } from '../session/load-page.ts'
import { writeSignOutNote } from '../sign-out/sign-out-note.ts'
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
async function beginSimulation({ brand, loginId, home, ...body }: SimulationStart): Promise<void> {
  const headers = { ObSSOCookie: pageKey() }
  const params = { storeID: brand.storeID, logonID: loginId }
  await turnToSomebodyElse(() => api.call(startSimulation, { params, body, headers }))
  loadPage(home)
}

/**
 * Opens the portal of the person with this login ID in another browser tab, while this one stays in the representative's own session
 * (CS-1). If staff and members share a host, the whole browser switches instead. Call it in the press itself, because otherwise the browser
 * opens no tab. Throws ApiError, and `TabBlocked` if the browser opens none anyway.
 */
export async function beginSimulationBeside(start: SimulationStart): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { brand, loginId, home: _home, ...body } = start
    const params = { storeID: brand.storeID, logonID: loginId }
    if (tab === null) throw new TabBlocked()
    tab.opener = null
    const { address } = await api.call(startSimulationBeside, { params, body, headers: { ObSSOCookie: pageKey() } })
    if (address !== null) {
      tab.location.replace(address)
      return
    }
  } catch (error) {
    tab?.close()
    throw error
  }
  tab.close()
  await beginSimulation(start)
}

/** The browser opened no tab. */
export class TabBlocked extends Error {
  override readonly name = 'TabBlocked'
}

/**
 * Returns to the acting person's own session, on a page that says how acting ended. If it has already ended by itself, the next page leads
 * back too. Throws ApiError when it may still be active.
 */
export async function endSimulation(page: string) {
  await endActing()
  loadPage(page)
}

/** Ends acting in its own browser tab. There is no way back: the representative's own session is in another tab. Throws ApiError. */
export async function endSimulationBeside() {
  await endActing()
  writeSignOutNote({ reason: 'simulation-ended', from: null })
  loadPage(LOGOUT_PATH)
}

/**
 * Handles Logout while acting: a representative goes back to their own home, a person viewing someone else's information is signed
 * out (RG-3).
 */
export async function leaveSimulation(page: Pick<PageState, 'brand' | 'session'>, home: string) {
  if (page.session?.simulation?.isBeside) return endSimulationBeside()
  if (!page.session?.simulation?.scopes) return endSimulation(`${home}?simulation=stopped`)
  await endActing()
  const { logOut } = await import('../sign-out/logout.ts')
  await logOut(page)
}

function endActing(): Promise<void> {
  return turnToSomebodyElse(async () => {
    try {
      await api.call(logout, { mayBeOver: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    }
  })
}

/** Proves that the call comes from a page of this session; the server compares it. */
export function pageKey(): string {
  return /(?:^|; )ObSSOCookie=([^;]*)/.exec(document.cookie)?.[1] ?? ''
}
