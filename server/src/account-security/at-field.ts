import { CallError } from '../http/call-error.ts'

/**
 * What is wrong with a proof that the signed-in give, told of the field that it stood in: a 401 would say that their session
 * is over. Anything else stays what it is.
 */
export function atField(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 401) return error
  return new CallError('FIELD-INVALID', { fields: [{ field, code: error.code }] })
}
