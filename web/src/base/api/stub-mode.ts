import type { Call } from '@portico/contract/call'
import type { Sending } from './send.ts'

/** Answers a call from a canned file. */
export type StubAnswer = (call: Call, options: Pick<Sending, 'basic'>, signal: AbortSignal) => Promise<Response>

let answer: StubAnswer | null = null

/** From now on, calls are answered from canned files (EN-4). */
export function startStubMode(from: StubAnswer) {
  answer = from
}

/** Null outside stub mode. */
export function stubAnswer(): StubAnswer | null {
  return answer
}
