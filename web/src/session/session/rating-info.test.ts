import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { keepRating, saveRatings } from './rating-info.ts'
import { storeUserData } from './user-data.ts'

const ratingPath = '/wcs/x-services/resources/store/10151/ratingInfo'
const helperPath = '/rbsmbl/x-services/sessionCookies'
const shown = { storeID: '10151', code: 'hmbcbs' } as const
const rating = { storeId: '10151', brand: 'hmbcbs' }

/** What was sent, and the answers to the saves, in order. */
let sent: { readonly address: string; readonly payload: unknown }[]
let statuses: number[]

beforeEach(() => {
  sent = []
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  setCallSettings({
    appId: 'chmmbr',
    services: { api: 'a.example', oauth: 'o.example', testBackend: null },
    t: (id) => id,
  })
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  })
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { payload } = JSON.parse(String(init.body))
    sent.push({ address, payload })
    const status = address === ratingPath ? (statuses.shift() ?? 200) : 200
    return Response.json(status === 200 ? { payload: {} } : { errors: [{ errorMessage: 'NO-SESSION' }] }, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const save = { address: ratingPath, payload: { ratingInfo: [rating] } }
const clear = { address: helperPath, payload: { action: 'delete-token' } }

test('SI-10 a save refused with 401 while nobody is signed in clears the session and is tried once more', async () => {
  statuses = [401]
  await saveRatings('10151', [rating])
  expect(sent).toEqual([save, clear, save])
})

test('SI-10 it is not tried a third time', async () => {
  statuses = [401, 401, 200]
  await expect(saveRatings('10151', [rating])).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([save, clear, save])
})

test('SI-10 while somebody is signed in, or refused for another reason, nothing is cleared', async () => {
  statuses = [500]
  await expect(saveRatings('10151', [rating])).rejects.toMatchObject({ status: 500 })
  storeUserData('MEMBER01')
  statuses = [401]
  await expect(saveRatings('10151', [rating])).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([save, save])
})

test('SI-10 store and brand of a sign-in are added to the list once, and a failure is ignored', async () => {
  statuses = []
  const other = { storeId: '10154', brand: 'ndbcbs' }
  await keepRating(shown, [other])
  await keepRating(shown, [other, rating])
  await keepRating(shown, null)
  expect(sent).toEqual([{ address: ratingPath, payload: { ratingInfo: [other, rating] } }])
  statuses = [500]
  await keepRating(shown, [])
})
