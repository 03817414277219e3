import type { AccessScope } from '@portico/rules/people/access'
import type { Role } from '@portico/rules/roles'
import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

/** Header by which a page marks a call that it makes of itself: no sign of the person's activity (SE-4). */
export const BACKGROUND_HEADER = 'x-background'

export type Schema = v.GenericSchema

/**
 * Who may make a call (RO-4). `session` is the LtpaToken2 cookie; `bearer` is an access token, the cookie alone being no use.
 * There is no default: an entry without an audience does not compile.
 */
export type Audience =
  | { readonly by: 'anyone' }
  | { readonly by: 'session'; readonly roles: readonly Role[] }
  | { readonly by: 'bearer'; readonly roles: readonly Role[] }

/** One call, described once: server binding, page client, stubs, OpenAPI page and authorization test derive from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters in braces, as the sources write them: `/…/store/{storeID}/ratingInfo`. */
  readonly path: string
  readonly summary: string
  readonly audience: Audience
  /** Whether the header `appid` is required; missing is 400 APPID-MISSING. */
  readonly appid: boolean
  /** Whether the call changes anything: such a call from a browser needs an Origin of ours. */
  readonly changes: boolean
  /** Only a page of ours may make it: a program, which names no page, is refused too. */
  readonly ownPage?: true
  /**
   * `in-query`: the handler's own statement proves that the session still lives, and where the cookie was remembered that it is as
   * it was, saving a round trip on the hottest reads.
   */
  readonly liveness?: 'in-query'
  /** The call is no sign of the person's activity: it does not keep their session alive (SE-4). */
  readonly background?: true
  /** Asked for as `text/event-stream`, it answers again whenever its answer has changed, bare and until the session ends. */
  readonly stream?: true
  /** Field of the body that names the change: sent twice, it is done once, so that it may be tried again (HT-1). */
  readonly onceBy?: string
  /** Calls that a session may make whose password must be changed first (SI-7); all others refuse it. */
  readonly whilePasswordDue?: 'allowed'
  /** Calls that a session of staff may make that must set up a second factor first (AD-2); all others refuse it. */
  readonly whileFactorDue?: 'allowed'
  /** Changing calls that a rep may make for the person they act for (CS-1); all others refuse them. */
  readonly whileSimulating?: 'allowed'
  /**
   * What someone who looks at another's information must have been given for the call (RG-3); `any`: nothing in particular.
   * All others refuse them, reads too.
   */
  readonly whileViewing?: AccessScope | 'any'
  /** A sensitive change: the person must have proven who they are in the last minutes, else STEP-UP-REQUIRED. */
  readonly stepUp?: true
  /** Seconds for which anyone may keep the answer; left out: no one may. Only for what the address alone decides. */
  readonly cacheS?: number
  /** The header ObSSOCookie must carry the value of the cookie of that name: proof that a page of this session asks. */
  readonly pageKey?: true
  readonly params?: Schema
  readonly query?: Schema
  /** Schema of the payload in the body; it may come in the envelope or as `{payload}` alone. */
  readonly body?: Schema
  /** Form-encoded bodies and bare answers are the OAuth endpoints' own (RFC 6749). */
  readonly form?: true
  /** The body is `multipart/form-data` with one file in the field `file`, handed to the handler as it arrives. */
  readonly upload?: true
  /** The answer is a file, sent as it is read; `payload` is what stub mode answers in its place. */
  readonly file?: true
  readonly payload: Schema
  readonly status: 200 | 201
  readonly errors: readonly ErrorCode[]
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}

type OutputOf<S> = S extends Schema ? v.InferOutput<S> : undefined
type InputOf<S> = S extends Schema ? v.InferInput<S> : undefined

export type ParamsOf<C extends Call> = OutputOf<C['params']>
export type QueryOf<C extends Call> = OutputOf<C['query']>
export type BodyOf<C extends Call> = OutputOf<C['body']>
export type PayloadOf<C extends Call> = v.InferOutput<C['payload']>

type Sent<K extends string, S> = S extends Schema
  ? Record<never, never> extends InputOf<S>
    ? { readonly [k in K]?: InputOf<S> }
    : { readonly [k in K]: InputOf<S> }
  : Record<never, never>

/** What a caller hands over: only the parts that the call takes, before defaults are filled in. */
export type SentTo<C extends Call> = Sent<'params', C['params']> & Sent<'query', C['query']> & Sent<'body', C['body']>
