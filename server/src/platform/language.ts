import { type Language, languages } from '@portico/contract/page'

/** The language of a page or call: the person's own choice, else the first language that their browser asks for and we have. */
export function chooseLanguage(options: {
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
}): Language {
  const chosen = languages.find((language) => language === options.cookie)
  if (chosen) return chosen
  const wanted = (options.acceptLanguage ?? '')
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
  for (const { language } of wanted) {
    const known = languages.find((candidate) => candidate === language)
    if (known) return known
  }
  return 'en'
}
