import type { Readable } from 'node:stream'
import { findMarks, labelExtension } from '../sensitive/marks.ts'

/** Security labels, as they stand in a file. */
type Labels = readonly unknown[]

type Json = Readonly<Record<string, unknown>>

/** What a label in an extension amounts to. */
const restricted = { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }

/**
 * The labels of a Bundle or of one of its entries, which hold for the resources in it: in its `meta`, or in an extension, however deep.
 * Whatever else restricts on it amounts to one, too.
 */
export function readLabels(value: unknown): Labels {
  if (!isJson(value)) return []
  const { entry: _, resource: __, ...own } = value
  const said = isJson(own.meta) ? [own.meta.security ?? []].flat() : []
  return findMarks(own).labeled ? [...said, restricted] : said
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A resource with the labels of what it was in, so that they are judged and kept with it. */
export function withLabels<One extends object>(resource: One, labels: Labels): One {
  if (labels.length === 0) return resource
  const meta = 'meta' in resource && isJson(resource.meta) ? resource.meta : {}
  return { ...resource, meta: { ...meta, security: [...[meta.security ?? []].flat(), ...labels] } }
}

/** What no label is without: the name of its place, or the address of an extension. */
const words = new RegExp(`"security|${labelExtension.source}`, 'i')
/** More bytes than any of them has. */
const longestWord = 64

/**
 * The labels of a Bundle that is too large to parse at once. They may stand behind its entries, so the file is read beforehand; without a
 * word of a label in it, nothing is parsed.
 */
export async function labelsOfBundle(open: () => Promise<Readable>): Promise<Labels> {
  if (!(await hasWord(await open()))) return []
  const [{ default: chain }, { parser }, { ignore }, { streamValues }] = await Promise.all([
    import('stream-chain'),
    import('stream-json/parser.js'),
    import('stream-json/filters/ignore.js'),
    import('stream-json/streamers/stream-values.js'),
  ])
  const own = chain([await open(), parser(), ignore({ filter: /^entry\b/ }), streamValues()])
  for await (const { value } of own as AsyncIterable<{ value: unknown }>) return readLabels(value)
  return []
}

async function hasWord(bytes: Readable): Promise<boolean> {
  let before = ''
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const seen = before + chunk.toString('latin1')
    if (words.test(seen)) return true
    before = seen.slice(-longestWord)
  }
  return false
}
