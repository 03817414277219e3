/**
 * Keeps what is made for some keys, at most `max` of them: the one that was not used for longest goes. Another version of a key is made anew,
 * and what could not be made is not kept.
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
