import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentFreshness, refreshSession } from './freshness.ts'
import { hasUserData } from './user-data.ts'

/** A browser with tabs: they share the cookies, and each has a storage of its own. */
const cookies = new Map<string, string>()

function openTab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return {
    kept,
    /** Makes the page's code run in this tab. */
    show: () => vi.stubGlobal('sessionStorage', storage),
  }
}

beforeEach(() => {
  cookies.clear()
  const jar = {
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ')
    },
  }
  vi.stubGlobal('document', jar)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('SI-9 a second tab checks its own stored data against the token after somebody else has signed in in the first', () => {
  const [one, two] = [openTab(), openTab()]
  cookies.set('sessionToken', '1')
  for (const tab of [one, two]) {
    tab.show()
    refreshSession('member01')
    expect([currentFreshness(), hasUserData()]).toEqual(['fresh', true])
  }
  cookies.set('sessionToken', '2')
  one.show()
  refreshSession('member07')
  expect(currentFreshness()).toBe('fresh')
  two.show()
  expect(currentFreshness()).toBe('stale')
  expect(two.kept.get('UserData')).toContain('MEMBER01')
  refreshSession('member07')
  expect(console.warn).toHaveBeenCalledTimes(2)
  expect(currentFreshness()).toBe('fresh')
  expect(two.kept.get('UserData')).not.toContain('MEMBER01')
})

test('SI-9 a new tab has nothing to compare, and one without the cookie deletes nothing', () => {
  const tab = openTab()
  tab.show()
  expect(currentFreshness()).toBe('fresh')
  refreshSession('member01')
  expect(tab.kept.has('sessionToken')).toBe(false)
  cookies.set('sessionToken', '1')
  refreshSession('member01')
  cookies.clear()
  expect(currentFreshness()).toBe('fresh')
  expect(console.warn).not.toHaveBeenCalled()
})
