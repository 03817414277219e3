import { portalOrigin } from '@portico/rules/brand/portal-origin'
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
import type { OutboxRow } from './store.ts'
import { isEmailTemplate } from './templates.ts'

export interface WriterParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly brands: BrandSet
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly defaultServicePhone: string
  /** Where the brands' portals are (see `portalOrigin`). */
  readonly place: { readonly ownOrigins: readonly string[]; readonly port: number }
}

type OutgoingLetter = SendMailOptions & { readonly messageId: string }

export type LetterWriter = (row: OutboxRow) => Promise<OutgoingLetter>

/** Writes waiting e-mails with the texts now in force. */
export function createLetterWriter(parts: WriterParts): LetterWriter {
  const { database } = parts
  const source = databaseContent(database)
  const held = createHeldTexts(source.present)
  return write

  async function write(row: OutboxRow): Promise<OutgoingLetter> {
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

  /** Composes the e-mail, with our own texts if the authors' are unusable. */
  function composeLetter(composing: EmailDraft, texts: EmailTexts): Letter {
    try {
      return compose({ ...composing, texts })
    } catch (err) {
      parts.logger.warn(
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
}
