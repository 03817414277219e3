import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailFailure } from '@portico/rules/email/delivery'
import type { SendMailOptions } from 'nodemailer'

/** Hands e-mails over. Rejects with a DeliveryError. */
export interface EmailTransport {
  send(email: SendMailOptions & { readonly messageId: string }): Promise<void>
  close(): void
}

/** Says how the handover failed, but not in the server's own words, which can contain an address. */
export class DeliveryError extends Error {
  readonly failure: EmailFailure

  constructor(failure: EmailFailure, code: string) {
    super(code)
    this.failure = failure
  }
}

/** Loaded only after the server is answering, so that the server starts sooner. */
const nodemailer = async () => (await import('nodemailer')).default

/** Created on first use, and closed if it was used. */
function lazily<Made extends { close(): void }>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined
  return {
    get: () => {
      made ??= make()
      return made
    },
    close: () => void made?.then((one) => one.close()),
  }
}

/** The longest time to wait for a server, in ms. */
const waitMs = 20_000
const connections = 3

/** Sends to the SMTP server at an address `smtp://user:password@host:port` or `smtps://…`. */
export function smtpTransport(url: string): EmailTransport {
  const mailer = lazily(async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    send: async (email) => {
      try {
        await (await mailer.get()).sendMail(email)
      } catch (error) {
        throw deliveryError(error)
      }
    },
    close: () => mailer.close(),
  }
}

/** Writes to files in a folder, one per e-mail, for trying things out; an e-mail written twice is still one file. */
export function folderTransport(folder: string): EmailTransport {
  const mailer = lazily(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  return {
    send: async (email) => {
      const { message } = await (await mailer.get()).sendMail(email)
      const name = join(folder, `${email.messageId.replace(/^<|@.*$/g, '')}.eml`)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${name}.part`, message as Buffer, { mode: 0o600 })
      renameSync(`${name}.part`, name)
    },
    close: () => mailer.close(),
  }
}

/** nodemailer's codes for failures of SMTP commands that concern one e-mail. */
const ofOneEmail: readonly string[] = ['EENVELOPE', 'EMESSAGE']

function deliveryError(error: unknown): DeliveryError {
  const { code = 'UNKNOWN', responseCode = null } = error as { code?: string; responseCode?: number | null }
  const failure = { reply: responseCode, ofTheEmail: ofOneEmail.includes(code) }
  return new DeliveryError(failure, responseCode === null ? code : `${code} ${responseCode}`)
}
