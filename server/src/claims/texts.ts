import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<TextId, string>>>> = { en, es }
export type TextId = keyof typeof en

export type Say = (id: TextId, values?: Readonly<Record<string, string | number>>) => string

/** Returns texts about claims in a language, with their placeholders filled in. */
export function claimTexts(language: Language): Say {
  return (id, values = {}) => texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A reason of a plan's file (X12 claim adjustment reason code) in plain words of ours (MP-8); null where there are none. */
export function reasonWords(say: Say, code: string): string | null {
  const id = `reason.${code}`
  return id in en ? say(id as TextId) : null
}
