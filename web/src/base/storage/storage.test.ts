import { expect, test, vi } from 'vitest'
import { createStore, localStore, type StoreOptions } from './storage.ts'

/** The platform's storage, backed by a map. */
function memory() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

function storeOn(backend = memory(), options: Partial<StoreOptions> = {}) {
  let now = 1_000_000
  const store = createStore<string | number>({ backend: () => backend, now: () => now, ...options })
  return { store, backend, wait: (ms: number) => (now += ms) }
}

test('ST-1 SI-5 a value is stored under its own key, as it is', () => {
  const { store, backend } = storeOn()
  store.set('UserData', { logonId: 'MEMBER01' })
  expect(JSON.parse(backend.values.get('UserData') ?? '')).toEqual({ logonId: 'MEMBER01' })
  expect(store.get('UserData')).toEqual({ logonId: 'MEMBER01' })
  store.remove('UserData')
  expect(store.get('UserData')).toBeNull()
})

test('ST-1 a value expires after 60 minutes unless told otherwise', () => {
  const { store, backend, wait } = storeOn()
  store.set('a', 1)
  store.set('b', 2, { ttlMs: 5 })
  store.set('c', 3, { ttlMs: null })
  wait(5)
  expect([store.get('a'), store.get('b'), store.get('c')]).toEqual([1, null, 3])
  wait(60 * 60 * 1000 - 6)
  expect(store.get('a')).toBe(1)
  wait(1)
  expect([store.get('a'), store.get('c')]).toEqual([null, 3])
  expect(backend.values.has('a')).toBe(false)
})

test('ST-1 a missing key is logged and stores nothing', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { store, backend } = storeOn()
  for (const key of ['', undefined, null]) store.set(key as string, 'x')
  expect(error.mock.calls).toEqual(Array(3).fill(['ERROR: Storage Key was never passed.']))
  expect(backend.values.size).toBe(0)
  error.mockRestore()
})

test('ST-1 keys are texts or numbers, and the reserved one is refused', () => {
  const { store, backend } = storeOn()
  store.set(7, 'seven')
  expect(store.get(7)).toBe('seven')
  expect(() => store.set({} as string, 'x')).toThrow('ERROR: Storage Key must be text or a number.')
  expect(() => store.set('portico.meta', 'x')).toThrow('ERROR: Storage Key is reserved.')
  expect([...backend.values.keys()].sort()).toEqual(['7', 'portico.meta'])
})

test('ST-1 without a place to store it cannot be called', () => {
  expect(() => (createStore as () => unknown)()).toThrow('ERROR: Storage cannot be called directly.')
})

test('ST-1 only keys of the allow-list get into local storage', () => {
  const { store, backend } = storeOn(memory(), { allowed: ['rememberedLoginId'] })
  store.set('rememberedLoginId', 'MEMBER01')
  expect(() => store.set('UserData', { dateOfBirth: '1970-01-01' })).toThrow(
    'ERROR: PHI cannot be stored in localStorage',
  )
  expect([...backend.values.keys()].sort()).toEqual(['portico.meta', 'rememberedLoginId'])
  store.set('rememberedLoginId', 'MEMBER01', { ttlMs: null })
  expect([...backend.values.keys()]).toEqual(['rememberedLoginId'])
  expect(() => localStore.set('claims' as 'rememberedLoginId', [])).toThrow(
    'ERROR: PHI cannot be stored in localStorage',
  )
})

test('ST-1 refused or broken storage never stops the page', () => {
  const refused = createStore<string>({
    backend: () => {
      throw new Error('refused')
    },
    now: () => 0,
  })
  expect(() => refused.set('a', 1)).not.toThrow()
  expect(refused.get('a')).toBeNull()
  const { store, backend } = storeOn()
  backend.values.set('a', '{broken')
  expect(store.get('a')).toBeNull()
})
