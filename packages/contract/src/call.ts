import type { AccessScope } from '@portico/rules/people/access'
import type { Role } from '@portico/rules/roles'
import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

/** Header that marks a call that the page makes by itself, which does not count as activity of the person (SE-4). */
export const BACKGROUND_HEADER = 'x-background'

export type Schema = v.GenericSchema

/**
 * Who may make a call (RO-4). `session` is the LtpaToken2 cookie; `bearer` is an access token, for which the cookie alone is not
 * enough. There is no default: an entry without an audience does not compile.
 */
export type Audience =
  | { readonly by: 'anyone' }
  | { readonly by: 'session'; readonly roles: readonly Role[] }
  | { readonly by: 'bearer'; readonly roles: readonly Role[] }

/** The call's entry in the audit log; several if it can be about records of several kinds. */
export interface AuditedAs {
  /**
   * e.g. `medicine.order`; several if only the call itself finds out which one it was. The call may append a detail: rights that were
   * given, or why somebody was refused.
   */
  readonly action: string | readonly string[]
  /** The kind of record that it is about; `member` is the member's record as a whole. Absent: the account that makes the call. */
  readonly record?: string
}

/** A call, described once: server binding, page client, stubs, OpenAPI page and authorization test are all derived from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters in braces, as the sources write them: `/…/store/{storeID}/ratingInfo`. */
  readonly path: string
  readonly summary: string
  readonly audience: Audience
  /** Whether the header `appid` is required; without it, the answer is 400 APPID-MISSING. */
  readonly appid: boolean
  /** Whether the call changes anything; if so, a browser must send an Origin of ours. */
  readonly changes: boolean
  /** Only our own pages may make it: a program that sends no Origin is refused, too. */
  readonly ownPage?: true
  /**
   * The binder opens one transaction for the call and writes this audit entry in it, so that neither can be forgotten. Absent: the call
   * opens its own transaction and writes what it did; `tools/house-rules.test.ts` lists the changes that do, with their reasons.
   */
  readonly audit?: AuditedAs | readonly AuditedAs[]
  /** Protected like a change, so that no other site can make it, but it only reads: the binder opens a read transaction. */
  readonly onlyReads?: true
  /**
   * `in-query`: the handler's own SQL statement checks that the session is still live and, if the cookie was remembered, unchanged;
   * this saves a round trip on the busiest reads.
   */
  readonly liveness?: 'in-query'
  /** The call does not count as activity of the person: it does not keep their session alive (SE-4). */
  readonly background?: true
  /** Requested as `text/event-stream`, it sends the answer again whenever it changes, without the envelope and until the session ends. */
  readonly stream?: true
  /**
   * Shows public data to anyone: while the primary is unreachable, a copy of the database that may be a moment behind answers it
   * (OP-2). Never for calls where a secret, such as a link's, opens a person's data.
   */
  readonly ofNoOne?: true
  /** Field of the body that identifies the change: a change sent twice takes effect once, so it is safe to retry (HT-1). */
  readonly onceBy?: string
  /** Allowed for a session whose password must be changed first (SI-7); all other calls refuse it. */
  readonly whilePasswordDue?: 'allowed'
  /** Allowed for a staff session that must set up a second factor first (AD-2); all other calls refuse it. */
  readonly whileFactorDue?: 'allowed'
  /** A change that a rep may make for the person they act for (CS-1); all other changing calls refuse reps. */
  readonly whileSimulating?: 'allowed'
  /**
   * The access that someone viewing another person's information needs for this call (RG-3); `any`: none in particular. Absent: the
   * call refuses viewers, even if it only reads.
   */
  readonly whileViewing?: AccessScope | 'any'
  /**
   * It takes noticeable work: everyone may have a few of these running at a time, and only so many in a row; any more are
   * TOO-MANY-REQUESTS. Counted per account, or per address for a call that anyone may make.
   */
  readonly heavy?: true
  /** A sensitive change: the person must have proven who they are within the last few minutes, else STEP-UP-REQUIRED. */
  readonly stepUp?: true
  /** For how many seconds anyone may cache the answer; absent: nobody may. Only for answers that depend on nothing but the address. */
  readonly cacheS?: number
  /** The header ObSSOCookie must carry the value of the cookie of that name, as proof that the call comes from a page of this session. */
  readonly pageKey?: true
  readonly params?: Schema
  readonly query?: Schema
  /** Schema of the payload in the body, which may come in the envelope or as plain `{payload}`. */
  readonly body?: Schema
  /** Form-encoded bodies and answers without the envelope are only for the OAuth endpoints (RFC 6749). */
  readonly form?: true
  /** The body is `multipart/form-data` with one file in the field `file`, which is streamed to the handler. */
  readonly upload?: true
  /** The answer is a file, streamed to the caller; stub mode answers `payload` in its place. */
  readonly file?: true
  readonly payload: Schema
  readonly status: 200 | 201
  readonly errors: readonly ErrorCode[]
}

/** The two usual forms: a call that only reads, and a call that changes something, which our own pages make with their `appid`. */
export const asking = { appid: false, changes: false, status: 200 } as const
export const changing = { appid: true, changes: true, status: 200 } as const

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

/** What a caller passes: only the parts that the call takes, before defaults are filled in. */
export type SentTo<C extends Call> = Sent<'params', C['params']> & Sent<'query', C['query']> & Sent<'body', C['body']>
