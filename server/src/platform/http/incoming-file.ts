import type { FastifyRequest } from 'fastify'
import { CallError, fieldError } from './call-error.ts'
import { isText } from './incoming-text.ts'

/** An incoming file, whose `content` can be read once. */
export interface IncomingFile {
  /** The sender's name for it. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  /** Length of the whole body, if the request declares it. */
  readonly announcedBytes: number | null
}

/** Name of the only field that uploads have. */
const field = 'file'

/** A file is cut off at this size; the rules set stricter limits. */
const maxBytes = 128 * 1024 * 1024

/**
 * Reads a multipart body up to its file and passes it to `take`. The rest of the body is read and discarded, so that the sender gets the
 * answer. Throws FIELD-INVALID if there is no file.
 */
export async function withFile<T>(request: FastifyRequest, take: (file: IncomingFile) => Promise<T>): Promise<T> {
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1024, headerPairs: 50 }
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(() => {
    // Whatever it was, it was not a form with a file.
    throw new CallError('BAD-REQUEST')
  })
  if (part === undefined || part.fieldname !== field) {
    part?.file.resume()
    throw fieldError(field, 'FIELD-INVALID')
  }
  // The parser replaces bytes that are not UTF-8 with U+FFFD.
  if (!isText(part.filename ?? '') || part.filename?.includes('\ufffd')) {
    part.file.resume()
    throw new CallError('BAD-REQUEST')
  }
  const announced = Number(request.headers['content-length'])
  try {
    return await take({
      name: part.filename ?? '',
      content: receive(part.file.iterator({ destroyOnReturn: false })),
      announcedBytes: Number.isSafeInteger(announced) ? announced : null,
    })
  } finally {
    part.file.resume()
  }
}

/** A truncated body is the sender's failure, not ours. */
async function* receive(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch {
    throw new CallError('BAD-REQUEST')
  }
}
