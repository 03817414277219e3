const running = new Set<() => void>()
let over = false
let reads = new AbortController()

/**
 * Registers something that ends with the session, such as its timers; returns how to take it back. What comes when the
 * session has already been left ends at once.
 */
export function endsWithSession(stop: () => void): () => void {
  if (over) stop()
  else running.add(stop)
  return () => {
    running.delete(stop)
  }
}

/** Gives up what is read while the session is being left: it would be refused. */
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

/** The session could not be left: reading goes on. */
export function readOn() {
  reads = new AbortController()
}
