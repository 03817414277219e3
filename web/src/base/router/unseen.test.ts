import { afterEach, expect, test, vi } from 'vitest'
import { links } from './links.ts'
import { keepUnseen, partAddress, takeUnseen, wholeAddress } from './unseen.ts'

/** A minimal browser at an address, with only what the module uses. */
function at(address: string, state: unknown = null) {
  const tab = { state, address, stored: new Map<string, string>() }
  const place = () => new URL(tab.address, 'https://portal.example')
  vi.stubGlobal('location', {
    get pathname() {
      return place().pathname
    },
    get search() {
      return place().search
    },
    get hash() {
      return place().hash
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return tab.state
    },
    replaceState: (next: unknown, _: string, to?: string) =>
      Object.assign(tab, { state: next, address: to ?? tab.address }),
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.stored.set(key, value),
    removeItem: (key: string) => void tab.stored.delete(key),
  })
  return tab
}
afterEach(() => vi.unstubAllGlobals())

test('MP-28 words that may reveal health information are removed from an address, whatever surrounds them', () => {
  expect(partAddress(links.searchResults('knee & hip?'))).toEqual({
    seen: "/search-results.html?productEnabled='true'&contentEnabled='true'",
    unseen: 'searchQuery=knee%20%26%20hip%3F',
  })
  expect(partAddress(links.findDoctor({ words: 'knee', provider: '123' }))).toEqual({
    seen: '/login/#/finder',
    unseen: 'words=knee&provider=123',
  })
  expect(partAddress('/search-results.html?search%51uery=x#top')).toEqual({
    seen: '/search-results.html#top',
    unseen: 'search%51uery=x',
  })
  for (const plain of [links.findDoctor(), '/mbr/?loginId=A&b#!/account?tab=1', '/', '']) {
    expect(partAddress(plain)).toEqual({ seen: plain, unseen: '' })
  }
})

test('MP-28 an old bookmark’s words are removed from the address at the start, and the entry still has them after a reload', () => {
  const tab = at('/search-results.html?searchQuery=knee&productEnabled=true')
  takeUnseen('/search-results.html?searchQuery=knee&productEnabled=true')
  expect(tab.address).toBe('/search-results.html?productEnabled=true')
  expect(JSON.stringify(tab.state)).not.toContain('knee')
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=knee&productEnabled=true')
  takeUnseen(tab.address)
  expect(wholeAddress()).toContain('searchQuery=knee')
})

test('MP-28 words that a form has sent are known although the address never had them; signing out clears them', () => {
  const tab = at('/search-results.html')
  takeUnseen('/search-results.html?searchQuery=knee')
  expect([tab.address, wholeAddress()]).toEqual(['/search-results.html', '/search-results.html?searchQuery=knee'])
  keepUnseen('another', '')
  tab.stored.clear()
  expect(wholeAddress()).toBe('/search-results.html')
})

test('MP-28 each entry of the history has its own words, even if storage is refused', () => {
  const tab = at('/search-results.html', { entryId: 'a' })
  keepUnseen('a', 'searchQuery=knee')
  keepUnseen('b', 'searchQuery=hip')
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=knee')
  tab.state = { entryId: 'b' }
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=hip')
  vi.stubGlobal('sessionStorage', undefined)
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=hip')
})
