import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

/** The words on a card. */
export const cardTexts = documentTexts(readTexts(en, import.meta.dirname))
