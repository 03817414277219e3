/** A reference that says who is meant by an identifier alone, in the text of a resource. */
export interface LogicalReference {
  /** Where in the text its object begins, after the brace. */
  readonly at: number
  /** Types that it may be of. */
  readonly types: readonly string[]
  readonly value: string
  /** Whether it has a name of its own. */
  readonly isNamed: boolean
}

const parties = ['Practitioner', 'PractitionerRole', 'Organization', 'Location']

/** Fields that name who gives care, where, and to whom. A payer is known by its own words. */
const typesByField: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['provider', 'facility', 'performer', 'actor', 'requester', 'serviceProvider', 'location', 'member'].map((key) => [
      key,
      parties,
    ]),
  ),
  ...Object.fromEntries(['patient', 'subject', 'beneficiary'].map((key) => [key, ['Patient']])),
}

const isOfNpi = /us-npi$|2\.16\.840\.1\.113883\.4\.6$/

const mayHaveSome = /"identifier"\s*:\s*\{/
const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g

interface Open {
  readonly at: number
  /** The field whose value it is, or is an element of. */
  readonly field: string
  readonly keys: Set<string>
  last: string
  value: string | null
  system: string | null
  type: string | null
}

/**
 * The logical references of a resource, read from its text: numbers in it must stay to the letter, so that it is not written anew. Nothing of a
 * text that is no JSON is relied on.
 */
export function findLogicalReferences(text: string): readonly LogicalReference[] {
  if (!mayHaveSome.test(text)) return []
  const found: LogicalReference[] = []
  const stack: Open[] = []
  for (const token of text.matchAll(tokens)) {
    const [whole, words = '', colon] = token
    const top = stack.at(-1)
    if (whole === '{' || whole === '[') {
      const field = top?.last ?? ''
      // What is in a list is of the list's own field.
      stack.push({
        at: token.index + 1,
        field,
        keys: new Set(),
        last: whole === '[' ? field : '',
        value: null,
        system: null,
        type: null,
      })
    } else if (whole === '}' || whole === ']') {
      const closed = stack.pop()
      if (closed === undefined) return []
      const parent = stack.at(-1)
      // The identifier tells its own value to the reference around it.
      if (closed.field === 'identifier' && parent !== undefined && text[closed.at - 1] === '{')
        Object.assign(parent, { value: closed.value, system: closed.system })
      const types = typesByField[closed.field]
      if (
        whole === '}' &&
        types !== undefined &&
        closed.value !== null &&
        (types !== parties || closed.system === null || isOfNpi.test(closed.system)) &&
        closed.keys.has('identifier') &&
        !closed.keys.has('reference')
      )
        found.push({
          at: closed.at,
          types: types.filter((one) => closed.type === null || closed.type === one),
          value: closed.value,
          isNamed: closed.keys.has('display'),
        })
    } else if (top !== undefined && colon !== undefined) {
      top.last = words
      top.keys.add(words)
    } else if (top !== undefined) {
      if (top.field === 'identifier' && top.last === 'value') top.value = words
      if (top.field === 'identifier' && top.last === 'system') top.system = words
      if (top.last === 'type') top.type = words
    }
  }
  return found
}
