import { decodeBase64 } from '../text/base64.ts'
import { collectParameters, type Parameters, parseParameters } from '../text/parameters.ts'

/** Why `q` was ignored; reported to the console, without its value. */
export type QueryProblem = 'too-long' | 'not-base64' | 'not-json' | 'not-an-object'

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
    parameters: collectParameters([...Object.entries(explicit), ...('pairs' in packed ? packed.pairs : [])]),
    problem: 'problem' in packed ? packed.problem : null,
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
