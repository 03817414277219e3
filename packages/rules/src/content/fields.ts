/** A text of an item that can be changed separately. */
export interface ContentField {
  /** Where it is in the item, e.g. `helpTextLines.0.helpText`; empty: the item is this single text. */
  readonly path: string
  /** `choice`: one of the values that `listChoices` gives for its path. */
  readonly kind: 'text' | 'link' | 'list' | 'choice'
  readonly value: string
}

/** Values that the portal itself uses and no one reads. */
const fixed = ['id', 'questionId', 'iconType', 'mainHdrimg', 'icon']
const links = ['url', 'href']
const targets = ['_self', '_blank'] as const
const switched = ['true', 'false'] as const

/** The values of a `choice`: link targets for a link target, otherwise yes and no. */
export function listChoices(path: string): typeof targets | typeof switched {
  return isTarget(path.split('.').at(-1)) ? targets : switched
}

function isTarget(key: string | undefined): boolean {
  return key === 'linkTarget'
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The texts of an item that has several, in order; null for anything that is not JSON. */
export function listParts(value: string): ContentField[] | null {
  const json = parseJson(value)
  return json === undefined ? null : leaves(json, [])
}

/** The item with some of its texts replaced; paths that it does not have are ignored. */
export function withParts(value: string, texts: Readonly<Record<string, string>>): string {
  const json = parseJson(value)
  return json === undefined ? value : JSON.stringify(replaceTexts(json, [], texts))
}

/** The structure of an item, independent of its texts; authors may not change it. */
export function extractFrame(value: string): string | null {
  const json = parseJson(value)
  if (json === undefined) return null
  const blank = Object.fromEntries(leaves(json, []).map(({ path }) => [path, '']))
  return JSON.stringify(sortKeys(replaceTexts(json, [], blank)))
}

/** The most parts of an item that authors can add to. */
export const maxAlike = 30

/** A list with one more part at its end: shaped like the first, with empty texts. */
export function withAdded(value: string, id: string): string {
  const json = parseJson(value)
  const [first] = Array.isArray(json) ? json : []
  if (first === undefined) return value
  const added = emptyJson(first)
  return JSON.stringify([...(json as readonly Json[]), typeof added === 'object' ? { ...added, id } : added])
}

/** The same list without one of its parts. */
export function withoutPart(value: string, index: number): string {
  const json = parseJson(value)
  return Array.isArray(json) ? JSON.stringify(json.filter((_, at) => at !== index)) : value
}

/** The ids of the parts of a list, in order. */
export function listIds(value: string): readonly string[] {
  const json = parseJson(value)
  return Array.isArray(json) ? json.map(readId) : []
}

/** Whether a list still has each part of the released list exactly once, in any order, and otherwise only parts shaped like its first. */
export function isGrownFrom(released: string, value: string): boolean {
  const [before, after] = [parseJson(released), parseJson(value)]
  if (!Array.isArray(before) || !Array.isArray(after) || after.length > maxAlike) return false
  const frames = new Set(before.map(frameWithoutId))
  const ids = after.map(readId)
  return (
    after.every((part) => frames.has(frameWithoutId(part))) &&
    ids.every((id) => /^[\w-]{1,60}$/.test(id)) &&
    new Set(ids).size === ids.length &&
    before.every((part) => ids.includes(readId(part)))
  )
}

function readId(part: Json): string {
  const id = typeof part === 'object' && part !== null && 'id' in part ? part.id : ''
  return typeof id === 'string' ? id : ''
}

function frameWithoutId(part: Json): string | null {
  return typeof part === 'object' && part !== null ? extractFrame(JSON.stringify({ ...part, id: '' })) : null
}

function emptyJson(json: Json): Json {
  if (typeof json === 'string') return ''
  if (typeof json === 'boolean') return false
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return []
  return Object.fromEntries(Object.entries(json).map(([name, part]) => [name, emptyJson(part)]))
}

/** A list as typed, separated by commas. */
export function splitList(typed: string): string[] {
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function parseJson(value: string): Json | undefined {
  try {
    const json: Json = JSON.parse(value)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

function isList(json: Json): json is readonly string[] {
  return Array.isArray(json) && json.every((one) => typeof one === 'string')
}

function leaves(json: Json, path: readonly string[]): ContentField[] {
  const key = path.at(-1) ?? ''
  if (typeof json === 'string') {
    if (fixed.includes(key)) return []
    const kind = isTarget(key) ? 'choice' : links.includes(key) ? 'link' : 'text'
    return [{ path: path.join('.'), kind, value: json }]
  }
  if (typeof json === 'boolean') return [{ path: path.join('.'), kind: 'choice', value: String(json) }]
  if (isList(json)) return [{ path: path.join('.'), kind: 'list', value: json.join(', ') }]
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, part]) => leaves(part, [...path, name]))
}

function replaceTexts(json: Json, path: readonly string[], texts: Readonly<Record<string, string>>): Json {
  const at = path.join('.')
  if (typeof json === 'string') {
    return fixed.includes(path.at(-1) ?? '') || !Object.hasOwn(texts, at) ? json : (texts[at] ?? json)
  }
  if (typeof json === 'boolean') return Object.hasOwn(texts, at) ? texts[at] === 'true' : json
  if (isList(json)) return Object.hasOwn(texts, at) ? splitList(texts[at] ?? '') : json
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((part, index) => replaceTexts(part, [...path, String(index)], texts))
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [name, replaceTexts(part, [...path, name], texts)]),
  )
}

function sortKeys(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(sortKeys)
  const entries = Object.entries(json).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sortKeys(part)]))
}
