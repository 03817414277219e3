import type { AuditedAs, Call } from '@portico/contract/call'
import { type AuditEvent, audit } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'
import type { CallError } from './call-error.ts'
import type { CallContext } from './context.ts'
import type { Principal } from './principal.ts'

const subjects = Symbol('subjects')

/** One record that a call was about, if the contract does not name it. */
export interface Subject extends Pick<AuditEvent, 'memberId' | 'outcome'> {
  readonly recordId: string | null
  /** Its kind, if not the one in the contract: an empty list counts as a different kind of record. */
  readonly record?: string
  /** Suffix of the action in the log, e.g. `+audit -unlock`. */
  readonly detail?: string
  /** The actor, if the call needs no session but there is one; left out: the caller. */
  readonly by?: Principal | null
}

/** The same if the contract names several actions. */
export type Happening<Action extends string> = Subject & { readonly action: Action }

/** Which of the contract's actions it was; not needed if there is only one. */
type Done<Action> = Action extends string ? { readonly action: Action } : { readonly action?: undefined }

/** A payload with its audit data. Only the functions below create one. */
export interface Recorded<T, Action = undefined> {
  readonly [subjects]: readonly (Subject & { readonly action?: string | undefined })[]
  readonly payload: T
  /** Only carries the type. */
  readonly action?: Action
  /** The refusal that the caller gets once the transaction has committed. */
  readonly refusal?: CallError
}

type Details = Omit<Subject, 'recordId'>

/** The call's effect on one record. */
export function about<T>(recordId: string | null, payload: T, details?: Details): Recorded<T>
export function about<T, const Action extends string>(
  recordId: string | null,
  payload: T,
  details: Details & { readonly action: Action },
): Recorded<T, Action>
export function about<T>(
  recordId: string | null,
  payload: T,
  details: Details & { readonly action?: string } = {},
): Recorded<T, string | undefined> {
  return { [subjects]: [{ recordId, ...details }], payload }
}

/** The call's effect on several records, or on none. */
export function aboutEach<T, const Action extends string | undefined = undefined>(
  records: readonly (Subject & Done<Action>)[],
  payload: T,
): Recorded<T, Action> {
  return { [subjects]: records, payload }
}

/** The call did nothing, because it was already done. */
export function leaveUnchanged<T>(payload: T): Recorded<T, never> {
  return { [subjects]: [], payload }
}

/** Refuses the call but commits its transaction, for example a counted attempt, with the refused records for the log. */
export function refuseKeeping(refusal: CallError): Recorded<never, never>
export function refuseKeeping<const Action extends string | undefined = undefined>(
  refusal: CallError,
  refused: readonly (Omit<Subject, 'outcome'> & Done<Action>)[],
): Recorded<never, Action>
export function refuseKeeping(refusal: CallError, refused: readonly Subject[] = []): Recorded<never, never> {
  const events = refused.map((one) => ({ ...one, outcome: 'refused' as const }))
  return { [subjects]: events, payload: undefined as never, refusal }
}

/** Writes the call's audit events in its transaction, and returns the payload, or the refusal. */
export async function record(
  tx: Tx,
  audited: NonNullable<Call['audit']>,
  result: unknown,
  context: Pick<CallContext<Principal | null>, 'principal' | 'origin' | 'now'>,
): Promise<{ readonly payload: unknown; readonly refusal?: CallError }> {
  const { principal } = context
  const kinds = [audited].flat()
  if (!isRecorded(result)) {
    const event = toEvent(kinds, { recordId: principal?.memberId ?? null })
    await audit(tx, principal, event, context)
    return { payload: result }
  }
  const byActor = Map.groupBy(result[subjects], ({ by }) => (by === undefined ? principal : by))
  for (const [actor, theirs] of byActor)
    await audit(
      tx,
      actor,
      theirs.map((subject) => toEvent(kinds, subject)),
      context,
    )
  return result
}

function toEvent(
  kinds: readonly AuditedAs[],
  { recordId, record: kind, action, detail, by: _, ...rest }: Subject & { readonly action?: string | undefined },
): AuditEvent {
  const { action: named, record = undefined } =
    kinds.find((one) => action === undefined || [one.action].flat().includes(action)) ?? {}
  const recordType = kind ?? record
  return {
    action: [action ?? named, detail].filter(Boolean).join(' '),
    ...rest,
    ...(recordType !== undefined && { recordType, recordId }),
  }
}

function isRecorded(result: unknown): result is Recorded<unknown, string | undefined> {
  return typeof result === 'object' && result !== null && subjects in result
}
