/** Texts that must not be in any log line, each with its kind, e.g. `last name`. */
export type Secrets = ReadonlyMap<string, string>

export interface Leak {
  readonly what: string
  /** How many lines contain such a text. */
  readonly lines: number
  /** The first of these lines, with everything that leaked masked. */
  readonly example: string
}

/** Shorter texts occur within harmless words. */
const shortest = 4

/** Patterns that reveal a secret by its shape. */
const shapes: readonly (readonly [what: string, shape: RegExp])[] = [
  ['signed token', /eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]+)?/],
  ['session or refresh token', /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/],
  ['credentials', /\b(?:Basic|Bearer) [\w+/=.~-]{6,}/],
  ['e-mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['phone number', /(?<![\w-])\d{3}-\d{3}-\d{4}(?![\w-])/],
  [
    'field of a secret',
    /"(?:password|token|access_token|refresh_token|authorization|cookie)":"(?!\[redacted\])[^"]+"/i,
  ],
]

/** The moment and the id of the request. */
const ownDigits = /"time":\d{13},"reqId":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/

/** A log line without the digits that every line has, which now and then spell somebody's ZIP code or date of birth. */
export function withoutOwnDigits(line: string): string {
  return line.replace(ownDigits, '')
}

/** Finds lines that contain a secret: a known text as a whole word, or anything with a telltale shape. */
export function findLeaks(lines: Iterable<string>, secrets: Secrets): Leak[] {
  const texts = [...secrets.keys()].filter((text) => text.length >= shortest).sort((a, b) => b.length - a.length)
  const known = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const patterns: [what: string | null, pattern: RegExp][] = [
    ...(known === '' ? [] : [[null, new RegExp(`(?<![A-Za-z0-9])(?:${known})(?![A-Za-z0-9])`)] as [null, RegExp]]),
    ...shapes.map(([what, shape]): [string, RegExp] => [what, shape]),
  ]
  const found = new Map<string, Leak>()
  for (const whole of lines) {
    const line = withoutOwnDigits(whole)
    for (const [what, pattern] of patterns) {
      const hit = pattern.exec(line)?.[0]
      if (hit === undefined) continue
      const name = what ?? secrets.get(hit) ?? 'known text'
      const before = found.get(name)
      found.set(name, {
        what: name,
        lines: (before?.lines ?? 0) + 1,
        example: before?.example ?? mask(line, patterns),
      })
    }
  }
  return [...found.values()]
}

function mask(line: string, patterns: readonly (readonly [unknown, RegExp])[]): string {
  return patterns.reduce((text, [, pattern]) => text.replace(new RegExp(pattern, 'gi'), '•••'), line).slice(0, 400)
}
