import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailFailure } from '@portico/rules/email/delivery'
import type { SendMailOptions } from 'nodemailer'

/** Hands e-mails over. Rejects with a DeliveryError. */
export interface EmailTransport {
  send(email: SendMailOptions & { readonly messageId: string }): Promise<void>
  close(): void
}

/** Says how handing over failed, never what the other side wrote: that can hold an address. */
export class DeliveryError extends Error {
  readonly failure: EmailFailure

  constructor(failure: EmailFailure, code: string) {
    super(code)
    this.failure = failure
  }
}

/** Loaded once the server answers: it starts sooner without. */
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

/** The longest that a server may keep us waiting, in ms. */
const waitMs = 20_000
const connections = 3

/** To the SMTP server of an address `smtp://user:password@host:port` or `smtps://…`. */
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

/** Into files of a folder, one an e-mail, for trying out: written twice, it is one all the same. */
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

/** Commands of SMTP that concern one e-mail; nodemailer's codes for failures of it. */
const ofOneEmail: readonly string[] = ['EENVELOPE', 'EMESSAGE']

function deliveryError(error: unknown): DeliveryError {
  const { code = 'UNKNOWN', responseCode = null } = error as { code?: string; responseCode?: number | null }
  const failure = { reply: responseCode, ofTheEmail: ofOneEmail.includes(code) }
  return new DeliveryError(failure, responseCode === null ? code : `${code} ${responseCode}`)
}
