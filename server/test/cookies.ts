import type { Answer } from './client.ts'

/** One parsed Set-Cookie header; attribute names in lower case. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The cookies of a session, which its end clears. */
export const sessionCookies = [
  'LtpaToken2',
  'ObSSOCookie',
  'CommerceTokens',
  'HMCSRProxyToken',
  'CommerceActivityToken',
  'oAuthToken',
] as const

/** The cookies that an answer sets, by name. */
export function readCookies(answer: Answer): Record<string, SetCookie> {
  return Object.fromEntries(
    answer.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', value = ''] = halves(pair)
      const named = attributes.map((attribute) => halves(attribute)).map(([key, held]) => [key.toLowerCase(), held])
      return [name, { name, value: decodeURIComponent(value), attributes: Object.fromEntries(named) }]
    }),
  )
}

function halves(text: string): [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
