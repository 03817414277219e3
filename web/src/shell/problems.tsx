import { useSyncExternalStore } from 'react'
import { noProblems, problemStore } from '../api/problems.ts'
import { usePage } from '../page-state.tsx'
import { createPart, LazyPart } from '../ui/lazy-part.tsx'

const dialogs = createPart(async () => (await import('./problem-dialogs.tsx')).ProblemDialogs)

/** Shows problems that calls report to the whole page; its dialogs are loaded when the first one is needed. */
export function Problems() {
  const { session } = usePage()
  const { critical, noSession, proof } = useSyncExternalStore(
    problemStore.subscribe,
    problemStore.get,
    () => noProblems,
  )
  const ended = noSession && session !== null
  if (!ended && critical === null && proof === null) return null
  return <LazyPart part={dialogs} props={{ critical, noSession: ended, proof }} />
}
