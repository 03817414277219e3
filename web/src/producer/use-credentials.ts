import { partyAppointmentsAndCourses } from '@portico/contract/calls/agencies'
import { useCallback } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'

/** The credentials of the viewer, or of an agent they manage (AG-3). */
export function useCredentials(agentId?: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(partyAppointmentsAndCourses, { query: agentId === undefined ? {} : { agentId }, signal }),
    [agentId],
  )
  return useLoaded(load, { key: agentId ?? '' })
}
