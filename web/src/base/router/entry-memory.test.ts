import { afterEach, expect, test, vi } from 'vitest'
import { createEntryMemory } from './entry-memory.ts'

afterEach(() => vi.unstubAllGlobals())

test('RT-5 each entry of the history has a memory of its own, and one that has no id yet has none', () => {
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
