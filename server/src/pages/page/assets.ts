import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { accepts } from './encodings.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const yearS = 31_536_000
/** The compressed formats of the build, smallest first. */
const packed = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

/**
 * Serves the built files of the page from memory, because a first view asks for dozens of them. Their names contain a hash of their
 * content, so no file is read twice.
 */
export function bindAssets(app: FastifyInstance, folder: string): void {
  const kept = new Map<string, Buffer>()
  const loadAsset = async (name: string): Promise<Buffer | null> => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const content = await readFile(join(folder, name)).catch(() => null)
    if (content !== null) kept.set(name, content)
    return content
  }

  app.get<{ Params: { name: string } }>('/assets/:name', { config: { isData: true } }, async (request, reply) => {
    const { name } = request.params
    const type = types[extname(name)]
    const plain = type === undefined || !/^[\w-][\w.-]*$/.test(name) ? null : await loadAsset(name)
    if (type === undefined || plain === null) return reply.callNotFound()
    reply
      .type(type)
      .header('cache-control', `public, max-age=${yearS}, immutable`)
      .header('vary', 'accept-encoding')
      // Hashed files without personal data: a sandboxed preview, which has no origin, may load them, too (CT-7).
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
    for (const { encoding, ending } of packed) {
      const content = accepts(encoding, request) ? await loadAsset(`${name}${ending}`) : null
      if (content !== null) return reply.header('content-encoding', encoding).send(content)
    }
    return reply.send(plain)
  })
}
