import { hostname } from 'node:os'
import { connect, type TLSSocket } from 'node:tls'
import type { ForwardSettings } from './address.ts'
import { type AuditSink, type ForwardedEvent, formatEvent } from './event.ts'

/** The facility for audit logs (RFC 5424, 6.2.1), and the severities of done, refused and failed. */
const facility = 13
const severities: Readonly<Record<ForwardedEvent['outcome'], number>> = { done: 6, refused: 5, failed: 4 }

/**
 * Syslog over TLS (RFC 5424, RFC 5425). Syslog has no acknowledgments. Therefore each batch has its own connection: we end our side, and
 * the receiver ends its side once it has read everything up to that end. A connection that ends otherwise counts as not sent.
 */
export function createSyslogSink(settings: Extract<ForwardSettings, { kind: 'syslog' }>): AuditSink {
  return {
    send: async (events) => {
      const socket = await open(settings)
      try {
        await deliver(socket, events.map(formatFrame).join(''))
      } finally {
        socket.destroy()
      }
    },
  }
}

/** The message after its length in bytes. Messages are pure ASCII, so that characters are bytes and no byte-order mark is needed. */
function formatFrame(event: ForwardedEvent): string {
  const priority = facility * 8 + severities[event.outcome]
  const message = `<${priority}>1 ${event.at} ${hostname()} portico ${process.pid} audit - ${formatEvent(event)}`
  return `${message.length} ${message}`
}

function open({ host, port, ca, waitMs }: Extract<ForwardSettings, { kind: 'syslog' }>): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(ca !== undefined && { ca }), minVersion: 'TLSv1.2' }, () =>
      resolve(socket),
    )
    socket.setTimeout(waitMs, () => socket.destroy(new Error(`${host}:${port} does not answer.`)))
    socket.on('error', reject)
  })
}

function deliver(socket: TLSSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    // Only the receiver's own close emits `end`; a cut connection closes without it.
    socket.on('end', resolve)
    socket.on('close', () => reject(new Error('The connection was cut off before the receiver had read everything.')))
    socket.resume()
    socket.end(text)
  })
}
