import { toLanguage } from './plan-net-facts.ts'

/** Names that files use for languages besides the standard's. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ mandarin: 'zh', cantonese: 'zh', taiwanese: 'zh', farsi: 'fa', tagalog: 'tl', filipino: 'tl', castilian: 'es' },
  ...{ panjabi: 'pa', creole: 'ht', haitian: 'ht', burmese: 'my', khmer: 'km', cambodian: 'km', laotian: 'lo' },
}

let known: ReadonlyMap<string, string> | undefined

/** Finds a language by its English name (`Spanish`, `Chinese (Mandarin)`) or its code; null: it has no two-letter code, or is unknown. */
export function findLanguage(said: string): string | null {
  known ??= listNames()
  const names = said.toLowerCase().split(/[^\p{L} ]+/u)
  for (const name of names) {
    const code = known.get(name.trim())
    if (code !== undefined) return code
  }
  return said.length <= 5 ? toLanguage(said) : null
}

/** All languages with a two-letter code, by name. */
function listNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const named = codes.flatMap((code) => {
    const name = names.of(code)?.toLowerCase()
    return name === undefined || Intl.getCanonicalLocales(code)[0] !== code ? [] : [[name, code] as const]
  })
  return new Map([...named, ...Object.entries(otherNames)])
}
