import type { FastifyReply } from 'fastify'

/** A reader that leaves this many bytes unread is disconnected: it will reconnect and start over. */
const maxUnread = 16 * 1024

/** Several answers, one after another, to one request (server-sent events). */
export interface EventStream<Payload> {
  send(payload: Payload): void
  /** Signals that the connection is still alive. */
  beat(): void
  /** Ends the stream and tells the page to find out why. */
  end(): void
  /** Called once, when the other side has left or the stream was ended here. */
  onClose(listener: () => void): void
}

/** Begins an answer in events; `serialize` passes only what the call's payload declares. */
export function startEventStream<Payload>(
  reply: FastifyReply,
  serialize: (payload: Payload) => string,
): EventStream<Payload> {
  reply.hijack()
  const { raw } = reply
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Makes a proxy in front pass each event on at once.
    'x-accel-buffering': 'no',
    // The connection ends with the stream, so that it does not keep the server from closing.
    connection: 'close',
  })
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.on('error', () => raw.destroy())
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > maxUnread) raw.destroy()
  }
  raw.flushHeaders()
  return {
    send: (payload) => write(`data: ${serialize(payload)}\n\n`),
    beat: () => write('event: beat\ndata:\n\n'),
    end: () => {
      write('event: end\ndata:\n\n')
      raw.end()
    },
    onClose: (listener) => {
      // The other side may have left before the stream began.
      if (raw.closed) listener()
      else raw.once('close', listener)
    },
  }
}

/** Whether the caller asks for events rather than for one answer. */
export function wantsEvents(accept: string | undefined): boolean {
  return /^text\/event-stream\b/i.test(accept ?? '')
}
