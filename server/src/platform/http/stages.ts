import type { BodyOf, Call, ParamsOf, PayloadOf, QueryOf } from '@portico/contract/call'
import { readAudited } from '../audit/reads.ts'
import type { Database, Tx } from '../db/database.ts'
import { isOvertaken } from '../db/unavailable.ts'
import { type CallContext, holdCookies } from './context.ts'
import type { FileAnswer } from './file-answer.ts'
import type { IncomingFile } from './incoming-file.ts'
import type { Live } from './live.ts'
import type { PrincipalOf } from './principal.ts'
import { type Recorded, record } from './recorded.ts'

/** A call whose audit event the contract declares. */
export type AuditedCall = Call & { readonly audit: NonNullable<Call['audit']> }

export interface CallInput<C extends Call> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly principal: PrincipalOf<C>
  /** The uploaded file. */
  readonly file: C extends { upload: true } ? IncomingFile : undefined
}

export type AnswerOf<C extends Call> = C extends { liveness: 'in-query' }
  ? Live<PayloadOf<C>>
  : C extends { file: true }
    ? FileAnswer
    : PayloadOf<C>

/** The result within the call's transaction. If the contract declares a record, or several actions, the result must say which. */
type RecordedOf<C extends Call, Result = AnswerOf<C>> = C extends { audit: readonly (infer Kind)[] }
  ? Recorded<Result, ActionOf<Kind>>
  : C extends { audit: { action: readonly (infer Action)[] } }
    ? Recorded<Result, Action>
    : C extends { audit: { record: infer Kind } }
      ? Recorded<Result> | ('member' extends Kind ? Result : never)
      : Recorded<Result> | Result

type ActionOf<Kind> = Kind extends { action: infer Action }
  ? Action extends readonly (infer One)[]
    ? One
    : Action
  : never

/**
 * A call's work within the transaction that the binder opens for it; `prepared` is the result of the earlier stage. Cookies that it sets
 * are sent only once the transaction has committed.
 */
export type AuditedHandler<C extends Call, Prepared = undefined, Result = AnswerOf<C>> = (
  input: CallInput<C>,
  context: CallContext<PrincipalOf<C>>,
  tx: Tx,
  ...prepared: Prepared extends undefined ? [] : [Prepared]
) => Promise<RecordedOf<C, Result>>

/** A call of several stages. */
export interface PreparedHandler<C extends Call, Prepared = undefined, Result = AnswerOf<C>> {
  /** Wraps the other stages, e.g. to run one call at a time, or to make all take the same time. */
  around?<T>(input: CallInput<C>, context: CallContext<PrincipalOf<C>>, run: () => Promise<T>): Promise<T>
  /** Slow work, or work that must last even if the call fails, before the transaction. */
  prepare?(input: CallInput<C>, context: CallContext<PrincipalOf<C>>): Promise<Prepared>
  readonly handle: AuditedHandler<C, Prepared, Result>
}

/**
 * A call whose transaction is followed by slow work, or by work that requires the commit. The event of a change is committed with it; that
 * of a read is written once its last stage is done, so that a read which that stage refuses is not in the log as one.
 */
export interface FinishedHandler<C extends Call, Prepared, Result> extends PreparedHandler<C, Prepared, Result> {
  /** The last stage of this read changes something, such as what the gateway says of a payment: its event has to come first. */
  readonly changesAtEnd?: true
  finish(result: Result, input: CallInput<C>, context: CallContext<PrincipalOf<C>>): Promise<AnswerOf<C>>
}

export type Staged<C extends Call> = PreparedHandler<C, unknown, unknown> &
  Partial<FinishedHandler<C, unknown, unknown>>

/** Runs an audited call: the work before its transaction, the transaction with its event, and the work after it. */
export function runStages<C extends Call>(
  database: Database,
  { call, audit }: { readonly call: C; readonly audit: AuditedCall['audit'] },
  handler: AuditedHandler<C> | Staged<C>,
  input: CallInput<C>,
  context: CallContext<PrincipalOf<C>>,
): Promise<AnswerOf<C>> {
  const stages = 'handle' in handler ? handler : { handle: handler as AuditedHandler<C, unknown, unknown> }
  const { around, prepare, handle, finish, changesAtEnd }: Staged<C> = stages
  const run = async () => {
    const prepared = await prepare?.(input, context)
    const work = async (tx: Tx) => {
      const { held, setCookies } = holdCookies(context)
      return { setCookies, ...(await record(tx, audit, await handle(input, held, tx, prepared), context)) }
    }
    const complete = async (done: Awaited<ReturnType<typeof work>>) =>
      finish && !done.refusal ? { ...done, payload: await finish(done.payload, input, context) } : done
    const isChange = call.changes && !call.onlyReads
    if (isChange || changesAtEnd) {
      const done = await (isChange ? changeOnceMore(() => database.transaction(work)) : readAudited(database, work))
      done.setCookies()
      return answer(await complete(done))
    }
    const done = await readAudited(database, work, complete)
    done.setCookies()
    return answer(done)
  }
  return around ? around(input, context, run) : run()

  function answer({ payload, refusal }: Awaited<ReturnType<typeof record>>): AnswerOf<C> {
    if (refusal) throw refusal
    return payload as AnswerOf<C>
  }
}

/** The second of two concurrent changes may fail because of the first: on a retry it sees the first one's result. */
function changeOnceMore<T>(change: () => Promise<T>): Promise<T> {
  return change().catch((error: unknown) => {
    if (isOvertaken(error)) return change()
    throw error
  })
}
