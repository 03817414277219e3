import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { unitMs } from '../../tools/work-unit.ts'

/**
 * Loaded before a test's server: reports to the test when one turn of the event loop took too long, and which requests were under
 * way. It counts the processor time of this thread, without garbage collection, in units of work that are measured when the process
 * starts: neither a busy machine nor a slow one makes a difference.
 */
export interface Stall {
  readonly units: number
  readonly requests: readonly StalledRequest[]
}

export interface StalledRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  /** How a test has marked it, in the header `x-attempt`. */
  readonly attempt: string | undefined
}

const everyMs = 10
const tooManyUnits = 40
const tooLongMs = tooManyUnits * unitMs()

const underWay = new Map<unknown, StalledRequest>()
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  const { method, url, headers } = request
  underWay.set(request, { method, path: url?.slice(0, 200), attempt: headers['x-attempt']?.toString() })
})
subscribe('http.server.response.finish', (message) => {
  underWay.delete((message as { request: IncomingMessage }).request)
})

let collectedMs = 0
const collector = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectedMs += duration
})
collector.observe({ entryTypes: ['gc'] })

const stalls: Stall[] = []
let before = process.threadCpuUsage()
/** Goes up when earlier stalls are discarded. */
let age = 0
function look(): void {
  const used = process.threadCpuUsage(before)
  const requests = [...underWay.values()]
  before = process.threadCpuUsage()
  const ms = (used.user + used.system) / 1000
  if (ms < tooLongMs) {
    collectedMs = 0
    setTimeout(look, everyMs).unref()
    return
  }
  // How long the collector took in this turn is reported only in the next one.
  const since = age
  setTimeout(() => {
    const own = ms - collectedMs
    collectedMs = 0
    if (own >= tooLongMs && since === age) stalls.push({ units: Math.round(own / unitMs()), requests })
    before = process.threadCpuUsage()
    setTimeout(look, everyMs).unref()
  }, 0).unref()
}

process.on('message', (asked) => {
  if (asked === 'forget') {
    stalls.length = 0
    before = process.threadCpuUsage()
    age += 1
  }
  process.send?.(stalls)
})
process.channel?.unref()
look()
