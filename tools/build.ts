import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the page: its client files, its server renderer, and compressed copies of the client files, which the server sends as they
 * are. `--fast` skips the copies; so does `--watch`, which rebuilds on every change.
 */
const root = fileURLToPath(new URL('../web/', import.meta.url))
const smallestWorthCompressing = 256

async function main() {
  const watch = process.argv.includes('--watch')
  for (const ssr of [false, true]) {
    const options = { ssr, ...(watch && { watch: {} }) }
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: options })
  }
  // Into a folder inside the client files, so it runs after these.
  await build({ root, configFile: join(root, 'pocket.config.ts'), logLevel: 'warn', build: watch ? { watch: {} } : {} })
  if (!watch && !process.argv.includes('--fast')) await compressAll(join(root, 'dist/client/assets'))
}

async function compressAll(folder: string) {
  const names = await readdir(folder)
  await Promise.all(names.map((name) => compress(join(folder, name))))
}

async function compress(file: string) {
  const content = await readFile(file)
  if (content.length < smallestWorthCompressing) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

await main()
