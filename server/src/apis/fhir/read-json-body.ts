import { decodeUtf8, isDeeperThan, pathsOfBadText } from '../../platform/http/incoming-text.ts'
import { FhirError } from './outcome.ts'

const maxJsonDepth = 30

/** A system's JSON; undefined for an empty body. Throws 400 for JSON that could not be stored or traversed. */
export function readJsonBody(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes)
  if (text === '') return undefined
  if (text === null || isDeeperThan(maxJsonDepth, text)) throw new FhirError(400, 'invalid', 'The body cannot be read.')
  try {
    const body: unknown = JSON.parse(text)
    if (pathsOfBadText(body).length === 0) return body
  } catch {
    // Reported below.
  }
  throw new FhirError(400, 'invalid', 'The body cannot be read.')
}
