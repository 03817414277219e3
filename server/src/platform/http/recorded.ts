import type { AuditedAs } from '@portico/contract/call'
import { type AuditEvent, audit } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'
import type { CallError } from './call-error.ts'
import type { CallContext } from './context.ts'
import type { Principal } from './principal.ts'

const subjects = Symbol('subjects')

/** One record that a call was about, where the contract does not say which. */
export interface Subject {
  readonly recordId: string | null
  /** The member whose data it is; by default the member who makes the call. */
  readonly memberId?: string | null
}

/** Which of the actions that the contract names it was; one alone needs no name here. */
type Done<Action> = Action extends string ? { readonly action: Action } : { readonly action?: undefined }

/** A payload with what the audit log says of the call. Only the functions below make one. */
export interface Recorded<T, Action = undefined> {
  readonly [subjects]: readonly (Subject & { readonly action?: string | undefined })[]
  readonly payload: T
  /** Only carries the type. */
  readonly action?: Action
  /** Who did it, where no session is needed but somebody has one; left out: who makes the call. */
  readonly by?: Principal | null
  /** What the caller is told once the transaction has kept what it did. */
  readonly refusal?: CallError
}

interface Details extends Omit<Subject, 'recordId'>, Pick<Recorded<unknown>, 'by'> {}

/** What a call did with one record. */
export function about<T>(recordId: string | null, payload: T, details?: Details): Recorded<T>
export function about<T, const Action extends string>(
  recordId: string | null,
  payload: T,
  details: Details & { readonly action: Action },
): Recorded<T, Action>
export function about<T>(
  recordId: string | null,
  payload: T,
  { by, ...details }: Details & { readonly action?: string } = {},
): Recorded<T, string | undefined> {
  return { [subjects]: [{ recordId, ...details }], payload, ...(by !== undefined && { by }) }
}

/** What a call did with several records, or with none. */
export function aboutEach<T, const Action extends string | undefined = undefined>(
  records: readonly (Subject & Done<Action>)[],
  payload: T,
): Recorded<T, Action> {
  return { [subjects]: records, payload }
}

/** The call did nothing, because it had been done before. */
export function leaveUnchanged<T>(payload: T): Recorded<T, never> {
  return { [subjects]: [], payload }
}

/** Refuses the call, but keeps what its transaction did, such as counting the attempt. */
export function refuseKeeping(refusal: CallError): Recorded<never, never> {
  return { [subjects]: [], payload: undefined as never, refusal }
}

/** Writes what the contract names of a call, in its transaction, and returns the payload, or why it is refused nevertheless. */
export async function record(
  tx: Tx,
  { action, record: recordType }: AuditedAs,
  result: unknown,
  context: Pick<CallContext<Principal | null>, 'principal' | 'origin' | 'now'>,
): Promise<{ readonly payload: unknown; readonly refusal?: CallError }> {
  const { principal } = context
  if (!isRecorded(result)) {
    const record = recordType === undefined ? {} : { recordType, recordId: principal?.memberId ?? null }
    await audit(tx, principal, { action: String(action), ...record }, context)
    return { payload: result }
  }
  const events = result[subjects].map(
    ({ recordId, action: done = action, memberId }): AuditEvent => ({
      action: String(done),
      ...(memberId !== undefined && { memberId }),
      ...(recordType !== undefined && { recordType, recordId }),
    }),
  )
  await audit(tx, result.by === undefined ? principal : result.by, events, context)
  return result
}

function isRecorded(result: unknown): result is Recorded<unknown, string | undefined> {
  return typeof result === 'object' && result !== null && subjects in result
}
