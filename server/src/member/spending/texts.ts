import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

/** The texts of downloads. */
export const spendingTexts = documentTexts(readTexts(en, import.meta.dirname))
