let running = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  running += by
  for (const listener of listeners) listener()
}

/** Requests the loading indicator until the returned function is called (MN-6); further calls do nothing. */
export function startLoading(): () => void {
  change(1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    change(-1)
  }
}

/** For `useSyncExternalStore`: whether anything that requested the indicator is still loading. */
export const loadingStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => running > 0,
}
