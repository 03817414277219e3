import * as v from 'valibot'
import type { Schema } from './call.ts'

/** Values by the name of their field. */
export type Known = Readonly<Record<string, unknown>>

/** The properties of a schema, depending on its kind. */
type Described = Schema & {
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly wrapped?: Schema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** The simplest texts and numbers; a schema takes the first one that fits. */
const texts = ['stub', '0197f7a0-0000-7000-8000-00000000000b', '2026-11-18T14:12:00.000Z', '2026-11-18']
const numbers = [0, 1]

/**
 * A value that a schema accepts. A field has the value that `known` has for its name, if its schema accepts it; otherwise a list has
 * one item, an optional text or number is missing, and the rest is as simple as its schema allows.
 */
export function buildSample(schema: Described, known: Known, field = ''): unknown {
  const told = v.safeParse(schema, known[field])
  if (Object.hasOwn(known, field) && told.success) return told.output
  const { entries = {}, item = v.never(), wrapped = v.never(), options = [], literal } = schema
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(entries).map(([name, part]) => [name, buildSample(part, known, name)]))
    case 'array':
      return [buildSample(item, known, field)]
    case 'record':
      return {}
    case 'variant':
    case 'union':
      return buildSample(options[0] as Schema, known, field)
    case 'nullable':
      return wrapped.type === 'object' ? buildSample(wrapped, known, field) : null
    case 'picklist':
      return options[0]
    case 'literal':
      return literal
    case 'boolean':
      return false
    case 'number':
      return numbers.find((number) => v.is(schema, number))
    case 'string':
      return texts.find((text) => v.is(schema, text))
    default:
      return undefined
  }
}
