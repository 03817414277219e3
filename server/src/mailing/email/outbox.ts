import { portalOrigin } from '@portico/rules/brand/portal-origin'
import { nextEmailTry } from '@portico/rules/email/delivery'
import { describeLanguage, findLanguage } from '@portico/rules/languages/list'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import type { BrandSet } from '../../brands/brand/load.ts'
import { logoPng } from '../../brands/brand/logo-png.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { createHeldTexts } from '../../brands/content/held.ts'
import { databaseContent } from '../../brands/content/source.ts'
import { chooseSpoken, judgeChecked } from '../../brands/languages/offered.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { compose, type EmailDraft, type Letter, logoId } from './compose.ts'
import { type EmailTexts, emailTexts } from './items.ts'
import { valuesContext } from './service.ts'
import { leaseDueEmails, type OutboxRow, readDepth, removeSettled, settle, tryAgain } from './store.ts'
import { isEmailTemplate } from './templates.ts'
import { DeliveryError, type EmailTransport } from './transport.ts'

export interface Outbox {
  /** Resolves once the e-mails being handed over are done. */
  stop(): Promise<void>
}

interface OutboxParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly brands: BrandSet
  readonly transport: EmailTransport
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly defaultServicePhone: string
  /** Where the brands' portals are (see `portalOrigin`). */
  readonly place: { readonly ownOrigins: readonly string[]; readonly port: number }
  /** How long one attempt has an e-mail to itself; if its process is killed, the e-mail is tried again after that. */
  readonly leaseMs?: number
  readonly everyMs?: number
  /** The factor by which tests shorten the pauses between tries. */
  readonly haste?: number
}

const atOnce = 3
const keptMs = 30 * 24 * 3_600_000
const reportEveryMs = 60_000

/**
 * Hands over waiting e-mails, alongside requests; any number of instances may do it. Each e-mail keeps its Message-ID over all attempts, so
 * that a server or a reader can recognize a duplicate: one is unavoidable if the process is killed after the server accepted the e-mail and
 * before that was recorded.
 */
export function startOutbox(parts: OutboxParts): Outbox {
  const { database, transport, logger, leaseMs = 5 * 60_000, everyMs = 5_000, haste = 1 } = parts
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let reportedMs = 0
  let running: Promise<void> | null = null
  let again = false

  const source = databaseContent(database)
  const held = createHeldTexts(source.present)
  const stopListening = database.signals.on('outbox', { hear: wake, handleMissed: wake })
  wake()
  return {
    stop: async () => {
      stopped = true
      stopListening()
      clearTimeout(timer)
      await running
      transport.close()
    },
  }

  function wake(): void {
    if (stopped) return
    again = true
    running ??= sendAll().finally(() => {
      running = null
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(wake, everyMs).unref()
    })
  }

  async function sendAll(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        for (;;) {
          const now = new Date()
          const leaseUntil = new Date(now.getTime() + leaseMs)
          const due = await database.transaction((tx) => leaseDueEmails(tx, { now, leaseUntil, max: atOnce }))
          await Promise.all(due.map(handOver))
          if (due.length < atOnce || stopped) break
        }
      }
      await report()
    } catch (err) {
      logger.warn({ err }, 'outbox: e-mails could not be sent, tried again soon')
    }
  }

  async function handOver(row: OutboxRow): Promise<void> {
    const emailId = row.email_id
    const told = { emailId, template: row.template, brand: row.brand, attempts: row.attempts }
    const begun = performance.now()
    try {
      await transport.send(await letter(row))
      await database.transaction((tx) => settle(tx, emailId, { state: 'sent', error: null, now: new Date() }))
      logger.info({ ...told, ms: Math.round(performance.now() - begun) }, 'outbox: e-mail sent')
    } catch (error) {
      const known = error instanceof DeliveryError
      const failure = known ? error.failure : { reply: null, ofTheEmail: false }
      const now = new Date()
      const ageMs = now.getTime() - row.created_at.getTime()
      const pause = nextEmailTry(failure, { attempts: row.attempts, ageMs, chance: Math.random() })
      const code = known ? error.message : 'INTERNAL'
      await database.transaction((tx) =>
        pause === null
          ? settle(tx, emailId, { state: 'dead', error: code, now })
          : tryAgain(tx, emailId, new Date(now.getTime() + pause / haste), code),
      )
      const outcome = pause === null ? 'outbox: e-mail given up' : 'outbox: e-mail not sent, tried again later'
      logger.warn({ ...told, code, ...(!known && { err: error }) }, outcome)
    }
  }

  async function letter(row: OutboxRow): Promise<SendMailOptions & { readonly messageId: string }> {
    const brand = parts.brands.get(row.brand)
    if (brand === undefined || !isEmailTemplate(row.template))
      throw new Error('An e-mail of a brand or kind that is gone.')
    const { template } = row
    const { emailSender, sharedBrandCode } = brand.brand
    const settings = await readSettings(database.read, row.brand)
    const language = chooseSpoken(settings, findLanguage(row.language) ?? 'en')
    await source.read()
    const composing = {
      template,
      language,
      values: openValues(row),
      brand,
      portal: portalOrigin(brand.brand, parts.place),
      defaultServicePhone: parts.defaultServicePhone,
      checked: judgeChecked(settings, language),
    }
    const texts = emailTexts(template, language, (item) => held.texts(item, sharedBrandCode, language))
    const { subject, text, html } = composeLetter(composing, texts)
    return {
      messageId: `<${row.email_id}@${emailSender.slice(emailSender.indexOf('@') + 1)}>`,
      date: row.created_at,
      from: { name: brand.texts[language].name, address: emailSender },
      to: row.recipient,
      subject,
      text,
      html,
      headers: { 'auto-submitted': 'auto-generated', 'content-language': describeLanguage(language).tag },
      attachments: [
        {
          filename: 'logo.png',
          content: logoPng(brand),
          contentType: 'image/png',
          cid: logoId,
          contentDisposition: 'inline',
        },
      ],
    }
  }

  /** Composes the e-mail, with our own texts if authors have made theirs unusable. */
  function composeLetter(composing: EmailDraft, texts: EmailTexts): Letter {
    try {
      return compose({ ...composing, texts })
    } catch (err) {
      logger.warn(
        { template: composing.template, err },
        'outbox: an e-mail is sent with the portal’s own text, for the released one cannot be used: correct it',
      )
      return compose(composing)
    }
  }

  function openValues(row: OutboxRow): Record<string, string> {
    if (row.sealed_values === null) return {}
    return JSON.parse(parts.dataKey.open(row.sealed_values, valuesContext(row.email_id)).toString())
  }

  /** Now and then: logs how many e-mails wait, and removes those settled long ago. */
  async function report(): Promise<void> {
    if (performance.now() - reportedMs < reportEveryMs) return
    reportedMs = performance.now()
    await database.transaction((tx) => removeSettled(tx, new Date(Date.now() - keptMs)))
    const { waiting, dead } = await readDepth(database.read)
    if (waiting + dead > 0) logger.info({ waiting, dead }, 'outbox')
  }
}
