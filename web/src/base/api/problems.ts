import type { ApiError } from './error.ts'

/** What calls report to the whole page, no matter which part made them. */
export interface CallProblems {
  /** A call that the page cannot do without has failed (HT-3); the first one counts. */
  readonly critical: ApiError | null
  /** A call was answered that there is no session, or no longer one. */
  readonly noSession: boolean
  /** A call is waiting for the person to prove who they are; to be called with the outcome. Null while none is. */
  readonly proof: ((given: boolean) => void) | null
}

export const noProblems: CallProblems = { critical: null, noSession: false, proof: null }

let problems = noProblems
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function set(next: CallProblems) {
  problems = next
  for (const listener of listeners) listener()
}

export function reportCritical(error: ApiError) {
  if (problems.critical === null) set({ ...problems, critical: error })
}

export function reportNoSession() {
  if (!problems.noSession) set({ ...problems, noSession: true })
}

/** Asks the person to prove who they are, once for all calls waiting for it. Returns whether they did. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    set({
      ...problems,
      proof: (given) => {
        asking = null
        set({ ...problems, proof: null })
        resolve(given)
      },
    })
  })
  return asking
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
