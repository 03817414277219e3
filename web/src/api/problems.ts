import type { ApiError } from './error.ts'

/** What calls tell the whole page, whoever made them. */
export interface Problems {
  /** A call that the page cannot go on without failed (HT-3); the first counts. */
  readonly critical: ApiError | null
  /** A call was answered that there is no session (any more). */
  readonly noSession: boolean
}

let problems: Problems = { critical: null, noSession: false }
const listeners = new Set<() => void>()

function set(next: Problems) {
  problems = next
  for (const listener of listeners) listener()
}

export function reportCritical(error: ApiError) {
  if (problems.critical === null) set({ ...problems, critical: error })
}

export function reportNoSession() {
  if (!problems.noSession) set({ ...problems, noSession: true })
}

/** For `useSyncExternalStore`. */
export const problemStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => problems,
}
