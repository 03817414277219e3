/** Something that runs as long as the session: its `stop` is null while it does not run. */
interface Part {
  readonly start: () => () => void
  stop: (() => void) | null
}

const parts = new Set<Part>()
let left = false
let reads = new AbortController()

/**
 * Runs something that ends with the session, such as its timers; `start` returns the function that stops it. It starts again if the session
 * could not be left. Returns a function that ends it for good.
 */
export function runDuringSession(start: () => () => void): () => void {
  const part: Part = { start, stop: left ? null : start() }
  parts.add(part)
  return () => {
    parts.delete(part)
    halt(part)
  }
}

/** Aborts reads while the session is being left, since they would be refused. */
export function untilSessionIsLeft(): AbortSignal {
  return reads.signal
}

/** Stops the session time-out and keep-alive (SO-1). */
export function stopSession() {
  left = true
  reads.abort()
  for (const part of parts) halt(part)
}

/**
 * The session could not be left: reads are allowed again, and whatever ended with the session starts again, so that it still times out
 * (SE-1).
 */
export function readOn() {
  left = false
  reads = new AbortController()
  for (const part of parts) part.stop ??= part.start()
}

function halt(part: Part) {
  part.stop?.()
  part.stop = null
}
