import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { hearSimulationChange } from '../acting/simulation-change.ts'
import { api } from '../api/api.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { hasUserData } from '../session/user-data.ts'

/** Checks on load whether a stored sign-in is still valid (SI-8); if not, it ends for the page. */
export function SessionCheck() {
  const { href } = useNavigation()
  useEffect(() => {
    if (hasUserData()) api.call(validateSession).catch(() => {})
  }, [])
  // In another browser tab, the session has become someone else's, or a representative's own again (CS-1).
  useEffect(() => hearSimulationChange(() => loadPage(href('/'))), [href])
  return null
}
