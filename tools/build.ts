import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'

/**
 * Builds the page: its client files, its server renderer, and compressed copies of the client files for the server to
 * send as they are. `--watch` builds anew at every change, without the copies.
 */
const root = fileURLToPath(new URL('../web/', import.meta.url))
const client = join(root, 'dist/client')
const smallestWorthCompressing = 1024

async function main() {
  const watch = process.argv.includes('--watch')
  for (const ssr of [false, true]) {
    const config: InlineConfig = { root, logLevel: 'warn', build: { ssr, ...(watch && { watch: {} }) } }
    await build({ ...config, configFile: join(root, 'vite.config.ts') })
  }
  if (!watch) await compressAll()
}

async function compressAll() {
  const entries = await readdir(client, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.filter((file) => !file.includes('/.vite/')).map(compress))
}

async function compress(file: string) {
  const content = await readFile(file)
  if (content.length < smallestWorthCompressing) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

await main()
