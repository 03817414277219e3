/** A reference in the text of a resource that names a provider by NPI alone, or a person by an identifier with its system. */
export interface LogicalReference {
  readonly who: 'provider' | 'person'
  /** The position in the text just after the opening brace of its object. */
  readonly at: number
  /** The type that it states; null: none. */
  readonly type: string | null
  readonly value: string
  readonly system: string
}

/** Fields that name care givers and locations, and those that name people. A payer is identified by its own words. */
const fields: ReadonlyMap<string, LogicalReference['who']> = new Map([
  ...'provider facility performer actor requester serviceProvider location member party valueReference'
    .split(' ')
    .map((field) => [field, 'provider'] as const),
  ...['patient', 'subject', 'beneficiary'].map((field) => [field, 'person'] as const),
])

/** The systems of identifiers that are NPIs. */
export const isOfNpi = /us-npi$|2\.16\.840\.1\.113883\.4\.6$/
const mayHaveSome = /"identifier"\s*:\s*\{/
/** Deeper than any accepted resource. */
const maxDepth = 200

interface Open {
  readonly at: number
  /** The field that has it as value or list element. */
  readonly field: string
  readonly isList: boolean
  readonly keys: Set<string>
  last: string
  /** The texts of its fields; those of its identifier as `identifier.value` and `identifier.system`. */
  readonly texts: Map<string, string>
}

/**
 * The logical references in a resource's text. Works on the text because serializing it again would change numbers. None if the text is not
 * JSON.
 */
export function findLogicalReferences(text: string): readonly LogicalReference[] {
  if (!mayHaveSome.test(text)) return []
  const found: LogicalReference[] = []
  const stack: Open[] = []
  const signs = /["{}[\]]/g
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    const top = stack.at(-1)
    if (sign[0] === '{' || sign[0] === '[') {
      if (stack.length >= maxDepth) return []
      const isList = sign[0] === '['
      const field = top?.last ?? ''
      const opened = { at: signs.lastIndex, field, isList, keys: new Set<string>(), texts: new Map<string, string>() }
      // An element of a list belongs to the list's field.
      stack.push({ ...opened, last: isList ? field : '' })
    } else if (sign[0] === '"') {
      const end = findEndOfString(text, signs.lastIndex)
      const words = text.slice(signs.lastIndex, end)
      signs.lastIndex = end + 1
      if (top === undefined) return []
      if (isFollowedByColon(text, end + 1)) {
        top.last = words
        top.keys.add(words)
      } else if (!top.isList) top.texts.set(top.last, words)
    } else {
      const closed = stack.pop()
      if (closed === undefined) return []
      if (closed.field === 'identifier' && !closed.isList) {
        for (const name of ['value', 'system']) {
          const said = closed.texts.get(name)
          if (said !== undefined) stack.at(-1)?.texts.set(`identifier.${name}`, said)
        }
      }
      const who = closed.isList ? undefined : fields.get(closed.field)
      const one = who && toReference(closed, who)
      if (one) found.push(one)
    }
  }
  return found
}

function toReference({ at, keys, texts }: Open, who: LogicalReference['who']): LogicalReference | null {
  const [value, system = ''] = [texts.get('identifier.value'), texts.get('identifier.system')]
  if (value === undefined || keys.has('reference')) return null
  const isNamed = who === 'person' ? system !== '' : system === '' || isOfNpi.test(system)
  return isNamed ? { who, at, type: texts.get('type') ?? null, value, system } : null
}

/** The position of the closing quotation mark of a string. A regular expression would recurse as deep as a string of megabytes is long. */
function findEndOfString(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end !== -1) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

function isFollowedByColon(text: string, from: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = from
  return colon.test(text)
}
