/** The page of translations, for a brand and a language. Not among the links of every page, because it would make them heavier. */
export function linkToLanguages(brand?: string, language?: string): string {
  const asked = Object.entries({ brand, language }).filter((one): one is [string, string] => one[1] !== undefined)
  const query = new URLSearchParams(asked).toString()
  return `/msg/#!/content/languages${query && `?${query}`}`
}
