import type { FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'
import { isText } from './incoming-text.ts'

/** A file on its way in; `content` can be read once. */
export interface IncomingFile {
  /** As the sender calls it. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  /** Length of the whole body, where it was announced. */
  readonly announcedBytes: number | null
}

/** The one field that uploads have. */
const field = 'file'

/** A file is cut off here; rules of the field have stricter limits. */
const maxBytes = 128 * 1024 * 1024

/**
 * Reads a multipart body up to its file and hands it to `take`; what is left of the body is read and thrown away, so that
 * the sender hears the answer. Throws FIELD-INVALID where there is no file.
 */
export async function withFile<T>(request: FastifyRequest, take: (file: IncomingFile) => Promise<T>): Promise<T> {
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1024, headerPairs: 50 }
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(() => {
    // Whatever it was, it was no form with a file.
    throw new CallError('BAD-REQUEST')
  })
  if (part === undefined || part.fieldname !== field) {
    part?.file.resume()
    throw new CallError('FIELD-INVALID', { fields: [{ field, code: 'FIELD-INVALID' }] })
  }
  // What reads forms puts U+FFFD in the place of bytes that are no UTF-8.
  if (!isText(part.filename ?? '') || part.filename?.includes('\ufffd')) {
    part.file.resume()
    throw new CallError('BAD-REQUEST')
  }
  const announced = Number(request.headers['content-length'])
  try {
    return await take({
      name: part.filename ?? '',
      content: received(part.file.iterator({ destroyOnReturn: false })),
      announcedBytes: Number.isSafeInteger(announced) ? announced : null,
    })
  } finally {
    part.file.resume()
  }
}

/** A body that ends before its time is the sender's failure, not ours. */
async function* received(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch {
    throw new CallError('BAD-REQUEST')
  }
}
