import { documentTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

/** The texts of bills and receipts. */
export const premiumTexts = documentTexts<keyof typeof en>({ en, es })

export type PremiumSay = ReturnType<typeof premiumTexts>
