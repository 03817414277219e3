import { findLanguage, type Language, provisionalLanguages } from './list.ts'

/** What a brand's readers have approved of each language: the texts that they read, by what all of them together are known by (LG-4). */
export type Approvals = ReadonlyMap<Language, string>

const entry = /^([a-z]{2,3})=([\w-]{22})$/

/** What a setting says, such as `ar=…; zh=…`; null for what none says. */
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

/** The setting's value; null where nothing is approved. */
export function formatApprovals(approvals: Approvals): string | null {
  const parts = [...approvals].map(([language, texts]) => `${language}=${texts}`)
  return parts.length === 0 ? null : parts.join('; ')
}
