/** A reference in the text of a resource that names a provider by NPI alone. */
export interface LogicalReference {
  /** The position in the text just after the opening brace of its object. */
  readonly at: number
  /** The type that it states; null: none. */
  readonly type: string | null
  readonly npi: string
}

/** Fields that name care givers and locations. A payer is identified by its own words, a patient only by a reference. */
const fields: ReadonlySet<string> = new Set(
  'provider facility performer actor requester serviceProvider location member party valueReference'.split(' '),
)

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
      const one = closed.isList || !fields.has(closed.field) ? null : toReference(closed)
      if (one !== null) found.push(one)
    }
  }
  return found
}

function toReference({ at, keys, texts }: Open): LogicalReference | null {
  const [npi, system] = [texts.get('identifier.value'), texts.get('identifier.system')]
  if (npi === undefined || keys.has('reference') || (system !== undefined && !isOfNpi.test(system))) return null
  return { at, type: texts.get('type') ?? null, npi }
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
