let running = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  running += by
  for (const listener of listeners) listener()
}

/** Asks for the loading indicator until the answered function is called (MN-6); calling that again does nothing. */
export function startLoading(): () => void {
  change(1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    change(-1)
  }
}

/** For `useSyncExternalStore`: whether anything is being loaded that asked for the indicator. */
export const loadingStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => running > 0,
}
