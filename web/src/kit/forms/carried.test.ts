import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloading } from '../../base/router/reload-page.ts'
import { createCarrier } from './carried.ts'

const stored = new Map<string, string>()
const onDisk = () => [...stored.values()].join()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('LG-2 HD-6 FT-1 typed values that are stored nowhere survive a reload by the page, and are stored only meanwhile', () => {
  const page = new EventTarget()
  const before = createCarrier(page as Document)
  before.hold('request-call', { firstName: 'Ros' })()
  before.hold('request-call', { firstName: 'Rosa' })
  before.hold('left', { firstName: 'Gone' })()
  expect(onDisk()).toBe('')
  page.dispatchEvent(new Event(reloading))
  expect(onDisk()).toContain('Rosa')
  expect(onDisk()).not.toContain('Gone')

  const after = createCarrier(new EventTarget() as Document)
  expect(onDisk()).toBe('')
  expect(after.takeCarried('request-call')).toEqual({ firstName: 'Rosa' })
  expect(after.takeCarried('left')).toBeUndefined()
  // A view that was left starts again.
  after.hold('request-call', { firstName: 'Rosa' })()
  expect(after.takeCarried('request-call')).toBeUndefined()
})

test('LG-2 SE-4 nothing is carried over to a page that comes later than the next one', () => {
  const page = new EventTarget()
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  createCarrier(page as Document).hold('request-call', { firstName: 'Rosa' })
  page.dispatchEvent(new Event(reloading))
  now.mockReturnValue(1_800_000_060_000)
  expect(createCarrier(new EventTarget() as Document).takeCarried('request-call')).toBeUndefined()
  now.mockRestore()
})
