import type { Call, SentTo } from '@portico/contract/call'
import type { RecordKind } from '@portico/contract/fields'
import * as v from 'valibot'

/** Where a value stands in what a call takes: names of fields, and 0 for the items of a list. */
type Path = readonly (string | 0)[]

/** A text that a call takes. */
export interface InputField {
  readonly path: Path
  /** What it names, if that is someone's. */
  readonly record: RecordKind | undefined
  readonly isUuid: boolean
  /** Whether the call is refused without it. */
  readonly isRequired: boolean
}

/** What a schema says of its parts, by its kind. */
type Described = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Described>>
  readonly item?: Described
  readonly wrapped?: Described
  readonly options?: readonly Described[]
  readonly pipe?: readonly (Described | { readonly type: string })[]
}

/** Every text that a call takes, however deep. */
export function listInputFields({ params, query, body }: Call): InputField[] {
  return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : listTexts(schema, [part], true),
  )
}

function listTexts(schema: Described, path: Path, isRequired: boolean): InputField[] {
  const { entries = {}, item, wrapped, options = [] } = schema
  switch (schema.type) {
    case 'object':
      return Object.entries(entries).flatMap(([name, part]) => listTexts(part, [...path, name], isRequired))
    case 'array':
      return item === undefined ? [] : listTexts(item, [...path, 0], isRequired)
    case 'union':
    case 'variant':
      return options.flatMap((one) => listTexts(one, path, false))
    case 'string': {
      const { record } = v.getMetadata(schema as never) as { readonly record?: RecordKind }
      return [{ path, record, isUuid: hasAction(schema, 'uuid'), isRequired }]
    }
    default:
      return wrapped === undefined ? [] : listTexts(wrapped, path, false)
  }
}

function hasAction({ pipe = [] }: Described, type: string): boolean {
  return pipe.some((part) => part.type === type || ('pipe' in part && hasAction(part, type)))
}

export function namesRecords(call: Call): boolean {
  return listInputFields(call).some(({ record }) => record !== undefined)
}

/** What a call takes with the caller's own records where its example names none. */
export function fillRecords(call: Call, sent: object, own: Readonly<Record<RecordKind, string>>): SentTo<Call> {
  return listInputFields(call).reduce<object>(
    (filled, { path, record, isRequired }) =>
      record === undefined || !isRequired || readAt(filled, path) !== undefined
        ? filled
        : setAt(filled, path, own[record]),
    sent,
  )
}

/**
 * The same request with someone else's records in the place of the caller's own, in every combination; one that the request leaves out,
 * alone, and in a list also after the caller's own.
 */
export function replaceRecords(call: Call, sent: SentTo<Call>, other: Readonly<Record<RecordKind, string>>) {
  const fields = listInputFields(call).flatMap(({ path, record }) => (record ? [{ path, id: other[record] }] : []))
  const isGiven = ({ path }: { readonly path: Path }) => typeof readAt(sent, path) === 'string'
  const combined: object[] = [sent]
  for (const { path, id } of fields.filter(isGiven)) combined.push(...combined.map((one) => setAt(one, path, id)))
  const added = fields
    .filter((field) => !isGiven(field) || field.path.includes(0))
    .map(({ path, id }) => setAt(sent, path, id, true))
  return [...combined.slice(1), ...added]
}

function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Record<string | 0, unknown> | null | undefined)?.[key], value)
}

/** `isBeside`: in a list, after what stands there. */
function setAt(value: unknown, [key, ...rest]: Path, id: string, isBeside = false): object {
  const within = readAt(value, [key ?? ''])
  const changed = rest.length === 0 ? id : setAt(within, rest, id, isBeside)
  if (key === 0) return [...(isBeside ? ((value as unknown[] | undefined) ?? []) : []), changed]
  return { ...(value as object), [key ?? '']: changed }
}
