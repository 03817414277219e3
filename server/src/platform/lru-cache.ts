/**
 * Caches a value per key, at most `max`: the least recently used is evicted. A new version of a key is computed again, and failures are not
 * cached.
 */
export function createLruCache<Value>(max: number) {
  const kept = new Map<string, { readonly version: string; readonly value: Promise<Value> }>()
  return (key: string, version: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    const isKnown = known?.version === version
    const used = isKnown ? known : { version, value: make() }
    kept.delete(key)
    kept.set(key, used)
    if (isKnown) return used.value
    const [oldest] = kept.keys()
    if (kept.size > max && oldest !== undefined) kept.delete(oldest)
    used.value.catch(() => {
      if (kept.get(key) === used) kept.delete(key)
    })
    return used.value
  }
}
