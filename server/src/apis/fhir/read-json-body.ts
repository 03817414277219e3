import { decodeUtf8, isDeeperThan, pathsOfBadText } from '../../platform/http/incoming-text.ts'
import { FhirError } from './outcome.ts'

const maxJsonDepth = 30

/** The JSON that a system sends; undefined for an empty body. Throws 400 for what no one could store or walk. */
export function readJsonBody(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes)
  if (text === '') return undefined
  if (text === null || isDeeperThan(maxJsonDepth, text)) throw new FhirError(400, 'invalid', 'The body cannot be read.')
  try {
    const body: unknown = JSON.parse(text)
    if (pathsOfBadText(body).length === 0) return body
  } catch {
    // Told below.
  }
  throw new FhirError(400, 'invalid', 'The body cannot be read.')
}
