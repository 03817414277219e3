import { stubs } from '@portico/contract/stubs'
import { LIVE_SILENCE_MS } from '@portico/rules/messages/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { testPage } from '../../base/test-render.tsx'
import { allTexts } from '../../base/texts/test-texts.ts'
import { startMailStream } from './mail-stream.ts'

const page = new EventTarget()
/** The streams that are open. */
const open = new Set<EventTarget>()
class Source extends EventTarget {
  constructor() {
    super()
    open.add(this)
  }
  close() {
    open.delete(this)
  }
}
/** What answers the page's next requests, in their order. */
const answers: PromiseWithResolvers<Response>[] = []
const news = () => Response.json({ baseMessage: {}, payload: stubs.mailEvents })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', page)
  vi.stubGlobal('EventSource', Source)
  answers.splice(0, answers.length, Promise.withResolvers(), Promise.withResolvers())
  const waiting = [...answers]
  vi.stubGlobal('fetch', () => waiting.shift()?.promise)
  setCallSettings({
    appId: 'chmmbr',
    services: testPage.services,
    t: allTexts('en').t,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  open.clear()
})

test('MC-6 a connection that comes back twice at once has one stream, not two', async () => {
  const stop = startMailStream(() => {})
  for (const _ of answers) page.dispatchEvent(new Event('online'))
  for (const { resolve } of answers) resolve(news())
  await vi.waitFor(() => expect(open.size).toBeGreaterThan(0), { timeout: 600_000 })
  await vi.advanceTimersByTimeAsync(1)
  expect(open.size).toBe(1)
  stop()
  expect(open.size).toBe(0)
})

test('MC-6 a silent stream is given up, and another one opened', async () => {
  const heard: unknown[] = []
  const stop = startMailStream((one) => heard.push(one))
  const [silent] = open
  await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS - 1)
  expect([...open]).toEqual([silent])
  await vi.advanceTimersByTimeAsync(1)
  expect(open.size).toBe(0)
  answers[0]?.resolve(news())
  await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS)
  expect(heard).toHaveLength(1)
  expect(open.size).toBe(1)
  expect(open).not.toContain(silent)
  stop()
})
