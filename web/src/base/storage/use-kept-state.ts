import { useCallback, useState, useSyncExternalStore } from 'react'
import { sessionStore } from './storage.ts'

/**
 * State that survives Back and a reload, such as the filters of a list. It stays in this browser tab until sign-out, and is never in an
 * address, because it may reveal whom someone looked for. Stored fields that `initial` lacks are ignored.
 */
export function useKeptState<Value extends Readonly<Record<keyof Value, string>>>(
  name: string,
  initial: Value,
): readonly [Value, (next: Value) => void] {
  const key = `portico.list.${name}`
  const [own, setOwn] = useState<Value | null>(null)
  // Compared as text, so that two reads give the same snapshot.
  const stored = useSyncExternalStore(
    neverChanges,
    () => JSON.stringify(sessionStore.get(key)),
    () => null,
  )
  const set = useCallback(
    (next: Value) => {
      sessionStore.set(key, next)
      setOwn(next)
    },
    [key],
  )
  return [own ?? readStored(stored, initial), set]
}

const neverChanges = () => () => {}

export function readStored<Value extends Readonly<Record<keyof Value, string>>>(
  stored: string | null,
  initial: Value,
): Value {
  const kept: unknown = stored === null ? null : JSON.parse(stored)
  if (typeof kept !== 'object' || kept === null) return initial
  const known = Object.entries(kept).filter(([name, value]) => name in initial && typeof value === 'string')
  return { ...initial, ...Object.fromEntries(known) }
}
