import { checkedLanguages, findLanguage, type Language } from '@portico/rules/languages/list'

/**
 * The language of a page or call: the person's own choice, else the first offered language that their browser requests. A call does not
 * know which languages its brand has enabled; pages do, and leave a language that no one has checked in the cookie.
 */
export function chooseLanguage(options: {
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
  /** Languages that a brand offers; without it any choice counts, and browsers get what every brand has. */
  readonly offered?: readonly Language[]
}): Language {
  const { cookie, offered } = options
  const chosen = findLanguage(cookie)
  if (chosen !== undefined && (offered?.includes(chosen) ?? true)) return chosen
  const among = offered ?? checkedLanguages
  const wanted = listWanted(options.acceptLanguage)
  return wanted.map((code) => among.find((one) => one === code)).find((one) => one !== undefined) ?? 'en'
}

/** The browser's preferred languages, best first. */
export function listWanted(acceptLanguage = ''): readonly (string | undefined)[] {
  return acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? '1',
      )
      return { language: tag.split('-')[0], quality: Number.isFinite(quality) ? quality : 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}
