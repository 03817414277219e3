import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

export type TextId = keyof typeof en

/** Texts about claims. */
export const claimTexts = documentTexts(readTexts(en, import.meta.dirname))

export type ClaimSay = ReturnType<typeof claimTexts>

/** A reason of a plan's file (X12 claim adjustment reason code) in our own plain words (MP-8); null if we have none. */
export function reasonWords(say: ClaimSay, code: string): string | null {
  const id = `reason.${code}`
  return id in en ? say(id as TextId) : null
}

/**
 * An amount that adds up to nothing here, in our own words (MP-4); those of the plan's file if its category is none of the standard's. Files
 * without words have the standard's codes (`paidtoprovider`) or its English ones (`Benefit Amount`).
 */
export function amountWords(say: ClaimSay, text: string): string {
  const id = `amount.${text
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/amount$/, '')}`
  return id in en ? say(id as TextId) : text
}
