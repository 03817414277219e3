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
