import type { Readable } from 'node:stream'

/** Security labels, as they stand in a file. */
type Labels = readonly unknown[]

/** The labels of a Bundle or of one of its entries, which hold for the resources in it. */
export function readLabels(value: unknown): Labels {
  const meta = typeof value === 'object' && value !== null && 'meta' in value ? value.meta : null
  const security = typeof meta === 'object' && meta !== null && 'security' in meta ? meta.security : null
  return Array.isArray(security) ? security : []
}

/** A resource with the labels of what it was in, so that they are judged and kept with it. */
export function withLabels<One extends object>(resource: One, labels: Labels): One {
  if (labels.length === 0) return resource
  const meta = 'meta' in resource && typeof resource.meta === 'object' ? resource.meta : {}
  return { ...resource, meta: { ...meta, security: [...readLabels(resource), ...labels] } }
}

const word = Buffer.from('"security"')

/**
 * The labels of a Bundle that is too large to parse at once. They may stand behind its entries, so the file is read beforehand; without the
 * word in it, nothing is parsed.
 */
export async function labelsOfBundle(open: () => Promise<Readable>): Promise<Labels> {
  if (!(await hasWord(await open()))) return []
  const [{ default: chain }, { parser }, { pick }, { streamValues }] = await Promise.all([
    import('stream-chain'),
    import('stream-json/parser.js'),
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-values.js'),
  ])
  const metas = chain([await open(), parser(), pick({ filter: 'meta' }), streamValues()])
  for await (const { value } of metas as AsyncIterable<{ value: unknown }>) return readLabels({ meta: value })
  return []
}

async function hasWord(bytes: Readable): Promise<boolean> {
  let before = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([before, chunk])
    if (seen.includes(word)) return true
    before = seen.subarray(-word.length)
  }
  return false
}
