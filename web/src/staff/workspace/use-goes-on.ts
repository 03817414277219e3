import { useKeptState } from '../../base/storage/use-kept-state.ts'

const staysHere = { next: '' }

/** Whether the next conversation opens after a reply is sent: for staff who work through a queue. */
export function useGoesOn() {
  return useKeptState('desk', staysHere)
}
