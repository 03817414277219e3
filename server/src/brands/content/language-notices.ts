import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyBrand } from '@portico/rules/brand/every'
import * as v from 'valibot'
import { type HeldTexts, heldByFiles } from './held.ts'

const Notice = v.object({
  lang: v.string(),
  english: v.string(),
  native: v.string(),
  dir: v.picklist(['ltr', 'rtl']),
  text: v.string(),
})

/** A public notice of free language help; `{phone}` and `{tty}` are placeholders for the numbers. */
export type LanguageNotice = v.InferOutput<typeof Notice>

/** The notices for readers of a brand, given by its shared code. */
export type LanguageNotices = (sharedBrandCode: string) => readonly LanguageNotice[]

/** Reads `content/language-notices.json`, whose texts authors may change. */
export function loadLanguageNotices(contentDir: string, held: HeldTexts = heldByFiles): LanguageNotices {
  const notices = v.parse(v.array(Notice), JSON.parse(readFileSync(join(contentDir, 'language-notices.json'), 'utf8')))
  return (code) => {
    const texts = held.texts('LANGUAGE_NOTICES', code, 'en')
    return notices.map((notice) => ({ ...notice, text: texts[notice.lang] ?? notice.text }))
  }
}

/** Each language's name in the language itself, by its tag. */
export function languageNames(notices: LanguageNotices): ReadonlyMap<string, string> {
  return new Map(notices(everyBrand).map(({ lang, native }) => [lang, native]))
}
