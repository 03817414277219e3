import type { Call, PayloadOf } from '@portico/contract/call'
import { answerWith } from '@portico/contract/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../db/database.ts'
import { waitThroughOutage } from '../db/patience.ts'
import type { WorkBudget } from '../limits/work-budget.ts'
import { type AdmissionOptions, type CallingPage, createAdmission, findWorker } from './admission.ts'
import { CallError } from './call-error.ts'
import { type CallContext, createContext } from './context.ts'
import { handleTokenError } from './errors.ts'
import { type EventStream, startEventStream, wantsEvents } from './event-stream.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { type IncomingFile, withFile } from './incoming-file.ts'
import { checkQuery, pathsOfBadText } from './incoming-text.ts'
import { type Live, takePayload } from './live.ts'
import type { Principal, PrincipalOf, SessionPrincipal } from './principal.ts'
import { allowSlowBody } from './slow-requests.ts'
import {
  type AnswerOf,
  type AuditedCall,
  type AuditedHandler,
  type CallInput,
  type FinishedHandler,
  type PreparedHandler,
  runStages,
  type Staged,
} from './stages.ts'
import { envelopeSchema, type JsonSchema, wireSchema } from './wire-schema.ts'

/** Handles a call. For an `in-query` call it must return a proof that the session is live; for some calls it returns a file. */
export type Handler<C extends Call> = (
  input: CallInput<C>,
  context: CallContext<PrincipalOf<C>>,
) => Promise<AnswerOf<C>>

/** Reserves a place for a stream of events, and returns what to do once the stream has begun. Refuses by throwing CallError. */
export type StreamHandler<C extends Call> = (input: CallInput<C>) => (stream: EventStream<PayloadOf<C>>) => void

/** Binds calls of the contract to handlers. */
export interface Binder {
  bind<C extends Call & { readonly audit?: undefined }>(call: C, handler: Handler<C>): void
  /** Binds a call; the binder opens its transaction and writes its audit event. */
  bind<C extends AuditedCall, Result, Prepared = undefined>(call: C, change: FinishedHandler<C, Prepared, Result>): void
  bind<C extends AuditedCall, Prepared = undefined>(
    call: C,
    change: AuditedHandler<C> | PreparedHandler<C, Prepared>,
  ): void
  /** Binds a call that answers once, or in events if the caller asks for them. */
  bindStream<C extends Call & { readonly stream: true }>(call: C, handler: Handler<C>, open: StreamHandler<C>): void
}

export interface BinderOptions extends AdmissionOptions {
  readonly app: FastifyInstance
  readonly database: Database
  /** How long a call waits for an unavailable database (OP-2), in ms. */
  readonly outageWaitMs: number
  /** Limits heavy work per person. */
  readonly work: WorkBudget
}

/**
 * Every call passes the same steps: who is asking, whether they may, whether the appid is present, whether the input is valid, then the
 * handler. Fields that the payload schema does not declare are not sent.
 */
export function createBinder(options: BinderOptions): Binder {
  const { app, database, outageWaitMs } = options
  const { checkOrigin, findRememberedPrincipal, admit } = createAdmission(options)
  return { bind, bindStream: route }

  function bind<C extends Call>(call: C, handler: Handler<C> | AuditedHandler<C> | Staged<C>): void {
    const { audit } = call
    if (audit === undefined) {
      route(call, handler as Handler<C>)
      return
    }
    route(call, (input, context) => runStages(database, { call, audit }, handler as AuditedHandler<C>, input, context))
  }

  function route<C extends Call>(call: C, handler: Handler<C>, open?: StreamHandler<C>): void {
    const schemas = createSchemas(call)
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(call.file ? { compress: false } : { config: { isData: true } }),
      ...(call.form && { errorHandler: handleTokenError }),
      handler: (request, reply) =>
        // A change with an idempotency key takes effect once however often it is retried; for any other change, it is unknown whether it
        // took effect.
        waitThroughOutage(
          {
            ms: outageWaitMs,
            mayRepeat: !call.upload && (!call.changes || call.onceBy !== undefined),
            mayReadElsewhere: call.ofNoOne === true,
          },
          () => handle(request, reply),
        ),
    })

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const page = checkOrigin(call, request)
      const remembered = findRememberedPrincipal(call, request)
      const early = remembered && (await answerRemembered(remembered, request, reply, page))
      if (early !== null) return send(call, schemas, reply, early)
      const input = readInput(call, request, await admit(call, request))
      if (open && wantsEvents(request.headers.accept)) {
        const begin = open(input)
        begin(startEventStream(reply, reply.compileSerializationSchema(schemas().payload)))
        return reply
      }
      return send(call, schemas, reply, await answer(input, request, reply, page))
    }

    /**
     * Answers a cookie that was proven earlier, if the handler's own statement finds the session unchanged; otherwise returns null. It also
     * returns null for refusals, which depend on the session's current state.
     */
    async function answerRemembered(
      remembered: SessionPrincipal,
      request: FastifyRequest,
      reply: FastifyReply,
      page: CallingPage,
    ) {
      try {
        const result = await answer(readInput(call, request, remembered), request, reply, page)
        return takePayload(result as Live<unknown>) && result
      } catch (error) {
        if (error instanceof CallError) return null
        throw error
      }
    }

    function answer(input: CallInput<C>, request: FastifyRequest, reply: FastifyReply, page: CallingPage) {
      const context = { ...createContext(request, reply, page), principal: input.principal }
      const handle = (file?: IncomingFile) => handler({ ...input, file } as CallInput<C>, context)
      if (call.upload) {
        allowSlowBody(request)
        return withFile(request, handle)
      }
      if (!call.heavy) return handle()
      const finding = findWorker(options.authenticator, request, input.principal)
      return finding.then((worker) => options.work.spend(worker, () => handle()))
    }
  }
}

function send<C extends Call>(
  call: C,
  schemas: () => Schemas,
  reply: FastifyReply,
  result: AnswerOf<C>,
): FastifyReply | string {
  if (call.file) return sendFile(reply.code(call.status), result as FileAnswer)
  reply.header('cache-control', call.cacheS === undefined ? 'no-store' : `public, max-age=${call.cacheS}`)
  reply.code(call.status).type('application/json; charset=utf-8')
  const serialize: (answer: never) => string = reply.compileSerializationSchema(schemas().answer)
  return serialize(buildAnswer(call, result) as never)
}

function readInput<C extends Call>(call: C, request: FastifyRequest, principal: Principal | null): CallInput<C> {
  if (call.appid && !request.headers.appid) throw new CallError('APPID-MISSING')
  checkQuery(request)
  return {
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, call.form || call.upload ? request.body : payloadOfBody(request.body)),
    principal,
  } as CallInput<C>
}

interface Schemas {
  readonly payload: JsonSchema
  readonly answer: JsonSchema
}

/** Compiles the schema of a call's answers at its first answer: compiling all of them would take a tenth of the server's start. */
function createSchemas(call: Call): () => Schemas {
  let made: Schemas | undefined
  return () => {
    if (made === undefined) {
      const payload = wireSchema(call.payload, 'output')
      made = { payload, answer: call.form ? payload : envelopeSchema(payload) }
    }
    return made
  }
}

function buildAnswer(call: Call, result: unknown): unknown {
  if (call.form) return result
  if (call.liveness !== 'in-query') return answerWith(call.status, result)
  const proven = takePayload(result as Live<unknown>)
  if (proven === null) throw new CallError('NO-SESSION')
  return answerWith(call.status, proven.payload)
}

/** A body is `{baseMessage, payload}` or `{payload}`, or missing; anything else is refused rather than treated as empty. */
function payloadOfBody(body: unknown): unknown {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) throw new CallError('BAD-REQUEST')
  if ('payload' in body) return body.payload
  if (Object.keys(body).every((key) => key === 'baseMessage')) return undefined
  throw new CallError('BAD-REQUEST')
}

function parse(schema: Call['body'], value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = v.safeParse(schema, value ?? {})
  const names = new Set(
    parsed.success ? pathsOfBadText(parsed.output) : parsed.issues.map((issue) => v.getDotPath(issue) ?? ''),
  )
  if (names.has('')) throw new CallError('BAD-REQUEST')
  if (names.size === 0) return parsed.output
  throw new CallError('FIELD-INVALID', { fields: [...names].map((field) => ({ field, code: 'FIELD-INVALID' })) })
}
