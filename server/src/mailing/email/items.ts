import type { Language } from '@portico/contract/page'
import { documentTexts } from '../../platform/texts.ts'
import { type EmailTemplate, emailTemplates } from './templates.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

/** The texts that the portal comes with, keyed by the e-mail and the place in it. */
const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, es }

/** Texts that are filled into others. */
export const itemTexts = documentTexts<keyof typeof en>({ en, es })

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

function itemOf(template: EmailTemplate): string {
  return `EMAIL_${template.toUpperCase().replaceAll('-', '_')}`
}

/** The e-mail of an item; for the texts around every e-mail, one of them as an example; null if it is not an item of an e-mail. */
export function templateOfItem(item: string): EmailTemplate | null {
  if (item === frameItem) return 'new-message'
  return (Object.keys(emailTemplates) as EmailTemplate[]).find((template) => itemOf(template) === item) ?? null
}

/** Every e-mail as an item that authors may change (CT-4). */
export function emailItems(): {
  readonly name: string
  readonly type: string
  textsOf(language: Language): Readonly<Record<string, string>>
}[] {
  const templates = Object.keys(emailTemplates) as EmailTemplate[]
  return [
    { name: frameItem, type: 'Email', textsOf: framed },
    ...templates.map((template) => ({
      name: itemOf(template),
      type: 'Email',
      textsOf: (language: Language) => released(template, language),
    })),
  ]
}

/** The released texts of an e-mail, with authors' changes applied. */
export function emailTexts(
  template: EmailTemplate,
  language: Language,
  changed: (item: string) => Readonly<Record<string, string>> = () => ({}),
): EmailTexts {
  const own = released(template, language)
  const around = framed(language)
  return { ...around, ...known(changed(frameItem), around), ...own, ...known(changed(itemOf(template)), own) }
}

function released(template: EmailTemplate, language: Language) {
  const say = (part: string) => texts[language][`${template}.${part}`] ?? missing(`${template}.${part}`)
  return { subject: say('subject'), heading: say('heading'), body: say('body'), action: say('action') }
}

function framed(language: Language): Readonly<Record<keyof typeof frame, string>> {
  const entries = Object.entries(frame).map(([place, key]) => [place, texts[language][key] ?? missing(key)])
  return Object.fromEntries(entries)
}

function missing(key: string): never {
  throw new Error(`There is no text ${key}.`)
}

/** The written texts that have a place in the e-mail. */
function known(written: Readonly<Record<string, string>>, places: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(written).filter(([place]) => Object.hasOwn(places, place)))
}
