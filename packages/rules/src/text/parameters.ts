/** Parameters by name. It has no prototype, so a name such as `__proto__` or `constructor` is only a name. */
export type Parameters = Record<string, string>

/** Parameters from name and value pairs; the first of a repeated name counts, and empty names are dropped. */
export function collectParameters(pairs: Iterable<readonly [string, string]>): Parameters {
  const parameters: Parameters = Object.create(null)
  for (const [name, value] of pairs) {
    if (name !== '' && !Object.hasOwn(parameters, name)) parameters[name] = value
  }
  return parameters
}

/**
 * Parses `a=1&b=2`; a name without `=` has the value ''. Invalid escapes stay as written. With `plusIsSpace`, a plus sign means a
 * space, as in a query string.
 */
export function parseParameters(text: string, options: { readonly plusIsSpace: boolean }): Parameters {
  const read = (part: string) => decodePercent(options.plusIsSpace ? part.replaceAll('+', ' ') : part)
  return collectParameters(
    text.split('&').map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [read(pair), ''] : [read(pair.slice(0, equals)), read(pair.slice(equals + 1))]
    }),
  )
}

/** Percent-decodes without ever throwing: text with invalid escapes is returned as it was. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Percent-encodes without ever throwing: a lone surrogate becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
