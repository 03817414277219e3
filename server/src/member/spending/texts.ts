import type { Language } from '@portico/contract/page'
import { documentTexts, readTexts, sayTo, type TextReader } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

/** The texts of downloads. */
export const spendingTexts = documentTexts(readTexts(en, import.meta.dirname))

/** The same texts, addressed to a reader. */
export function spendingTextsTo(reader: TextReader, language: Language) {
  return sayTo(reader, spendingTexts(language), en)
}
