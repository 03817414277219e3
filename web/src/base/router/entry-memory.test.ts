import { afterEach, expect, test, vi } from 'vitest'
import { createEntryMemory } from './entry-memory.ts'

afterEach(() => vi.unstubAllGlobals())

test('RT-5 each entry of the history has its own memory, and one without an id has none', () => {
  const tab = { state: null as unknown }
  vi.stubGlobal('history', tab)
  const memory = createEntryMemory<string>()
  memory.keep('lost')
  expect(memory.recall()).toBeNull()
  tab.state = { entryId: 'a' }
  expect(memory.recall()).toBeNull()
  memory.keep('knee')
  tab.state = { entryId: 'b' }
  expect(memory.recall()).toBeNull()
  memory.keep('hip')
  tab.state = { entryId: 'a' }
  expect(memory.recall()).toBe('knee')
  expect(createEntryMemory<string>().recall()).toBeNull()
})

test('RT-5 ST-2 state that survives a reload is only in the browser tab, by its entry, and only if it can still be read', () => {
  const tab = { state: { entryId: 'a' } as unknown }
  const stored = new Map<string, string>()
  vi.stubGlobal('history', tab)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const load = () =>
    createEntryMemory<string>({
      name: 'words',
      toStored: (kept) => ({ kept }),
      fromStored: (one) => (one as { kept?: string }).kept ?? null,
    })
  load().keep('knee')
  expect(load().recall()).toBe('knee')
  tab.state = { entryId: 'b' }
  expect(load().recall()).toBeNull()
  tab.state = { entryId: 'a' }
  stored.set('portico.words.a', '{"other":1}')
  expect(load().recall()).toBeNull()
})
