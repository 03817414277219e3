import { Suspense, useSyncExternalStore } from 'react'
import { type Problems as ProblemState, problemStore } from '../api/problems.ts'
import { usePage } from '../page-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

const none: ProblemState = { critical: null, noSession: false }

const ProblemDialogs = lazyPart(async () => (await import('./problem-dialogs.tsx')).ProblemDialogs)

/** Shows what calls raise for the whole page; its dialogs are fetched when the first is needed. */
export function Problems() {
  const { session } = usePage()
  const { critical, noSession } = useSyncExternalStore(problemStore.subscribe, problemStore.get, () => none)
  const ended = noSession && session !== null
  if (!ended && critical === null) return null
  return (
    <Suspense>
      <ProblemDialogs critical={critical} noSession={ended} />
    </Suspense>
  )
}
