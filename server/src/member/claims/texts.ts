import type { Language } from '@portico/contract/page'
import { documentTexts, readTexts, sayTo, type TextReader } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

export type TextId = keyof typeof en

/** Texts about claims. */
export const claimTexts = documentTexts(readTexts(en, import.meta.dirname))

export type ClaimSay = ReturnType<typeof claimTexts>

/** The same texts, addressed to a reader. */
export function claimTextsTo(reader: TextReader, language: Language): ClaimSay {
  return sayTo(reader, claimTexts(language), en)
}

/**
 * A reason from a plan's file (X12 claim adjustment reason code, or NCPDP's after its name) in our own plain words (MP-8); null: we
 * have none. Texts that address the member have a variant for others who look at the member's claims.
 */
export function reasonWords(say: ClaimSay, code: string, reader: TextReader): string | null {
  const id = `reason.${code.replace(' ', '-')}`
  return id in en ? sayTo(reader, say, en)(id as TextId) : null
}

/**
 * An amount that is no part of the sums here, in our own words (MP-4); in the plan's words if its category is not a standard one. Files
 * without words have the standard's codes (`paidtoprovider`) or its English names (`Benefit Amount`).
 */
export function amountWords(say: ClaimSay, text: string): string {
  if (text.trim() === '') return say('amount.unnamed')
  const id = `amount.${text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/amount$/, '')}`
  return id in en ? say(id as TextId) : text
}
