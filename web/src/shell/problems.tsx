import { useSyncExternalStore } from 'react'
import { type Problems as ProblemState, problemStore } from '../api/problems.ts'
import { usePage } from '../page-state.tsx'
import { createPart, Later } from '../ui/later.tsx'

const none: ProblemState = { critical: null, noSession: false }

const dialogs = createPart(async () => (await import('./problem-dialogs.tsx')).ProblemDialogs)

/** Shows what calls raise for the whole page; its dialogs are fetched when the first is needed. */
export function Problems() {
  const { session } = usePage()
  const { critical, noSession } = useSyncExternalStore(problemStore.subscribe, problemStore.get, () => none)
  const ended = noSession && session !== null
  if (!ended && critical === null) return null
  return <Later part={dialogs} props={{ critical, noSession: ended }} />
}
