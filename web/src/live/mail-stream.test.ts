import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../api/api.ts'
import { startMailStream } from './mail-stream.ts'

test('MC-6 a connection that comes back twice at once has one stream, not two', async () => {
  const page = new EventTarget()
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
  vi.stubGlobal('window', page)
  vi.stubGlobal('EventSource', Source)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const answers = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
  const call = vi.spyOn(api, 'call')
  for (const { promise } of answers) call.mockReturnValueOnce(promise)

  const stop = startMailStream(() => {})
  for (const _ of answers) page.dispatchEvent(new Event('online'))
  for (const { resolve } of answers) resolve({} as never)
  await vi.waitFor(() => expect(open.size).toBeGreaterThan(0))
  await Promise.all(answers.map(({ promise }) => promise))
  expect(open.size).toBe(1)
  stop()
  expect(open.size).toBe(0)
})
