import { decodeBase64 } from '../text/base64.ts'
import { type Parameters, parametersOf, parseParameters } from '../text/parameters.ts'

/** Why `q` was ignored; reported to the console, without its value. */
export type QueryProblem = 'too-long' | 'not-base64' | 'not-json' | 'not-an-object'

/** What the portal takes from its query string (EN-4, EN-5, BR-1). Texts that are not given are null. */
export interface PortalParameters {
  /** Prefills sign-in. */
  readonly loginId: string | null
  readonly defBrand: string | null
  readonly zipCode: string | null
  /** Whether the debug console shows the page's timings. */
  readonly profiling: boolean
  /** Whether the debug console shows: everything sent to the browser's console since the page was loaded. */
  readonly showConsole: boolean
  /**
   * Also shows the debug console, but only lines of one kind: those of the level `log`, `warn` or `error`, or else those written
   * while the view of that name was shown (the first segment of its address, e.g. `message-center`).
   */
  readonly consoleToView: string | null
  readonly stubs: boolean
  readonly producer: boolean
}

const MAX_Q_LENGTH = 8192

/**
 * Reads a query string, with or without its `?` (EN-5). `q`, a JSON object in base64, is merged under the explicit parameters; only
 * its texts, numbers and booleans count. A malformed `q` is ignored and named in `problem`.
 */
export function readQueryParameters(search: string): {
  readonly parameters: Parameters
  readonly problem: QueryProblem | null
} {
  const { q, ...explicit } = parseParameters(search.replace(/^\?/, ''), { plusIsSpace: true })
  const packed = q ? unpack(q) : { pairs: [] }
  return {
    parameters: parametersOf([...Object.entries(explicit), ...('pairs' in packed ? packed.pairs : [])]),
    problem: 'problem' in packed ? packed.problem : null,
  }
}

/** The portal's own parameters. Debugging aids and stubs are off where `debugging` is false, i.e. on production hosts. */
export function portalParameters(parameters: Parameters, options: { readonly debugging: boolean }): PortalParameters {
  const text = (name: string) => parameters[name] || null
  const flag = (name: string) => parameters[name] === 'true'
  const stubs = options.debugging && flag('stubs')
  return {
    loginId: text('loginId'),
    defBrand: text('defBrand'),
    zipCode: text('zipCode'),
    profiling: options.debugging && flag('profiling'),
    showConsole: options.debugging && flag('showConsole'),
    consoleToView: options.debugging ? text('consoleToView') : null,
    stubs,
    producer: stubs && flag('producer'),
  }
}

function unpack(q: string): { readonly pairs: [string, string][] } | { readonly problem: QueryProblem } {
  if (q.length > MAX_Q_LENGTH) return { problem: 'too-long' }
  // A plus sign in base64 arrives as a space if it was not escaped.
  const json = decodeBase64(q.replaceAll(' ', '+'))
  if (json === null) return { problem: 'not-base64' }
  const value = parseJson(json)
  if (value === undefined) return { problem: 'not-json' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'not-an-object' }
  const pairs = Object.entries(value)
    .filter(([name, held]) => name !== 'q' && ['string', 'number', 'boolean'].includes(typeof held))
    .map(([name, held]): [string, string] => [name, String(held)])
  return { pairs }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
