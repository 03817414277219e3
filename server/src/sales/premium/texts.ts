import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

/** The texts of bills and receipts. */
export const premiumTexts = documentTexts(readTexts(en, import.meta.dirname))

export type PremiumSay = ReturnType<typeof premiumTexts>
