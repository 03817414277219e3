import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client } from '../server/test/client.ts'
import { allNodes } from '../web/src/base/router/routes.ts'
import { member, root, startServer } from './server.ts'
import { table } from './table.ts'

/**
 * The size of a first visit: the scripts, preloaded modules and inlined styles that the served HTML names, in bytes as sent (with Brotli if
 * a file is worth compressing). Exits with 1 if a view is over its budget; needs the built page.
 */
interface View {
  readonly name: string
  readonly path: string
  readonly signedIn: boolean
  /** The maximum bytes of script. */
  readonly script: number
  /** The maximum bytes of script and style together. */
  readonly budget: number
  /**
   * A view in the hash, by its name in the route table: the server renders the page without it, and the browser then fetches its
   * files. Files that only the rendered view needs do not count.
   */
  readonly view?: string
}

const views: readonly View[] = [
  { name: 'sign-in', path: '/login/', signedIn: false, script: 80_250, budget: 85_000 },
  { name: 'landing', path: '/mbr/', signedIn: true, script: 100_000, budget: 110_000 },
  { name: 'claims', path: '/mhs/', signedIn: true, script: 100_000, budget: 110_000 },
  {
    name: 'coverage',
    path: '/login/',
    signedIn: true,
    script: 102_000,
    budget: 110_000,
    view: 'coverage/coverage-view',
  },
  {
    name: 'prescriptions',
    path: '/login/',
    signedIn: true,
    script: 102_000,
    budget: 110_000,
    view: 'prescriptions/prescriptions-view',
  },
  {
    name: 'finder',
    path: '/login/',
    signedIn: true,
    script: 110_500,
    budget: 120_000,
    view: 'finder/finder-view',
  },
  { name: 'message center', path: '/msg/', signedIn: true, script: 101_000, budget: 110_000 },
  { name: 'shop', path: '/shop/', signedIn: false, script: 101_000, budget: 110_000 },
  { name: 'medicare shop', path: '/medicare/', signedIn: false, script: 101_000, budget: 110_000 },
  {
    name: 'comparison of plans',
    path: '/shop/',
    signedIn: false,
    script: 103_500,
    budget: 110_000,
    view: 'shop/compare-view',
  },
  { name: 'spending', path: '/spa/', signedIn: true, script: 100_000, budget: 110_000 },
]

interface LoadedFile {
  readonly file: string
  readonly bytes: number
}

const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl: undefined })
try {
  const stranger = new Client(server.origin)
  const person = new Client(server.origin)
  await person.signIn(member)
  const rows = [['', 'script', 'style', 'sum', 'budget', 'files']]
  const problems: string[] = []
  for (const view of views) {
    const answer = await (view.signedIn ? person : stranger).get(view.path, { headers: { accept: 'text/html' } })
    const served = listFiles(answer.body.payload as unknown as string)
    const files = view.view === undefined ? served : filesOfView(served, view.view)
    const script = sum(files, '.js')
    const style = sum(files, '.css')
    rows.push([view.name, ...[script, style, script + style, view.budget].map(kilobytes), String(files.length)])
    if (script === 0 || style === 0) problems.push(`${view.name}: no script or no style found (${answer.status})`)
    const over = Math.max(script - view.script, script + style - view.budget)
    if (over > 0) problems.push(`${view.name}: ${over} bytes over its budget; the heaviest: ${heaviest(files)}`)
  }
  console.log(`Page weight in kB of 1000 bytes, compressed\n${table(rows)}`)
  for (const problem of problems) console.log(`failed: ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await server.stop()
}

function listFiles(html: string): LoadedFile[] {
  const patterns = [
    /<script type="module"[^>]* src="\/([^"]+)"/g,
    /<link rel="modulepreload" href="\/([^"]+)"/g,
    /<style [^>]*data-href="\/([^"]+)"/g,
  ]
  const names = patterns.flatMap((pattern) => [...html.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(names)].map((name) => ({
    file: name,
    bytes: measureSentBytes(join(root, 'web/dist/client', name)),
  }))
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** The entry, the shell's texts, and the view with everything it imports. */
function filesOfView(served: readonly LoadedFile[], view: string): LoadedFile[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(root, 'web/dist/client/.vite/manifest.json'), 'utf8'),
  )
  const texts = allNodes().find((node) => node.view === view)?.texts ?? []
  const keys = [
    'src/main.tsx',
    'src/base/router/files.ts',
    Object.keys(manifest).find((key) => key.endsWith(`/${view}.tsx`)) ?? view,
    ...['shell', ...texts].map((area) => `src/base/texts/en/${area}.json`),
  ]
  const names = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}.`)
    if (names.has(chunk.file)) return
    names.add(chunk.file)
    for (const css of chunk.css ?? []) names.add(css)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const key of keys) collect(key)
  const known = new Map(served.map((one) => [one.file, one]))
  return [...names].map(
    (file) => known.get(file) ?? { file, bytes: measureSentBytes(join(root, 'web/dist/client', file)) },
  )
}

/** Small files are sent as they are; the others have a compressed copy next to them. */
function measureSentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

function sum(files: readonly LoadedFile[], extension: string): number {
  return files.filter(({ file }) => file.endsWith(extension)).reduce((total, { bytes }) => total + bytes, 0)
}

function heaviest(files: readonly LoadedFile[]): string {
  const sorted = [...files].sort((a, b) => b.bytes - a.bytes)
  return sorted
    .slice(0, 3)
    .map(({ file, bytes }) => `${basename(file)} ${kilobytes(bytes)}`)
    .join(', ')
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
