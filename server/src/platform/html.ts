import { describeLanguage, findLanguage, type Language } from '@portico/rules/languages/list'

/** Attributes of a page's root element for its language. */
export function languageAttributes(language: Language): string {
  const { tag, direction } = describeLanguage(language)
  return direction === 'rtl' ? `lang="${tag}" dir="rtl"` : `lang="${tag}"`
}

/**
 * A placeholder in a standalone page for the notice that it was machine-translated (LG-4); empty for languages that people have checked.
 * `brand` is the page's brand, if the host does not tell.
 */
export function placeLine(language: Language, brand = ''): string {
  return describeLanguage(language).checked ? '' : `<!--line ${language} ${brand}-->\n`
}

/** Puts what `say` returns, which is HTML, in the placeholder's place. */
export async function fillLine(
  page: string,
  say: (language: Language, brand: string | null) => Promise<string | null>,
): Promise<string> {
  const [place, code, brand] = /<!--line (\w+) ([\w-]*)-->\n/.exec(page) ?? []
  const language = findLanguage(code)
  if (place === undefined || language === undefined) return page
  const line = await say(language, brand || null)
  return page.replace(place, () => (line === null ? '' : `${line}\n`))
}

/** JSON inside a script element: nothing in it can end the element or open a comment. */
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
