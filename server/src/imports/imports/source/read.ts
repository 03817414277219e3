import { isUtf8 } from 'node:buffer'
import { toExplanation } from '@portico/rules/authorizations/claim-response'
import { exactNumber, parseExact, writeExact } from '@portico/rules/fhir/exact'
import type { parser } from 'stream-json/parser.js'
import { Refused } from '../refused.ts'
import { labelsOfBundle, readLabels, withLabels } from './bundle-labels.ts'
import { deletionType, type Found, type Place } from './found.ts'
import { type Aliases, createAliases, findDoubt, isJson, withOwnId } from './identities.ts'
import { maxLineBytes, readLines } from './lines.ts'
import { openFile, readHead } from './open.ts'
import { mayContainPeople, withPeopleApart } from './people-within.ts'
import { whyUnreadable } from './unreadable.ts'
import { createTextReader, NotUtf8 } from './utf8.ts'

type Progress = (bytes: number) => void

/** The names of Bundle entries, by file, kept from one pass to the next. */
export type KnownAliases = Map<string, Aliases>

/**
 * Reads the resources of one file in any form: a resource or a Bundle per line (NDJSON), or one document that is a resource or a Bundle;
 * compressed or not. An unreadable resource is reported with its position, and the rest is read.
 */
export async function* readResources(
  file: string,
  progress?: Progress,
  known: KnownAliases = new Map(),
): AsyncGenerator<Found> {
  try {
    const form = detectForm(await readHead(file, 64 * 1024))
    if (form === 'lines') yield* readNdjson(file, progress)
    else if (form === 'bundle') yield* readBundle(file, progress, known)
    else yield* readDocument(file, progress)
  } catch (error) {
    yield refuseAt({ file, line: 0 }, whyUnreadable(error))
  }
}

/** The form of a file, recognized from its beginning. */
function detectForm(head: string): 'lines' | 'bundle' | 'document' {
  const [first = ''] = head
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1)
  const isBundle = isBundleHead(head)
  const isWholeLine = first.length < head.trimStart().length - 1 || head.length < 64 * 1024
  if (isWholeLine && isJsonText(first)) return 'lines'
  if (isBundle) return 'bundle'
  return /^[{[]\s*$|[,{[]\s*$/.test(first) ? 'document' : 'lines'
}

/** Whether a document is a Bundle, whatever fields come before its type or its entries. */
function isBundleHead(head: string): boolean {
  for (const { key, at } of listOuterKeys(head)) {
    if (key === 'resourceType') return /^\s*"Bundle"/.test(head.slice(at, at + 40))
    if (key === 'entry') return true
  }
  return false
}

/** The keys of the outermost object, as far as the text reaches, and where their values begin. */
function* listOuterKeys(head: string): Generator<{ readonly key: string; readonly at: number }> {
  let depth = 0
  for (const { 0: sign, 1: key, index } of head.matchAll(/"((?:[^"\\]|\\.)*)"(?:\s*:)?|[[\]{}]/g)) {
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    else if (depth === 1 && key !== undefined && sign.endsWith(':')) yield { key, at: index + sign.length }
  }
}

async function* readNdjson(file: string, progress?: Progress): AsyncGenerator<Found> {
  for await (const line of readLines(await openFile(file, progress))) {
    const at = { file, line: line.number }
    if (line.problem !== undefined) yield refuseAt(at, problems[line.problem])
    else if (line.text.trim() !== '') yield* parseResources(line.text, at)
  }
}

const problems = { 'too-long': 'the line is longer than 16 MB', 'not-utf8': 'the line is not UTF-8' }

/** The beginning of nearly every line: enough to decide what to do with it before it is parsed. */
const beginning = /^\s*\{\s*"resourceType"\s*:\s*"(\w+)"/

/** Types that contain other resources, or that are read as another type. */
const holdsOthers: ReadonlySet<string> = new Set(['Bundle', 'Parameters', 'ClaimResponse'])

function* parseResources(text: string, at: Place): Generator<Found> {
  const type = beginning.exec(text)?.[1]
  if (type !== undefined && !holdsOthers.has(type) && !mayContainPeople(text)) {
    yield { ...at, type, text }
    return
  }
  yield* readText(text, at, 'is not JSON: it may be cut short')
}

/** A Bundle of any size, one entry at a time. */
async function* readBundle(file: string, progress: Progress | undefined, known: KnownAliases): AsyncGenerator<Found> {
  let entry = 0
  try {
    const labels = await labelsOfBundle(() => openFile(file))
    const aliases = known.get(file) ?? (await readAliases(file))
    known.set(file, aliases)
    for await (const value of streamEntries(await openFile(file, progress))) {
      entry += 1
      yield* readEntry(value, { file, line: entry }, labels, aliases)
    }
  } catch (error) {
    if (!isOfTheJson(error)) throw error
    const reason = error instanceof NotUtf8 ? error.message : 'is not JSON: it may be cut short'
    yield refuseAt({ file, line: entry + 1 }, `the rest of the Bundle ${reason}`)
  }
}

/** Collects the names of a Bundle's entries, in one extra pass over the file before all others. */
async function readAliases(file: string): Promise<Aliases> {
  const aliases = createAliases()
  try {
    for await (const entry of streamEntries(await openFile(file))) if (isJson(entry)) aliases.note(entry)
  } catch (error) {
    // The pass that reads the resources reports the error.
    if (!isOfTheJson(error)) throw error
  }
  return aliases.all()
}

/** The libraries are loaded only when there is a Bundle to read, not whenever the server starts. */
async function* streamEntries(file: Awaited<ReturnType<typeof openFile>>): AsyncGenerator<unknown> {
  const [{ default: chain }, { parser }, { pick }, { streamArray }] = await Promise.all([
    import('stream-chain'),
    import('stream-json/parser.js'),
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-array.js'),
  ])
  const entries = chain([file, createTextReader(), parser(), pick({ filter: 'entry' }), keepLetters, streamArray()])
  for await (const { value } of entries as AsyncIterable<{ value: unknown }>) yield value
}

/** Keeps a number as text if a JavaScript number would change its digits. */
function keepLetters(token: parser.Token): parser.Token {
  if (token.name !== 'numberValue') return token
  const value = exactNumber(token.value)
  return typeof value === 'number' ? token : { name: 'stringValue', value }
}

async function* readDocument(file: string, progress?: Progress): AsyncGenerator<Found> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of (await openFile(file, progress)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxLineBytes) throw new Refused('', 'is longer than 16 MB, and no Bundle')
    parts.push(chunk)
  }
  const bytes = Buffer.concat(parts)
  if (!isUtf8(bytes)) throw new Refused('', 'is not UTF-8')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  yield* readText(text, { file, line: 1 }, 'is not JSON')
}

/** The resources of a text. Refuses a text that is not JSON. */
function readText(text: string, at: Place, whyNot: string): Found[] {
  let value: unknown
  try {
    value = parseExact(text)
  } catch {
    return [refuseAt(at, whyNot, text)]
  }
  return resourcesIn(value, at)
}

/** Returns the value if it is a resource, or else the resources of a Bundle. */
function resourcesIn(
  value: unknown,
  at: Place,
  labels: readonly unknown[] = [],
  fullUrl?: unknown,
  outer?: Aliases,
): Found[] {
  try {
    return [...within(value, at, labels, fullUrl, outer)]
  } catch (error) {
    // The value is nested too deep for the stack.
    if (!(error instanceof RangeError)) throw error
    return [refuseAt(at, 'is nested too deep')]
  }
}

function* within(
  value: unknown,
  at: Place,
  labels: readonly unknown[],
  fullUrl?: unknown,
  outer?: Aliases,
): Generator<Found> {
  if (Array.isArray(value) && value.some((one) => isJson(one) && one.resourceType !== undefined)) {
    for (const one of value as readonly unknown[]) yield* resourcesIn(one, at, labels, undefined, outer)
  } else if (!isJson(value)) yield refuseAt(at, whyNoResource(value), writeExact(value))
  else if ('rejected' in value && 'resource' in value) {
    // A corrected line of a rejects file.
    yield* within(value.resource, at, labels)
  } else if (value.resourceType === 'Bundle') {
    const entries: unknown[] = Array.isArray(value.entry) ? value.entry : []
    const noted = createAliases(outer)
    for (const entry of entries) if (isJson(entry)) noted.note(entry)
    const aliases = noted.all()
    for (const entry of entries) yield* readEntry(entry, at, [...labels, ...readLabels(value)], aliases)
  } else if (value.resourceType === 'Parameters' && listParameters(value).length > 0) {
    for (const one of listParameters(value))
      yield* resourcesIn(one, at, [...labels, ...readLabels(value)], undefined, outer)
  } else if (isManifest(value)) {
    const isDeleting = Array.isArray(value.deleted) && value.deleted.length > 0
    const skipped = isDeleting
      ? 'names files of what was deleted: give them, too'
      : 'names files that are read by themselves'
    yield { ...at, type: 'manifest', text: '', skipped }
  } else if (value.resourceType === undefined) {
    yield refuseAt(at, whyNoResource(value), writeExact(value))
  } else {
    for (const one of withPeopleApart(toExplanation(value))) {
      const text = writeExact(withLabels(one, labels))
      yield { ...at, type: String(one.resourceType), text, fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined }
    }
  }
}

/** The resources in a Parameters resource, and in its nested parts. */
function listParameters({ parameter, part }: Readonly<Record<string, unknown>>): unknown[] {
  const all: unknown[] = [parameter, part].flatMap((some) => (Array.isArray(some) ? (some as unknown[]) : []))
  return all.filter(isJson).flatMap((one) => [...(isJson(one.resource) ? [one.resource] : []), ...listParameters(one)])
}

/** Why a list or other value holds no resources: plans also publish lists in the exchange's layout. */
function whyNoResource(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (isJson(first)) {
    const within: unknown = Array.isArray(first.providers) ? first.providers[0] : undefined
    if ('npi' in first || isJson(within)) return 'has providers of the exchange: import it as directory'
    if ('drug_name' in first || 'plan_id' in first) return 'has drugs or plans of the exchange: import it as formulary'
    if (typeof within === 'string' || ['provider_urls', 'formulary_urls', 'plan_urls'].some((name) => name in first))
      return 'is the index of the exchange’s files, which only has addresses: import the files that are there'
  }
  return Array.isArray(value)
    ? 'is a list without FHIR resources: each has a resourceType'
    : 'is no FHIR resource: it has no resourceType'
}

/** The resource of a Bundle entry, or the deletion that the entry records. */
function readEntry(entry: unknown, at: Place, labels: readonly unknown[], aliases: Aliases): Found[] {
  if (!isJson(entry)) return [refuseAt(at, 'is no entry of a Bundle', writeExact(entry))]
  if (isJson(entry.resource) && entry.resource.resourceType === 'Bundle')
    return resourcesIn(entry.resource, at, [...labels, ...readLabels(entry)], entry.fullUrl, aliases)
  if (entry.resource !== undefined && entry.resource !== null) {
    const own = withOwnId(entry, aliases)
    const doubt = findDoubt(own, aliases)
    if (doubt !== undefined) return [refuseAt(at, doubt, writeExact(own))]
    return resourcesIn(own, at, [...labels, ...readLabels(entry)], entry.fullUrl)
  }
  const isDeleted = isJson(entry.request) && String(entry.request.method).toUpperCase() === 'DELETE'
  if (!isDeleted) return [{ ...at, type: 'entry', text: '', skipped: 'holds no resource' }]
  return [{ ...at, type: deletionType, text: JSON.stringify({ resourceType: 'Bundle', entry: [entry] }) }]
}

/** Whether a value is the manifest of a bulk export. */
function isManifest(value: Readonly<Record<string, unknown>>): boolean {
  return value.resourceType === undefined && typeof value.transactionTime === 'string' && Array.isArray(value.output)
}

function refuseAt(at: Place, reason: string, text = ''): Found {
  return { ...at, text, refused: new Refused('', reason) }
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isOfTheJson(error: unknown): boolean {
  return error instanceof NotUtf8 || (error instanceof Error && !(error instanceof Refused) && !('code' in error))
}
