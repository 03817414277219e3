import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** A file to be sent. */
export interface FileAnswer {
  readonly name: string
  readonly type: string
  /** In bytes; null if known only at the end. */
  readonly size: number | null
  /** Whether the browser shows it instead of saving it. */
  readonly inline: boolean
  readonly content: AsyncIterable<Uint8Array>
}

/** Streams a file. Nothing in it can run: browsers must not guess its type, and it has an opaque origin. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.size !== null) reply.header('content-length', file.size)
  return reply
    .header('content-type', file.type)
    .header('content-disposition', contentDisposition(file.name, { type: file.inline ? 'inline' : 'attachment' }))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'private, no-store')
    .send(Readable.from(file.content, { objectMode: false }))
}
