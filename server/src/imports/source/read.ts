import { isUtf8 } from 'node:buffer'
import { Refused } from '../refused.ts'
import { labelsOf, labelsOfBundle, withLabels } from './bundle-labels.ts'
import type { Found, Place } from './found.ts'
import { maxLineBytes, readLines } from './lines.ts'
import { openFile, readHead } from './open.ts'
import { whyUnreadable } from './unreadable.ts'

type Progress = (bytes: number) => void

/**
 * The resources of one file in any form: a resource or a Bundle per line (NDJSON), or one document that is a resource or a Bundle;
 * compressed or not. An unreadable resource is reported with its place, and the rest is read.
 */
export async function* readResources(file: string, progress?: Progress): AsyncGenerator<Found> {
  try {
    const form = formOf(await readHead(file, 64 * 1024))
    if (form === 'lines') yield* readNdjson(file, progress)
    else if (form === 'bundle') yield* readBundle(file, progress)
    else yield* readDocument(file, progress)
  } catch (error) {
    yield refusedAt({ file, line: 0 }, whyUnreadable(error))
  }
}

/** The form of a file, recognized from its beginning. */
function formOf(head: string): 'lines' | 'bundle' | 'document' {
  const [first = ''] = head
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1)
  const isBundle = /^[^[]{0,2000}"resourceType"\s*:\s*"Bundle"/.test(head)
  const isWholeLine = first.length < head.trimStart().length - 1 || head.length < 64 * 1024
  if (isWholeLine && isJson(first)) return 'lines'
  if (isBundle) return 'bundle'
  return /^[{[]\s*$|[,{[]\s*$/.test(first) ? 'document' : 'lines'
}

async function* readNdjson(file: string, progress?: Progress): AsyncGenerator<Found> {
  for await (const line of readLines(await openFile(file, progress))) {
    const at = { file, line: line.number }
    if (line.problem !== undefined) yield refusedAt(at, problems[line.problem])
    else if (line.text.trim() !== '') yield* resourcesOf(line.text, at)
  }
}

const problems = { 'too-long': 'the line is longer than 16 MB', 'not-utf8': 'the line is not UTF-8' }

/** The beginning of nearly every line: enough to decide what to do with it before it is parsed. */
const beginning = /^\s*\{\s*"resourceType"\s*:\s*"(\w+)"/

function* resourcesOf(text: string, at: Place): Generator<Found> {
  const type = beginning.exec(text)?.[1]
  if (type !== undefined && type !== 'Bundle') {
    yield { ...at, type, text }
    return
  }
  yield* isJson(text) ? resourcesIn(JSON.parse(text), at) : [refusedAt(at, 'is not JSON: it may be cut short', text)]
}

/** A Bundle of any size, one entry at a time. */
async function* readBundle(file: string, progress?: Progress): AsyncGenerator<Found> {
  let entry = 0
  try {
    const labels = await labelsOfBundle(() => openFile(file))
    const entries = await streamEntries(await openFile(file, progress))
    for await (const { value } of entries as AsyncIterable<{
      value: { resource?: unknown; fullUrl?: unknown } | null
    }>) {
      entry += 1
      if (value?.resource !== undefined)
        yield* resourcesIn(value.resource, { file, line: entry }, [...labels, ...labelsOf(value)], value.fullUrl)
    }
  } catch (error) {
    if (!isOfTheJson(error)) throw error
    yield refusedAt({ file, line: entry + 1 }, 'the rest of the Bundle is not JSON: it may be cut short')
  }
}

/** The libraries are loaded only when there is a Bundle to read, not whenever the server starts. */
async function streamEntries(file: Awaited<ReturnType<typeof openFile>>) {
  const [{ default: chain }, { parser }, { pick }, { streamArray }] = await Promise.all([
    import('stream-chain'),
    import('stream-json/parser.js'),
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-array.js'),
  ])
  return chain([file, parser(), pick({ filter: 'entry' }), streamArray()])
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
  yield* isJson(text)
    ? resourcesIn(JSON.parse(text), { file, line: 1 })
    : [refusedAt({ file, line: 1 }, 'is not JSON', text)]
}

/** A parsed value that is a resource, or the resources of a Bundle. */
function resourcesIn(value: unknown, at: Place, labels: readonly unknown[] = [], fullUrl?: unknown): Found[] {
  try {
    return [...within(value, at, labels, fullUrl)]
  } catch (error) {
    // The stack is too short for it.
    if (!(error instanceof RangeError)) throw error
    return [refusedAt(at, 'is nested too deep')]
  }
}

function* within(value: unknown, at: Place, labels: readonly unknown[], fullUrl?: unknown): Generator<Found> {
  if (typeof value === 'object' && value !== null && 'rejected' in value && 'resource' in value) {
    // A corrected line of a rejects file.
    yield* within(value.resource, at, labels)
  } else if (typeof value !== 'object' || value === null || !('resourceType' in value)) {
    yield refusedAt(at, 'is no FHIR resource: it has no resourceType', JSON.stringify(value))
  } else if (value.resourceType === 'Bundle') {
    const entries = 'entry' in value && Array.isArray(value.entry) ? value.entry : []
    const own = [...labels, ...labelsOf(value)]
    for (const entry of entries)
      if (entry?.resource !== undefined)
        yield* resourcesIn(entry.resource, at, [...own, ...labelsOf(entry)], entry.fullUrl)
  } else {
    const text = JSON.stringify(withLabels(withId(value, fullUrl), labels))
    yield { ...at, type: String(value.resourceType), text, fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined }
  }
}

/** In a Bundle to be stored, a resource may have no id but the one by which other entries call it. */
function withId(resource: object, fullUrl: unknown): object {
  const [, id] = typeof fullUrl === 'string' ? (/^urn:uuid:([\da-f-]{36})$/i.exec(fullUrl) ?? []) : []
  return 'id' in resource || id === undefined ? resource : { ...resource, id }
}

function refusedAt(at: Place, reason: string, text = ''): Found {
  return { ...at, text, refused: new Refused('', reason) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isOfTheJson(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refused) && !('code' in error)
}
