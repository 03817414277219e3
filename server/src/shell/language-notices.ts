import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Notice = v.object({
  lang: v.string(),
  english: v.string(),
  native: v.string(),
  dir: v.picklist(['ltr', 'rtl']),
  text: v.string(),
})

/** A public notice of free language help; `{phone}` and `{tty}` stand where the numbers go. */
export type LanguageNotice = v.InferOutput<typeof Notice>

export function loadLanguageNotices(contentDir: string): LanguageNotice[] {
  return v.parse(v.array(Notice), JSON.parse(readFileSync(join(contentDir, 'language-notices.json'), 'utf8')))
}

/** Names of the languages, each in itself, by its tag. */
export function languageNames(notices: readonly LanguageNotice[]): ReadonlyMap<string, string> {
  return new Map(notices.map(({ lang, native }) => [lang, native]))
}
