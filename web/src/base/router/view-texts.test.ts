import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findLoadedArea } from '../../../catalogues-plugin.ts'
import { rawCatalogues } from '../texts/test-texts.ts'
import { allNodes, type RouteNode } from './routes.ts'

const src = resolve(import.meta.dirname, '../..')

/** The location of the field checks, whose codes are also text ids. */
const rules = resolve(src, '../../packages/rules/src')

const areaOf = new Map(
  [...rawCatalogues('en')].flatMap(([area, texts]) =>
    Object.keys(texts).map((id) => [id, findLoadedArea(id, area)] as const),
  ),
)

interface Source {
  readonly imports: readonly string[]
  /** Areas of the texts used in the module, each with one of them. */
  readonly named: ReadonlyMap<string, string>
  /** Areas that the module loads by itself. */
  readonly loaded: readonly string[]
}

const sources = new Map<string, Source>()

function findSource(file: string): Source {
  const known = sources.get(file)
  if (known !== undefined) return known
  const code = readFileSync(file, 'utf8').replace(/^import type .*$/gm, '')
  const whole = [...code.matchAll(/'([a-z][\w.-]*)'/gi)].map(([, id = '']) => id)
  const begun = [...code.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/gi)].flatMap(([, start = '']) =>
    [...areaOf.keys()].filter((id) => id.startsWith(start)),
  )
  const source = {
    imports: [
      ...[...code.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)].map(([, path = '']) =>
        resolve(dirname(file), path),
      ),
      ...[...code.matchAll(/^import \{[^}]*\bcheck[A-Z][^}]*\} from '@portico\/rules\/([^']+)'/gm)].map(
        ([, path = '']) => resolve(rules, `${path}.ts`),
      ),
    ].filter((path) => existsSync(path)),
    named: new Map([...whole, ...begun].flatMap((id) => (areaOf.has(id) ? [[areaOf.get(id) ?? '', id] as const] : []))),
    loaded: [...code.matchAll(/(?:useArea\(|loadCatalogues\(\[)([^)\]]*)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([\w-]+)'/g)].map(([, area = '']) => area),
    ),
  }
  sources.set(file, source)
  return source
}

/**
 * The texts that a module and all its imports use, and those they load; views do not count as imports, since the table refers to
 * them.
 */
function reach(entry: string) {
  const seen = new Set<string>()
  const queue = globSync(`{,*/}${entry}.tsx`, { cwd: src }).map((file) => resolve(src, file))
  const named = new Map<string, string>()
  const loaded = new Set<string>()
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file) || dirname(file) === import.meta.dirname) continue
    seen.add(file)
    const source = findSource(file)
    for (const [area, id] of source.named) named.set(area, `${id} of ${area}, in ${relative(src, file)}`)
    for (const area of source.loaded) loaded.add(area)
    queue.push(...source.imports)
  }
  return { named, loaded }
}

/** Areas that are always loaded when a view is shown; parts of some views are only for signed-in people. */
function alwaysThere({ access, children }: RouteNode): readonly string[] {
  const signedIn = [access, ...Object.values(children ?? {}).map((child) => child.access)].some(
    (one) => one !== 'anyone',
  )
  // Texts that name the viewed person are loaded wherever they replace other texts.
  return signedIn ? ['shell', 'signed-in', 'simulation'] : ['shell', 'simulation']
}

const nodes = allNodes().filter((node): node is RouteNode & { view: string } => node.view !== undefined)
const views = new Map(nodes.map((node) => [`${node.view} ${node.texts?.join(' ')}`, node]))

describe.each([...views])('LG-3 %s', (_, node) => {
  const { named, loaded } = reach(node.view)

  test('LG-3 every text that the view may show is among those it loads', () => {
    const there = new Set([...alwaysThere(node), ...(node.texts ?? []), ...loaded])
    expect([...named].filter(([area]) => !there.has(area)).map(([, where]) => where)).toEqual([])
  })

  test('LG-3 the view loads no texts that it does not use', () => {
    expect((node.texts ?? []).filter((area) => !named.has(area))).toEqual([])
  })
})

test('LG-3 every text of the header, the footer and the dialogs over any view is loaded on every page', () => {
  const { named, loaded } = reach('app')
  // Texts for people without scripts come with the page only.
  const there = new Set(['shell', 'noscript', 'provisional', 'signed-in', 'simulation', ...loaded])
  expect([...named].filter(([area]) => !there.has(area)).map(([, where]) => where)).toEqual([])
})
