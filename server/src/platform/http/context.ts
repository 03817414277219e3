import { BACKGROUND_HEADER } from '@portico/contract/call'
import type { Language } from '@portico/contract/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditContext } from '../audit/store.ts'
import { chooseLanguage } from '../language.ts'
import type { Principal } from './principal.ts'

/**
 * Who makes a call, when and from where, everything else of the request that a handler may read, and what it may set on the answer besides
 * its payload: the one thing that handlers hand on.
 */
export interface CallContext<Who extends Principal | null = Principal | null> extends AuditContext {
  readonly principal: Who
  readonly language: Language
  readonly userAgent: string
  /** Whether the page made the call by itself, so that it is no sign of the person's activity. */
  readonly background: boolean
  /** Host header as sent, with port. */
  readonly host: string
  /** Origin that the request came to, e.g. `https://secure.highmark.example`; like the host, it is what the caller claims. */
  readonly calledOrigin: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly authorization: string | undefined
  /** A header of the request by its name in lower case; the first if it came several times. */
  header(name: string): string | undefined
  /** Whether the request came from a page of ours (its Origin is ours). */
  readonly fromOwnPage: boolean
  /** Origin of the page that asks, or if there is none, the origin that was called; null if it is not ours. */
  readonly ownOrigin: string | null
  /** Whether cookies are Secure, and may have names with the prefix `__Host-`. */
  readonly secure: boolean
  setCookie(name: string, value: string, options: CookieOptions): void
  clearCookie(name: string): void
  warn(message: string): void
}

export interface CookieOptions {
  readonly httpOnly: boolean
  /** In seconds; left out: until the browser closes. */
  readonly maxAge?: number
  readonly path?: string
}

/** Localhost in all its spellings; cookies are Secure everywhere else. */
function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]'
}

export function createContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { fromOwnPage, ownOrigin }: Pick<CallContext, 'fromOwnPage' | 'ownOrigin'> = { fromOwnPage: false, ownOrigin: null },
): CallContext<null> {
  const secure = request.protocol === 'https' || !isLocalHost(request.host)
  return {
    principal: null,
    now: new Date(),
    language: chooseLanguage({ cookie: request.cookies.language, acceptLanguage: request.headers['accept-language'] }),
    origin: { address: request.address, requestId: request.id },
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    background: request.headers[BACKGROUND_HEADER] !== undefined,
    host: request.host,
    calledOrigin: `${request.protocol}://${request.host}`,
    cookies: request.cookies,
    authorization: request.headers.authorization,
    header: (name) => [request.headers[name]].flat()[0],
    fromOwnPage,
    ownOrigin,
    secure,
    setCookie: (name, value, options) => {
      reply.setCookie(name, value, { path: '/', sameSite: 'lax', secure, ...options })
    },
    clearCookie: (name) => {
      reply.clearCookie(name, { path: '/', sameSite: 'lax', secure })
    },
    warn: (message) => request.log.warn(message),
  }
}

/** A context that keeps back the cookies that it sets, until a transaction has kept what they stand for. */
export function holdCookies<Context extends CallContext>(
  context: Context,
): { readonly held: Context; setCookies(): void } {
  const kept: (() => void)[] = []
  const held = {
    ...context,
    setCookie: (...cookie: Parameters<CallContext['setCookie']>) => kept.push(() => context.setCookie(...cookie)),
    clearCookie: (name: string) => kept.push(() => context.clearCookie(name)),
  }
  return { held, setCookies: () => kept.forEach((set) => void set()) }
}

/** The context of what no browser asks for: a command, or a page that is made ahead. It holds nothing of a request and sets no cookies. */
export function createBareContext<Who extends Principal | null>(
  known: Pick<CallContext<Who>, 'principal' | 'now' | 'language' | 'origin'> & Partial<CallContext<Who>>,
): CallContext<Who> {
  return {
    userAgent: '',
    background: false,
    host: '',
    calledOrigin: '',
    cookies: {},
    authorization: undefined,
    header: () => undefined,
    fromOwnPage: false,
    ownOrigin: null,
    secure: false,
    setCookie: refuseCookie,
    clearCookie: refuseCookie,
    warn: () => {},
    ...known,
  }
}

function refuseCookie(): never {
  throw new Error('Where no one asks, no one gets a cookie.')
}
