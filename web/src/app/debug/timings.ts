import { calls } from '@portico/contract/calls'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { hydrationMeasure } from './measures.ts'

/** One measured time. Calls are shown by their names in the contract, since addresses contain ids. */
export interface Timing {
  readonly key: string
  readonly label: MessageId | null
  /** Name of a call or view. */
  readonly name: string
  /** HTTP status of a call; 0 without an answer; null for anything else. */
  readonly status: number | null
  readonly ms: number
}

/** The browser's measurements as our timings, in its order. */
function toTimings(entry: PerformanceEntry): Timing[] {
  const { name, duration, startTime } = entry
  const buildTiming = (label: MessageId | null, ms: number, more: Partial<Timing> = {}): Timing => ({
    key: `${label} ${name} ${startTime}`,
    label,
    name: '',
    status: null,
    ms: Math.round(ms),
    ...more,
  })
  if (entry instanceof PerformanceNavigationTiming) {
    return [
      buildTiming('debug.timing.firstByte', entry.responseStart),
      buildTiming('debug.timing.domReady', entry.domContentLoadedEventEnd),
      buildTiming('debug.timing.load', entry.loadEventEnd),
    ]
  }
  if (name === 'first-contentful-paint') return [buildTiming('debug.timing.firstPaint', startTime)]
  if (entry.entryType === 'measure' && name === hydrationMeasure)
    return [buildTiming('debug.timing.hydration', duration)]
  if (entry.entryType === 'measure' && name.startsWith('view ')) {
    return [buildTiming('debug.timing.view', duration, { name: name.slice('view '.length) })]
  }
  if (entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch') {
    const called = callsAt(new URL(name).pathname)
    return [
      buildTiming(called ? null : 'debug.timing.unknownCall', duration, { name: called, status: entry.responseStatus }),
    ]
  }
  return []
}

const patterns = Object.entries(calls).map(([name, { path }]) => ({
  name,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Names of the calls with a path: several if they differ only by method, which the browser does not report. */
export function callsAt(path: string): string {
  return patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ name }) => name)
    .join(' / ')
}

/** Timings as they arrive, from the start of the page; for `useSyncExternalStore`. */
export function createTimings() {
  let timings: readonly Timing[] = []
  return {
    get: () => timings,
    subscribe(listener: () => void) {
      const observer = new PerformanceObserver((list) => {
        const fresh = list.getEntries().flatMap(toTimings)
        const known = new Set(fresh.map(({ key }) => key))
        timings = [...timings.filter(({ key }) => !known.has(key)), ...fresh]
        listener()
      })
      for (const type of ['navigation', 'paint', 'measure', 'resource']) observer.observe({ type, buffered: true })
      return () => observer.disconnect()
    },
  }
}
