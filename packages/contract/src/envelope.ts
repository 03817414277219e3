import type { ErrorEntry } from './errors.ts'

/** The part of every answer besides its payload; the sources fix its versions (HT-1). */
export interface BaseMessage {
  readonly headerVersion: '1.0'
  readonly payloadVersion: '2.0'
  readonly additionalInfo: null
  readonly returnCode?: string
  readonly returnCodeDescription?: string
}

/** The shape of every answer except those of the OAuth endpoints. */
export interface Envelope<Payload> {
  readonly baseMessage: BaseMessage
  readonly payload: Payload
}

/** A failed answer: the same envelope with its codes. */
export interface ErrorEnvelope extends Envelope<null> {
  readonly errors: readonly ErrorEntry[]
}

export const baseMessage: BaseMessage = { headerVersion: '1.0', payloadVersion: '2.0', additionalInfo: null }

/** Wraps the payload of a request (HT-1). */
export function wrap<Payload>(payload: Payload): Envelope<Payload> {
  return { baseMessage, payload }
}

const succeeded = {
  200: { ...baseMessage, returnCode: '200', returnCodeDescription: 'OK' },
  201: { ...baseMessage, returnCode: '201', returnCodeDescription: 'Created' },
} as const satisfies Record<number, BaseMessage>

/** Wraps the payload of an answer with its status (HT-1). */
export function answerWith<Payload>(status: keyof typeof succeeded, payload: Payload): Envelope<Payload> {
  return { baseMessage: succeeded[status], payload }
}
