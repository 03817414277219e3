import { useKeptState } from '../../base/storage/use-kept-state.ts'

const staysHere = { next: '' }

/** Whether the next conversation opens once a reply is sent: for those who work through a queue. */
export function useGoesOn() {
  return useKeptState('desk', staysHere)
}
