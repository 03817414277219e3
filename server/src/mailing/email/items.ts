import type { Language } from '@portico/contract/page'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import { type EmailTemplate, emailTemplates, isEmailTemplate } from './templates.ts'
import en from './texts/en.json' with { type: 'json' }

/** The texts that the portal comes with, keyed by the e-mail and the place in it. */
const texts = readTexts<string>(en, import.meta.dirname)

/** Texts that are filled into others. */
export const itemTexts = documentTexts(readTexts(en, import.meta.dirname))

const frame = {
  phone: 'footer.phone',
  choices: 'footer.choices',
  why: 'footer.why',
  noReply: 'footer.no-reply',
  // For people who may have no account.
  whyGiven: 'footer.why-given',
  noReplyCall: 'footer.no-reply-call',
  address: 'address',
} as const

/** The texts of an e-mail by place. */
export type EmailTexts = Readonly<Record<'subject' | 'heading' | 'body' | 'action' | keyof typeof frame, string>>

/** Name of the item with the texts around every e-mail. */
const frameItem = 'EMAIL_FRAME'

function toItemName(template: EmailTemplate): string {
  return `EMAIL_${template.toUpperCase().replaceAll('-', '_')}`
}

/** The e-mail of an item; for the texts around every e-mail, any e-mail as an example; null if it is not an e-mail item. */
export function templateOfItem(item: string): EmailTemplate | null {
  if (item === frameItem) return 'new-message'
  return (Object.keys(emailTemplates) as EmailTemplate[]).find((template) => toItemName(template) === item) ?? null
}

/** Every e-mail as an item that authors may change (CT-4). */
export function emailItems(): {
  readonly name: string
  readonly type: string
  listTexts(language: Language): Readonly<Record<string, string>>
}[] {
  const templates = Object.keys(emailTemplates) as EmailTemplate[]
  return [
    { name: frameItem, type: 'Email', listTexts: buildFramed },
    ...templates.map((template) => ({
      name: toItemName(template),
      type: 'Email',
      listTexts: (language: Language) => listPlaced(template, language),
    })),
  ]
}

/** The released texts of an e-mail, with authors' changes applied. */
export function emailTexts(
  template: EmailTemplate,
  language: Language,
  changed: (item: string) => Readonly<Record<string, string>> = () => ({}),
): EmailTexts {
  const own = listPlaced(template, language)
  const around = buildFramed(language)
  return {
    ...around,
    ...keepPlaced(changed(frameItem), around),
    ...own,
    ...keepPlaced(changed(toItemName(template)), own),
  }
}

/** The subject of an e-mail without its individual values; the template's name if this release does not know it. */
export function describeEmail(template: string, brandName: string, language: Language): string {
  if (!isEmailTemplate(template)) return template
  return listPlaced(template, language).subject.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'brandName' ? brandName : '…',
  )
}

function listPlaced(template: EmailTemplate, language: Language) {
  const say = (part: string) => findText(`${template}.${part}`, language)
  return { subject: say('subject'), heading: say('heading'), body: say('body'), action: say('action') }
}

function buildFramed(language: Language): Readonly<Record<keyof typeof frame, string>> {
  const entries = Object.entries(frame).map(([place, key]) => [place, findText(key, language)])
  return Object.fromEntries(entries)
}

function findText(key: string, language: Language): string {
  const { own, english } = texts[language]
  const found = own[key] ?? english[key]
  if (found === undefined) throw new Error(`There is no text ${key}.`)
  return found
}

/** The authors' texts that have a place in the e-mail. */
function keepPlaced(written: Readonly<Record<string, string>>, places: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(written).filter(([place]) => Object.hasOwn(places, place)))
}
