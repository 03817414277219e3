import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { hearSimulationChange } from '../acting/simulation-change.ts'
import { api } from '../api/api.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'

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
