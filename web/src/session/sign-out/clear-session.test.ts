import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { sessionStore } from '../../base/storage/storage.ts'
import { clearSession } from './clear-session.ts'
import { clearTab, holdsDrafts, removeDraftsOfOthers } from './leftovers.ts'

/** The browser tab's storage: like the platform's, its keys are its own properties. */
class TabStorage {
  [key: string]: unknown
  declare readonly getItem: (key: string) => string | null
  declare readonly setItem: (key: string, value: string) => void
  declare readonly removeItem: (key: string) => void
  declare readonly clear: () => void
}
Object.assign(TabStorage.prototype, {
  getItem(this: TabStorage, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  },
  setItem(this: TabStorage, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: TabStorage, key: string) {
    delete this[key]
  },
  clear(this: TabStorage) {
    for (const key of Object.keys(this)) delete this[key]
  },
})

const drafts = ['portico.contact-us.MEMBER01', 'portico.reply.MEMBER01.t1', 'portico.typed.MEMBER01.contact-data']
const readStorage = () => Object.keys(sessionStorage).sort()

beforeEach(() => {
  setCallSettings({
    appId: 'chmmbr',
    services: { api: 'a.example', oauth: 'o.example', testBackend: null },
    t: (id) => id,
  })
  vi.stubGlobal('sessionStorage', new TabStorage())
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', async () => Response.json({ payload: {} }))
  for (const key of [...['UserData', 'sessionToken', 'portico.scroll', 'portico.unseen.a'], ...drafts]) {
    sessionStorage.setItem(key, '{}')
  }
})
afterEach(() => vi.unstubAllGlobals())

test('MC-3 ER-10 a refused sign-in clears everything of a session except drafts, which stay for their writers', async () => {
  await clearSession()
  expect(readStorage()).toEqual(drafts)
  removeDraftsOfOthers('MEMBER01')
  expect(holdsDrafts()).toBe(true)
  removeDraftsOfOthers('MEMBER02')
  expect(readStorage()).toEqual([])
})

test('SO-5 MC-3 a session that ends keeps only the drafts of its person, and none after a sign-out', () => {
  clearTab('MEMBER01')
  expect(readStorage()).toEqual(drafts)
  clearTab(null)
  expect(readStorage()).toEqual([])
})

test('MC-3 ST-1 a draft that outlives its session still expires an hour after it was kept', () => {
  const keptAt = 1_800_000_000_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(keptAt)
  for (const key of ['portico.page', ...drafts]) sessionStore.set(key, { text: 'typed' })
  clearTab('MEMBER01')
  expect(drafts.map((key) => sessionStore.get(key))).toEqual(drafts.map(() => ({ text: 'typed' })))
  clock.mockReturnValue(keptAt + 60 * 60 * 1000)
  expect(drafts.map((key) => sessionStore.get(key))).toEqual(drafts.map(() => null))
  expect(readStorage()).toEqual([])
  clock.mockRestore()
})
