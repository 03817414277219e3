import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** A file on its way out. */
export interface FileAnswer {
  readonly name: string
  readonly type: string
  /** In bytes; null where it is known only once all is sent. */
  readonly size: number | null
  /** Shown by the browser rather than saved. */
  readonly inline: boolean
  readonly content: AsyncIterable<Uint8Array>
}

/** Sends a file as it is read. Whatever is in it, it runs nowhere: its type is certain, and it has an origin of its own. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.size !== null) reply.header('content-length', file.size)
  return reply
    .header('content-type', file.type)
    .header('content-disposition', contentDisposition(file.name, { type: file.inline ? 'inline' : 'attachment' }))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'private, no-store')
    .send(Readable.from(file.content, { objectMode: false }))
}
