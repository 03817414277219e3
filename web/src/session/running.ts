const running = new Set<() => void>()

/** Registers something that ends with the session, such as its timers; answers how to take it back. */
export function endsWithSession(stop: () => void): () => void {
  running.add(stop)
  return () => {
    running.delete(stop)
  }
}

/** Stops the session time-out and keep-alive (SO-1). */
export function stopSession() {
  for (const stop of running) stop()
  running.clear()
}
