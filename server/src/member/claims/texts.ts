import type { Language } from '@portico/contract/page'
import { documentTexts, readTexts, sayTo, type TextReader } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

export type TextId = keyof typeof en

/** Texts about claims. */
export const claimTexts = documentTexts(readTexts(en, import.meta.dirname))

export type ClaimSay = ReturnType<typeof claimTexts>

/** The same as they are said to a reader. */
export function claimTextsTo(reader: TextReader, language: Language): ClaimSay {
  return sayTo(reader, claimTexts(language), en)
}

/**
 * A reason of a plan's file (X12 claim adjustment reason code, or NCPDP's after its name) in our own plain words (MP-8); null if we have none. Those that speak to the
 * member have others for whoever looks at the member's claims.
 */
export function reasonWords(say: ClaimSay, code: string, reader: TextReader): string | null {
  const id = `reason.${code.replace(' ', '-')}`
  return id in en ? sayTo(reader, say, en)(id as TextId) : null
}

/**
 * An amount that adds up to nothing here, in our own words (MP-4); those of the plan's file if its category is none of the standard's. Files
 * without words have the standard's codes (`paidtoprovider`) or its English ones (`Benefit Amount`).
 */
export function amountWords(say: ClaimSay, text: string): string {
  if (text.trim() === '') return say('amount.unnamed')
  const id = `amount.${text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/amount$/, '')}`
  return id in en ? say(id as TextId) : text
}
