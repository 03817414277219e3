import { findLanguage, type Language, provisionalLanguages } from './list.ts'

/** What a brand's readers have approved in each language: a fingerprint of all the texts that they read (LG-4). */
export type Approvals = ReadonlyMap<Language, string>

const entry = /^([a-z]{2,3})=([\w-]{22})$/

/** Parses a setting such as `ar=…; zh=…`; null for anything else. */
export function parseApprovals(text: string): Approvals | null {
  const found = new Map<Language, string>()
  for (const part of text.split(';')) {
    const [, code, texts] = entry.exec(part.trim()) ?? []
    const language = findLanguage(code)
    if (language === undefined || texts === undefined || found.has(language)) return null
    if (!provisionalLanguages.includes(language)) return null
    found.set(language, texts)
  }
  return found
}

/** The setting's value; null: nothing is approved. */
export function formatApprovals(approvals: Approvals): string | null {
  const parts = [...approvals].map(([language, texts]) => `${language}=${texts}`)
  return parts.length === 0 ? null : parts.join('; ')
}
