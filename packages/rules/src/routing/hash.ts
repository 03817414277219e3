import {
  collectParameters,
  decodePercent,
  encodePercent,
  type Parameters,
  parseParameters,
} from '../text/parameters.ts'

/** The two spellings of a hash route (RT-1). */
export type HashForm = '!/' | '/'

/** A parsed hash. `form` null: the hash is empty or is not a route (an anchor in the page). */
export interface HashRoute {
  readonly form: HashForm | null
  /** Names of nested views, outermost first, decoded. */
  readonly segments: readonly string[]
  readonly params: Readonly<Parameters>
  /** Whether to load the view again (RT-2). */
  readonly reload: boolean
}

const NO_ROUTE: HashRoute = { form: null, segments: [], params: collectParameters([]), reload: false }

/**
 * Parses a hash, with or without its `#` (RT-1, RT-2): views separated by slashes, then parameters after `?`, or in a last segment
 * that contains `=`. Trailing empty segments are dropped. Invalid escapes stay as they are.
 */
export function parseHash(hash: string): HashRoute {
  const text = hash.replace(/^#/, '')
  const form = text.startsWith('!/') ? '!/' : text.startsWith('/') ? '/' : null
  if (form === null) return NO_ROUTE

  const route = text.slice(form.length)
  const mark = route.indexOf('?')
  const segments = (mark < 0 ? route : route.slice(0, mark)).split('/')
  while (segments.at(-1) === '') segments.pop()
  const written = mark < 0 ? [] : [route.slice(mark + 1)]
  if (segments.at(-1)?.includes('=')) written.push(segments.pop() ?? '')

  const params = parseParameters(written.join('&'), { plusIsSpace: false })
  return {
    form,
    segments: segments.map(decodePercent),
    params,
    reload: params.reload !== undefined && params.reload !== 'false',
  }
}

/** Writes a hash route with its `#`; parsing it returns the same route. */
export function formatHash(route: {
  readonly form: HashForm
  readonly segments: readonly string[]
  readonly params?: Readonly<Record<string, string>>
}): string {
  const params = Object.entries(route.params ?? {}).map(
    ([name, value]) => `${encodePercent(name)}=${encodePercent(value)}`,
  )
  const query = params.length > 0 ? `?${params.join('&')}` : ''
  return `#${route.form}${route.segments.map(encodePercent).join('/')}${query}`
}
