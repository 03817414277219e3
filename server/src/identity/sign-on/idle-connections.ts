import type { Client } from 'ldapts'

/** A connection to a directory, and when it was opened. */
export interface Open {
  readonly made: Client
  readonly since: number
}

const maxIdle = 4
const idleMs = 30_000
/** Limited, so that a server's new address or certificate is noticed soon. */
const longestMs = 5 * 60_000

const idle = new Map<string, { readonly open: Open; readonly ending: NodeJS.Timeout }[]>()

/** Keeps a connection for a while for the next request to the same server: connecting is most of a sign-in's cost there (OS-64). */
export function keepIdle(key: string, open: Open): void {
  const others = idle.get(key) ?? []
  if (others.length >= maxIdle || Date.now() - open.since > longestMs || !open.made.isConnected) {
    leave(open.made)
    return
  }
  const ending = setTimeout(() => end(key, open), idleMs).unref()
  idle.set(key, [...others, { open, ending }])
}

/** The most recently used connection; null if there is none. */
export function takeIdle(key: string): Open | null {
  const found = idle.get(key)?.at(-1)
  if (found === undefined) return null
  forget(key, found.open)
  return found.open
}

/** Closes all idle connections, because one of them no longer worked. */
export function endIdle(key: string): void {
  for (const { open } of idle.get(key) ?? []) end(key, open)
}

function end(key: string, open: Open): void {
  forget(key, open)
  leave(open.made)
}

function forget(key: string, one: Open): void {
  const rest = (idle.get(key) ?? []).filter(({ open, ending }) => {
    if (open === one) clearTimeout(ending)
    return open !== one
  })
  if (rest.length === 0) idle.delete(key)
  else idle.set(key, rest)
}

/** Not awaited, because a hanging server would block. */
export function leave(made: Client): void {
  made.unbind().catch(() => undefined)
}
