import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that a test can inspect. */
export interface Smtp {
  /** Value for SMTP_URL. */
  readonly url: string
  /** The e-mails it accepted, in order. */
  readonly received: readonly (Email & {
    readonly envelope: { readonly from: string; readonly to: readonly string[] }
  })[]
  /** How often a client started to hand over an e-mail. */
  readonly attempts: number
  /** Changes how it answers e-mails from now on: it refuses them with a code, or stays silent until changed again. */
  answer(how: 'accept' | { readonly code: number } | 'silence'): void
  close(): Promise<void>
}

export async function startSmtp(port = 0): Promise<Smtp> {
  const received: Smtp['received'][number][] = []
  let attempts = 0
  let how: Parameters<Smtp['answer']>[0] = 'accept'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (typeof how === 'object') done(Object.assign(new Error('No'), { responseCode: how.code }))
      else done()
    },
    onData: async (stream, session, done) => {
      attempts += 1
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch {
        // The client has disconnected.
        return
      }
      if (how === 'silence') return
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom === false ? '' : (mailFrom?.address ?? '')
      received.push({
        ...(await PostalMime.parse(Buffer.concat(chunks))),
        envelope: { from, to: rcptTo.map(({ address }) => address) },
      })
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    get attempts() {
      return attempts
    },
    answer: (next) => {
      how = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
