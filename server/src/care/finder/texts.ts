import type { Language } from '@portico/contract/page'
import type { Specialty } from '@portico/rules/finder/specialties'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

type TextId = keyof typeof en

/** The directory's texts. */
export const finderTexts = documentTexts(readTexts(en, import.meta.dirname))

/** Kinds of care with their names. */
export function nameSpecialties(ids: readonly string[], language: Language) {
  const say = finderTexts(language)
  return ids.flatMap((id) => {
    const text = `specialty.${id}`
    return text in en ? [{ id: id as Specialty, name: say(text as TextId) }] : []
  })
}
