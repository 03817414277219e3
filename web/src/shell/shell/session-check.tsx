import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { api } from '../../base/api/api.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { hearSimulationChange } from '../../session/acting/simulation-change.ts'
import { loadPage } from '../../session/session/load-page.ts'

/** Checks in every browser tab, on load, whether the sign-in that its page was sent for is still valid (SI-8); if not, it ends for the page. */
export function SessionCheck() {
  const { href } = useNavigation()
  useEffect(() => {
    api.call(validateSession, { critical: true }).catch(() => {})
  }, [])
  // In another browser tab, the session has become someone else's, or a representative's own again (CS-1).
  useEffect(() => hearSimulationChange(() => loadPage(href('/'))), [href])
  return null
}
