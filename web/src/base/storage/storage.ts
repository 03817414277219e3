/** Where this module stores when values expire; callers cannot use it as a key. */
export const metaKey = 'portico.meta'

/** How long a value lives by default (ST-1). */
const defaultTtlMs = 60 * 60 * 1000

/** Everything that may outlive the browser tab, on a machine that others may use: nothing about health, no secret. */
const localKeys = ['rememberedLoginId'] as const
export type LocalKey = (typeof localKeys)[number]

/** The part of the platform's `Storage` used here. */
export type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface StoreOptions {
  /** Called at each use; with null, or if it throws, nothing is stored. */
  readonly backend: () => Backend | null
  readonly now: () => number
  /** Keys allowed; undefined allows all. */
  readonly allowed?: readonly string[]
}

export interface Store<Key extends string | number> {
  /** The value, or null if there is none, it has expired or it cannot be read. */
  get(key: Key): unknown
  /** `ttlMs` is 60 minutes by default; null never expires. */
  set(key: Key, value: unknown, options?: { readonly ttlMs: number | null }): void
  remove(key: Key): void
}

/**
 * A store whose values expire (ST-1). A missing key is logged and nothing is stored; a key that is neither text nor number,
 * reserved or not allowed throws, and so does calling it directly, without saying where to store.
 */
export function createStore<Key extends string | number>(options: StoreOptions): Store<Key> {
  if (!options) throw new Error('ERROR: Storage cannot be called directly.')
  const { backend, now, allowed } = options
  const use = <Result>(action: (storage: Backend) => Result): Result | null => {
    try {
      const storage = backend()
      return storage && action(storage)
    } catch {
      return null
    }
  }
  const readExpiries = (storage: Backend): Record<string, number> => JSON.parse(storage.getItem(metaKey) ?? '{}')
  const writeExpiry = (storage: Backend, key: string, expiry: number | null) => {
    const { [key]: _, ...others } = readExpiries(storage)
    const expiries = expiry === null ? others : { ...others, [key]: expiry }
    if (Object.keys(expiries).length === 0) storage.removeItem(metaKey)
    else storage.setItem(metaKey, JSON.stringify(expiries))
  }
  const remove = (name: string) =>
    use((storage) => {
      storage.removeItem(name)
      writeExpiry(storage, name, null)
    })

  return {
    get(key) {
      const name = checkKey(key)
      if (name === null) return null
      const expired = use((storage) => (readExpiries(storage)[name] ?? Number.POSITIVE_INFINITY) <= now())
      if (expired) remove(name)
      return use((storage) => JSON.parse(storage.getItem(name) ?? 'null'))
    },
    set(key, value, { ttlMs } = { ttlMs: defaultTtlMs }) {
      const name = checkKey(key)
      if (name === null) return
      if (allowed && !allowed.includes(name)) throw new Error('ERROR: PHI cannot be stored in localStorage')
      use((storage) => {
        storage.setItem(name, JSON.stringify(value))
        writeExpiry(storage, name, ttlMs === null ? null : now() + ttlMs)
      })
    },
    remove(key) {
      const name = checkKey(key)
      if (name !== null) remove(name)
    },
  }
}

function checkKey(key: unknown): string | null {
  if (key === undefined || key === null || key === '') {
    console.error('ERROR: Storage Key was never passed.')
    return null
  }
  if (typeof key !== 'string' && typeof key !== 'number')
    throw new Error('ERROR: Storage Key must be text or a number.')
  if (key === metaKey) throw new Error('ERROR: Storage Key is reserved.')
  return String(key)
}

/** For the life of the browser tab. */
export const sessionStore = createStore<string | number>({ backend: () => sessionStorage, now: () => Date.now() })

/** For longer; only the keys in `localKeys`. */
export const localStore = createStore<LocalKey>({
  backend: () => localStorage,
  now: () => Date.now(),
  allowed: localKeys,
})
