import { readFileSync } from 'node:fs'
import type { SharedOfPages } from '@portico/contract/page'
import { toSourceName } from './base/router/source.ts'

type Assets = Omit<SharedOfPages, 'failed'>

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const client = new URL('../client/', import.meta.url)
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', client), 'utf8'),
)
const entry = 'src/main.tsx'
/** By a file's source, or by the name of a shared chunk (`web/chunks.ts`), which has no source of its own. */
const keys = new Map(
  Object.entries(manifest).map(([key, { name }]) => [
    key.startsWith('_') ? (name ?? '') : toSourceName(key.slice('src/'.length)),
    key,
  ]),
)
const styles = new Map<string, Assets['styles'][number]>()

/**
 * The built files of the entry and everything loaded with it, by their sources: the entry itself names `shell`; the page gets the addresses
 * of `named`.
 */
export function collectAssets(modules: {
  readonly shell: readonly string[]
  readonly named: readonly string[]
}): Assets {
  const { shell, named } = modules
  const chunks = new Map<string, Chunk>()
  for (const source of ['main.tsx', ...shell, ...named]) collect(findKey(source), chunks)
  const entryFile = manifest[entry]?.file
  const files = [...chunks.values()].map(({ file }) => file).filter((file) => file.endsWith('.js'))
  return {
    scripts: files.filter((file) => file === entryFile).map(toAddress),
    preloads: files.filter((file) => file !== entryFile).map(toAddress),
    styles: [...new Set([...chunks.values()].flatMap(({ css }) => css ?? []))].map(readStyle),
    named: Object.fromEntries(
      named.flatMap((source) => {
        const chunk = manifest[findKey(source)]
        return chunk ? [[source, toAddress(chunk.file)]] : []
      }),
    ),
    others: toAddress(manifest['src/base/router/files.ts']?.file ?? ''),
  }
}

/** The manifest's key of a source. */
function findKey(source: string): string {
  return keys.get(source) ?? ''
}

/** Each chunk comes after those it imports, so that styles keep their order; the bundler may let two chunks import each other. */
function collect(key: string, into: Map<string, Chunk>, under: readonly string[] = []) {
  const chunk = manifest[key]
  if (!chunk || into.has(key) || under.includes(key)) return
  for (const imported of chunk.imports ?? []) collect(imported, into, [...under, key])
  into.set(key, chunk)
}

function toAddress(file: string): string {
  return `/${file}`
}

function readStyle(file: string): Assets['styles'][number] {
  const style = styles.get(file) ?? {
    href: toAddress(file),
    css: readFileSync(new URL(file, client), 'utf8'),
  }
  styles.set(file, style)
  return style
}
