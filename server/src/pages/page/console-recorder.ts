import { type PageDebugging, recordedLinesKey } from '@portico/contract/page'

/**
 * A script that records what a page writes to the console from its very start, including uncaught errors, for the debug console (EN-5);
 * empty if nobody requested that.
 */
export function consoleRecorder({ profiling, showConsole, consoleToView }: PageDebugging): string {
  return profiling || showConsole || consoleToView !== null ? script : ''
}

const script = `
;(() => {
  const lines = (window.${recordedLinesKey} = [])
  const keep = (level, said) => {
    lines.push({ level, said, atMs: performance.now(), place: location.pathname + location.hash })
    dispatchEvent(new Event('${recordedLinesKey}'))
  }
  for (const method of ['debug', 'log', 'info', 'warn', 'error']) {
    const say = console[method]
    console[method] = (...said) => {
      say.apply(console, said)
      keep(method === 'warn' || method === 'error' ? method : 'log', said)
    }
  }
  addEventListener('error', ({ error, message }) => error || message ? keep('error', ['Uncaught', error ?? message]) : null)
  addEventListener('unhandledrejection', ({ reason }) => keep('error', ['Uncaught (in promise)', reason]))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    keep('error', ['Refused by the security policy:', effectiveDirective, blockedURI]))
})()
`
