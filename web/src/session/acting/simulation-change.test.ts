import { afterEach, expect, test, vi } from 'vitest'
import { readOn, runDuringSession, untilSessionIsLeft } from '../../base/api/running.ts'
import { hearSimulationChange, turnToSomebodyElse } from './simulation-change.ts'

vi.stubGlobal('sessionStorage', { clear: () => undefined })
afterEach(readOn)

test('CS-1 MC-6 once another browser tab switches the session to somebody else, nothing of it runs or starts here any more', async () => {
  const stop = vi.fn()
  const begin = vi.fn(() => stop)
  runDuringSession(begin)
  const reads = untilSessionIsLeft()
  const heard = new Promise<void>((hear) => hearSimulationChange(hear))
  const other = new BroadcastChannel('portico-simulation')
  other.postMessage('changed')
  await heard
  other.close()
  expect(stop).toHaveBeenCalledOnce()
  expect(reads.aborted).toBe(true)
  // The tab that held the stream of news is gone; this one must not take over any more.
  runDuringSession(begin)
  expect(begin).toHaveBeenCalledOnce()
})

test('CS-1 a change that fails leaves everything running; one that is done ends it in its own tab, too', async () => {
  const stop = vi.fn()
  runDuringSession(() => stop)
  await expect(turnToSomebodyElse(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(stop).not.toHaveBeenCalled()
  await turnToSomebodyElse(async () => undefined)
  expect(stop).toHaveBeenCalledOnce()
})
