import { describeLanguage, type Language } from '@portico/rules/languages/list'

/** What the root element of a page says of its language. */
export function languageAttributes(language: Language): string {
  const { tag, direction } = describeLanguage(language)
  return direction === 'rtl' ? `lang="${tag}" dir="rtl"` : `lang="${tag}"`
}

/** JSON inside a script element: nothing in it may end the element or open a comment. */
export function json(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;')
}
