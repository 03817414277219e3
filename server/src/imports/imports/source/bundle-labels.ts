import type { Readable } from 'node:stream'
import { findMarks, labelExtension } from '../sensitive/marks.ts'

/** Security labels, as they appear in a file. */
type Labels = readonly unknown[]

type Json = Readonly<Record<string, unknown>>

/** The label that stands for a restriction in an extension. */
const restricted = { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }

/**
 * The labels of a Bundle or of one of its entries, which apply to the resources in it: from its `meta`, or from an extension at any depth.
 * Any other restriction on it counts as a label, too.
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

/** A resource with the labels of its container, so that they are judged and stored with it. */
export function withLabels<One extends object>(resource: One, labels: Labels): One {
  if (labels.length === 0) return resource
  const meta = 'meta' in resource && isJson(resource.meta) ? resource.meta : {}
  return { ...resource, meta: { ...meta, security: [...[meta.security ?? []].flat(), ...labels] } }
}

/** Every label contains one of these: the name of its field, or the URL of an extension. */
const words = new RegExp(`"security|${labelExtension.source}`, 'i')
/** More bytes than any of these words has. */
const longestWord = 64

/**
 * The labels of a Bundle that is too large to parse at once. They may follow its entries, so the file is scanned beforehand; it is parsed
 * only if it contains a word of a label.
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
