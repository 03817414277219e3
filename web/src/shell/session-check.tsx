import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { hearSimulationChange } from '../acting/simulation-change.ts'
import { api } from '../api/api.ts'
import { useNavigation } from '../router/navigation.ts'
import { loadPage } from '../session/load-page.ts'
import { hasUserData } from '../session/user-data.ts'

/** Asks on load whether a stored sign-in still holds (SI-8); the answer that it does not ends it for the page. */
export function SessionCheck() {
  const { href } = useNavigation()
  useEffect(() => {
    if (hasUserData()) api.call(validateSession).catch(() => {})
  }, [])
  // In another tab the session has become someone else's, or a representative's own again (CS-1).
  useEffect(() => hearSimulationChange(() => loadPage(href('/'))), [href])
  return null
}
