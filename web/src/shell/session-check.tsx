import { validateSession } from '@portico/contract/calls/identity'
import { useEffect } from 'react'
import { api } from '../api/api.ts'
import { hasUserData } from '../session/user-data.ts'

/** Asks on load whether a stored sign-in still holds (SI-8); the answer that it does not ends it for the page. */
export function SessionCheck() {
  useEffect(() => {
    if (hasUserData()) api.call(validateSession).catch(() => {})
  }, [])
  return null
}
