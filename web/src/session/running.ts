const running = new Set<() => void>()
let over = false

/**
 * Registers something that ends with the session, such as its timers; answers how to take it back. What comes when the
 * session has already been left ends at once.
 */
export function endsWithSession(stop: () => void): () => void {
  if (over) stop()
  else running.add(stop)
  return () => {
    running.delete(stop)
  }
}

/** Stops the session time-out and keep-alive (SO-1). */
export function stopSession() {
  over = true
  for (const stop of running) stop()
  running.clear()
}
