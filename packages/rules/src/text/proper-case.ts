/** A name in normal case where a registry's list has lost the capital within it: `Mckeesport` becomes `McKeesport`. */
export function restoreCapitals(name: string): string {
  return name.replace(
    /\b(Mc|[DO]['’])(?=\p{Ll}{3})(\p{Ll})/gu,
    (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
  )
}

/** A name that a registry writes in capitals, in normal case: each word begins with one. Anything else stays as it is. */
export function toProperCase(name: string): string {
  if (name !== name.toUpperCase()) return name
  return restoreCapitals(name.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase()))
}
