/** A reference that says by an NPI alone which provider is meant, in the text of a resource. */
export interface LogicalReference {
  /** Where in the text its object begins, after the brace. */
  readonly at: number
  /** The type that it says; null: it says none. */
  readonly type: string | null
  readonly npi: string
}

/** Fields that name who gives care, and where. A payer is known by its own words, a patient by nothing but a reference. */
const fields: ReadonlySet<string> = new Set(
  'provider facility performer actor requester serviceProvider location member party valueReference'.split(' '),
)

/** Systems of identifiers that are NPIs. */
export const isOfNpi = /us-npi$|2\.16\.840\.1\.113883\.4\.6$/
const mayHaveSome = /"identifier"\s*:\s*\{/
/** Deeper than any resource that is taken. */
const maxDepth = 200

interface Open {
  readonly at: number
  /** The field whose value it is, or is an element of. */
  readonly field: string
  readonly isList: boolean
  readonly keys: Set<string>
  last: string
  /** Texts at its fields, those of its identifier as `identifier.value` and `identifier.system`. */
  readonly texts: Map<string, string>
}

/**
 * The logical references of a resource, read from its text: numbers in it must stay to the letter, so that it is not written anew. None of a text
 * that is no JSON.
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
      // What is in a list is of the list's own field.
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

/** The place of the quotation mark that ends a string. A pattern of any kind would go as deep as a string of megabytes is long. */
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
