const proof = Symbol('live')

/** A payload read by a statement that also proved the session live. Only `live` and `ended` make one. */
export type Live<T> = { readonly [proof]: true; readonly payload: T } | { readonly [proof]: false }

export function live<T>(payload: T): Live<T> {
  return { [proof]: true, payload }
}

/** The session had ended: the binding answers 401. */
export const ended: Live<never> = { [proof]: false }

export function takePayload<T>(result: Live<T>): { readonly payload: T } | null {
  return result[proof] ? result : null
}
