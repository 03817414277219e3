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

test('MP-28 words that may tell of health are parted from an address, whatever stands around them', () => {
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

test('MP-28 an old bookmark is taken out of the address at the start, and the entry still knows its words after a reload', () => {
  const tab = at('/search-results.html?searchQuery=knee&productEnabled=true')
  takeUnseen('/search-results.html?searchQuery=knee&productEnabled=true')
  expect(tab.address).toBe('/search-results.html?productEnabled=true')
  expect(JSON.stringify(tab.state)).not.toContain('knee')
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=knee&productEnabled=true')
  takeUnseen(tab.address)
  expect(wholeAddress()).toContain('searchQuery=knee')
})

test('MP-28 what a form has sent is known though the address never had it; signing out forgets it', () => {
  const tab = at('/search-results.html')
  takeUnseen('/search-results.html?searchQuery=knee')
  expect([tab.address, wholeAddress()]).toEqual(['/search-results.html', '/search-results.html?searchQuery=knee'])
  keepUnseen('another', '')
  tab.stored.clear()
  expect(wholeAddress()).toBe('/search-results.html')
})

test('MP-28 each entry of the history has words of its own, also where storage is refused', () => {
  const tab = at('/search-results.html', { entryId: 'a' })
  keepUnseen('a', 'searchQuery=knee')
  keepUnseen('b', 'searchQuery=hip')
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=knee')
  tab.state = { entryId: 'b' }
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=hip')
  vi.stubGlobal('sessionStorage', undefined)
  expect(wholeAddress()).toBe('/search-results.html?searchQuery=hip')
})
