import { afterEach, expect, test, vi } from 'vitest'
import { noteUnloaded } from './unloaded.ts'

afterEach(() => vi.unstubAllGlobals())

test('RT-3 a file that fails a second time makes the page reload, if someone asked for it and it is available by now', async () => {
  const reload = vi.fn()
  const asked: unknown[][] = []
  let ok = false
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', async (...call: unknown[]) => {
    asked.push(call)
    return { ok }
  })
  const failure = new TypeError('error loading dynamically imported module: https://secure.example/assets/a.js')
  const fail = () => expect(Promise.reject(failure).catch(noteUnloaded)).rejects.toBe(failure)
  await fail()
  expect(asked).toEqual([])
  // What nobody asked for, such as the next parts of a page that someone is leaving.
  for (let part = 0; part < 3; part += 1) expect(() => noteUnloaded(failure, false)).toThrow(failure)
  expect(asked).toEqual([])
  await fail()
  expect(asked).toEqual([['https://secure.example/assets/a.js', { method: 'HEAD' }]])
  expect(reload).not.toHaveBeenCalled()
  ok = true
  await fail()
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
  // A failure that names no file says nothing about one.
  const other = new TypeError('Load failed')
  for (let tries = 0; tries < 3; tries += 1) await expect(Promise.reject(other).catch(noteUnloaded)).rejects.toBe(other)
  expect(asked).toHaveLength(2)
})
