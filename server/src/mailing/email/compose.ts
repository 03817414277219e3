import { type MarkedBlock, type MarkedPart, parseMarkedBlocks, toPlainText } from '@portico/contract/marked'
import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import type { LoadedBrand } from '../../brands/brand/load.ts'
import { serviceLine } from '../../brands/brand/service-line.ts'
import { sayChecked } from '../../brands/languages/line.ts'
import type { Checked } from '../../brands/languages/offered.ts'
import { languageAttributes } from '../../platform/html.ts'
import { type EmailTexts, emailTexts, itemTexts } from './items.ts'
import { type EmailTemplate, findShape } from './templates.ts'

/** Content id of the logo, which is part of the e-mail, so that reading the e-mail fetches nothing. */
export const logoId = 'logo@portico'

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface EmailDraft {
  readonly template: EmailTemplate
  readonly language: Language
  /** `line` says whose phone number it gives: `anybody` by default, a `member`, or `medicaid` (BR-10). */
  readonly values: Readonly<Record<string, string>>
  readonly brand: LoadedBrand
  /** Origin of the brand's own portal, e.g. `https://secure.highmark.example`. */
  readonly portal: string
  readonly defaultServicePhone: string
  /** Address of the logo; the content id by default. */
  readonly logo?: string
  /** What people have reviewed of the language for the brand; all by default. */
  readonly checked?: Checked
  /** The e-mail's texts; those of the release by default. */
  readonly texts?: EmailTexts
}

/** An e-mail in plain text and HTML, for one brand and in one language. Throws if a text, or a value that a text needs, is missing. */
export function compose(composing: EmailDraft): Letter {
  const { template, language, brand } = composing
  const link = buildLink(composing)
  const { texts = emailTexts(template, language) } = composing
  const frame = frameValues(composing)
  const values = { ...frame, ...buildValues(composing) }
  const say = (place: keyof EmailTexts) => fillValues(texts[place], values)
  // The frame around the text is about the brand, even if the e-mail uses the same value names: there, `hours` means service hours.
  const sayAround = (place: keyof EmailTexts) => fillValues(texts[place], frame)
  const line = (place: keyof EmailTexts) => say(place).replace(/\s+/g, ' ')
  const heading = line('heading')
  const body = fillBlocks(parseMarkedBlocks(texts.body), values, (to) => ownAddress(composing, to))
  const action = line('action')
  const { optional, noAccount } = findShape(template)
  const about = noAccount ? (['whyGiven', 'noReplyCall'] as const) : (['why', 'noReply'] as const)
  const notes = (['phone', ...(optional ? (['choices'] as const) : []), ...about] as const).map(sayAround)
  const { name } = brand.texts[language]
  const said = sayChecked(language, composing.checked ?? 'checked')
  const machine = said === null ? [] : [`${said.own}\n${said.english}`]
  return {
    subject: line('subject'),
    text: [name, ...machine, heading, toPlainText(body), `${action}:\n${link}`, '--', ...notes]
      .join('\n\n')
      .concat('\n'),
    html: page(composing, { name, said, heading, body, action, link, address: sayAround('address'), notes }),
  }
}

/** The values about the brand in every e-mail. */
function frameValues({
  language,
  values,
  brand,
  defaultServicePhone,
}: EmailDraft): Readonly<Record<'brandName' | 'phone' | 'tty' | 'hours', string>> {
  const member =
    values.line === undefined || values.line === 'anybody' ? null : { isNDMedicaid: values.line === 'medicaid' }
  const { phoneNumber: phone, hours } = serviceLine(brand, { member, language, defaultServicePhone })
  return { brandName: brand.texts[language].name, phone, tty: brand.brand.ttyNumber, hours }
}

function buildValues({ language, values }: EmailDraft): Readonly<Record<string, string>> {
  return {
    ...values,
    ...(values.count !== undefined && { clients: itemTexts(language)('counted.clients', { count: values.count }) }),
    ...(values.at !== undefined && { at: momentText(values.at, language) }),
    ...Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => isDay(value))
        .map(([name, value]) => [name, dayText(value, language)]),
    ),
  }
}

function buildLink(composing: EmailDraft): string {
  const { template, values } = composing
  const path = values.link ?? findShape(template).link
  if (path === undefined) throw new Error(`The e-mail ${template} has nowhere to lead.`)
  return ownAddress(composing, path)
}

/** The address names the brand, because several brands can share a host. */
function ownAddress({ template, brand, portal }: EmailDraft, path: string): string {
  const url = path.startsWith('/') ? new URL(path, portal) : null
  if (url?.origin !== portal) throw new Error(`The e-mail ${template} leads away from its brand.`)
  url.searchParams.set('defBrand', brand.brand.code)
  return url.href
}

function fillValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A text asks for ${name}, which there is not.`)
    return value
  })
}

/** Values are filled in after parsing, so that none of them can act as markup. */
function fillBlocks(
  blocks: readonly MarkedBlock[],
  values: Readonly<Record<string, string>>,
  address: (to: string) => string,
): MarkedBlock[] {
  const parts = (all: readonly MarkedPart[]): MarkedPart[] =>
    all.map((part) => {
      if (part.kind === 'text') return { ...part, text: fillValues(part.text, values) }
      return { ...part, ...(part.kind === 'link' && { to: address(part.to) }), parts: parts(part.parts) }
    })
  return blocks.map((block) =>
    block.kind === 'list'
      ? { ...block, items: block.items.map((item) => fillBlocks(item, values, address)) }
      : { ...block, parts: parts(block.parts) },
  )
}

function momentText(at: string, language: Language): string {
  const zone = { timeZone: 'America/New_York', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(findLocale(language), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...zone,
  }).format(new Date(at))
}

interface Parts {
  readonly name: string
  /** The note that a machine translated it. */
  readonly said: ReturnType<typeof sayChecked>
  readonly heading: string
  readonly body: readonly MarkedBlock[]
  readonly action: string
  readonly link: string
  readonly address: string
  readonly notes: readonly string[]
}

/** Mail programs support tables and inline styles, and little else. */
function page({ language, brand, logo }: EmailDraft, parts: Parts): string {
  const { tokens } = brand
  const font = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:${tokens['--text']}`
  const small = `margin:0 0 8px;font-size:13px;line-height:1.5;color:${tokens['--text-muted']}`
  const link = escapeHtml(parts.link)
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(parts.heading)}</title>
</head>
<body style="margin:0;padding:0;background:${tokens['--page']};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${tokens['--page']}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font}">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:10px"><img src="${escapeHtml(logo ?? `cid:${logoId}`)}" alt="" width="36" height="36" style="display:block;border:0"></td>
<td style="font-size:18px;font-weight:650;${font}">${escapeHtml(parts.name)}</td>
</tr></table>
</td></tr>
<tr><td style="padding:28px 24px 20px;background:${tokens['--surface']};border:1px solid ${tokens['--border']};border-top:4px solid ${tokens['--brand-primary']};border-radius:${brand.brand.look.radius}px">
${parts.said === null ? '' : `<p style="${small}">${escapeHtml(parts.said.own)} <span lang="en" dir="ltr">${escapeHtml(parts.said.english)}</span></p>\n`}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(parts.heading)}</h1>
${blocksHtml(parts.body, tokens['--brand-primary-text'])}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:${brand.brand.look.radius}px;background:${tokens['--brand-primary']};color:${tokens['--brand-on-primary']};font-size:16px;font-weight:650;text-decoration:none">${escapeHtml(parts.action)}</a></p>
<p style="${small}">${escapeHtml(parts.address)}<br><a href="${link}" style="color:${tokens['--brand-primary-text']};word-break:break-all">${link}</a></p>
</td></tr>
<tr><td style="padding:16px 4px">
${parts.notes.map((note) => `<p style="${small}">${escapeHtml(note)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** The only blocks that e-mails use; escapes every text. */
function blocksHtml(blocks: readonly MarkedBlock[], linkColor: string): string {
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.5'
  const inLine = (parts: readonly MarkedPart[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'text') return escapeHtml(part.text)
        const inner = inLine(part.parts)
        if (part.kind === 'strong') return `<strong>${inner}</strong>`
        return `<a href="${escapeHtml(part.to)}" style="color:${linkColor}">${inner}</a>`
      })
      .join('')
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return `<h2 style="margin:24px 0 8px;font-size:18px">${inLine(block.parts)}</h2>`
      if (block.kind === 'paragraph') return `<p style="${text}">${inLine(block.parts)}</p>`
      const tag = block.ordered ? 'ol' : 'ul'
      const items = block.items.map((item) => `<li>${blocksHtml(item, linkColor)}</li>`)
      return `<${tag} style="${text};padding-left:24px">${items.join('')}</${tag}>`
    })
    .join('\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
}

function dayText(day: string, language: Language): string {
  const locale = findLocale(language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
