import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { api } from '../../base/api/api.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { hearSimulationChange } from '../../session/acting/simulation-change.ts'
import { loadPage } from '../../session/session/load-page.ts'

/**
 * On load, checks in every browser tab whether the sign-in that the page was rendered for is still valid (SI-8); if not, the session ends
 * for the page.
 */
export function SessionCheck() {
  const { href } = useNavigation()
  useEffect(() => {
    api.call(validateSession, { critical: true }).catch(() => {})
  }, [])
  // Another browser tab has switched the session to someone else's, or back to a representative's own (CS-1).
  useEffect(() => hearSimulationChange(() => loadPage(href('/'))), [href])
  return null
}
