import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import type { ReplyValues } from '@portico/rules/workspace/canned-reply'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import type { HeldTexts } from '../../brands/content/held.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'

const Text = v.object({ en: v.string(), es: v.string() })
const Senders = v.object({
  sender: v.objectWithRest({ default: Text }, Text),
  signature: v.objectWithRest({ default: Text }, Text),
})

/** The context of a reply: the rep who writes it, and the member and brand it is for. */
export interface ReplyContext {
  readonly brand: string
  readonly repName: string
  readonly member: { readonly firstName: string; readonly lastName: string; readonly isNDMedicaid: boolean }
  readonly subject: string
}

/** The names and signatures of staff messages, and the values for canned replies, by brand (MC-6). */
export interface Senders {
  values(writing: ReplyContext, language: AuthoredLanguage): ReplyValues
  sender(writing: ReplyContext, language: AuthoredLanguage): string
  signature(writing: ReplyContext, language: AuthoredLanguage): string
  /** Returns a value for each language. */
  byLanguage<Of>(of: (language: AuthoredLanguage) => Of): Record<AuthoredLanguage, Of>
}

export function loadSenders(parts: {
  readonly contentDir: string
  readonly brands: BrandService
  readonly topics: MessageTopics
  readonly held: HeldTexts
}): Senders {
  const { brands, topics, held } = parts
  const read: unknown = JSON.parse(readFileSync(join(parts.contentDir, 'staff-senders.json'), 'utf8'))
  const texts = v.parse(Senders, read)

  const values = ({ brand, repName, member, subject }: ReplyContext, language: AuthoredLanguage): ReplyValues => {
    const loaded = brands.requireLoaded(brand)
    const { phoneNumber: phone, hours } = brands.servicePhone(brand, member, language)
    return {
      firstName: member.firstName,
      lastName: member.lastName,
      brandName: loaded.texts[language].name,
      phone,
      hours,
      subject,
      repName,
    }
  }
  const fill = (kind: 'sender' | 'signature', writing: ReplyContext, language: AuthoredLanguage) => {
    const { sharedBrandCode } = brands.get(writing.brand)
    const own = {
      sender: texts.sender[sharedBrandCode] ?? texts.sender.default,
      signature: texts.signature[sharedBrandCode] ?? texts.signature.default,
    }
    const text = held.place('STAFF_SENDERS', sharedBrandCode, own)[kind][language]
    const named = { ...values(writing, language), desk: topics.desk(sharedBrandCode, language) }
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => named[name as keyof typeof named] ?? whole)
  }
  return {
    values,
    sender: (writing, language) => fill('sender', writing, language),
    signature: (writing, language) => fill('signature', writing, language),
    byLanguage: <Of>(of: (language: AuthoredLanguage) => Of) =>
      Object.fromEntries(authoredLanguages.map((language) => [language, of(language)])) as Record<AuthoredLanguage, Of>,
  }
}
