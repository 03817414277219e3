/** Restores the inner capital of a name that a registry's list has lost: `Mckeesport` becomes `McKeesport`. */
export function restoreCapitals(name: string): string {
  return name.replace(
    /\b(Mc|[DO]['’])(?=\p{Ll}{3})(\p{Ll})/gu,
    (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
  )
}

/** Converts a name that a registry writes in capitals: only the first letter of each word stays a capital. Anything else stays as it is. */
export function toProperCase(name: string): string {
  if (name !== name.toUpperCase()) return name
  return restoreCapitals(name.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase()))
}
