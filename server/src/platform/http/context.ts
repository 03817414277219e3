import { BACKGROUND_HEADER } from '@portico/contract/call'
import type { Language } from '@portico/contract/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditContext } from '../audit/store.ts'
import { chooseLanguage } from '../language.ts'
import type { Principal } from './principal.ts'

/**
 * Who makes a call, when and from where, what else of the request a handler may read, and what it may set on the answer besides the
 * payload: the one object that handlers pass on.
 */
export interface CallContext<Who extends Principal | null = Principal | null> extends AuditContext {
  readonly principal: Who
  readonly language: Language
  readonly userAgent: string
  /** Whether the page made the call by itself, so that it does not count as the person's activity. */
  readonly background: boolean
  /** Host header as sent, with port. */
  readonly host: string
  /** Origin that the request came to, e.g. `https://secure.highmark.example`; like the host, a claim of the caller. */
  readonly calledOrigin: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly authorization: string | undefined
  /** A request header by its lower-case name; the first value if it was sent several times. */
  header(name: string): string | undefined
  /** Whether the request came from one of our pages (its Origin is ours). */
  readonly fromOwnPage: boolean
  /** Origin of the calling page, or the called origin if there is no page; null if it is not ours. */
  readonly ownOrigin: string | null
  /** Whether cookies are Secure, and may use the prefix `__Host-`. */
  readonly secure: boolean
  setCookie(name: string, value: string, options: CookieOptions): void
  clearCookie(name: string): void
  warn(message: string): void
}

export interface CookieOptions {
  readonly httpOnly: boolean
  /** In seconds; left out: a session cookie. */
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
      // A day long past, and no `Max-Age=0`, with which Firefox keeps an empty cookie for a moment.
      reply.setCookie(name, '', { path: '/', sameSite: 'lax', secure, expires: new Date(0) })
    },
    warn: (message) => request.log.warn(message),
  }
}

/** A context that withholds the cookies it sets until a transaction has committed what they refer to. */
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

/** A context without a browser request, for a command or a page rendered in advance. It has no request data and sets no cookies. */
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
