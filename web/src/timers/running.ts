const running = new Set<() => void>()
let over = false
let reads = new AbortController()

/**
 * Registers something that ends with the session, such as its timers; returns a function that unregisters it. If the session has
 * already been left, it ends at once.
 */
export function endsWithSession(stop: () => void): () => void {
  if (over) stop()
  else running.add(stop)
  return () => {
    running.delete(stop)
  }
}

/** Aborts reads while the session is being left, since they would be refused. */
export function untilSessionIsLeft(): AbortSignal {
  return reads.signal
}

/** Stops the session time-out and keep-alive (SO-1). */
export function stopSession() {
  over = true
  reads.abort()
  for (const stop of running) stop()
  running.clear()
}

/** The session could not be left, so reads are allowed again. */
export function readOn() {
  reads = new AbortController()
}
