import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const documents = globSync('{*,docs/*,docs/runbooks/*}.md', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))
const folders = 'bench|brands|content|demo|deploy|docs|e2e|packages|server|tools|web'
const sources = globSync('{bench,demo,e2e,packages,server,tools,web}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(name),
})

/** The paths in a document's code: from the root, with `<placeholders>`, or the end of a source's path. Blocks are examples. */
function pathsIn(text: string): string[] {
  const words = [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    code.split(/\s+/),
  )
  return words.filter((word) => new RegExp(`^(?:${folders})/|^[\\w./-]+\\.(?:tsx?|mjs)$`).test(word))
}

function isThere(path: string): boolean {
  // Build outputs need not exist yet.
  if (/^(?:server|web)\/dist\//.test(path)) return true
  if (new RegExp(`^(?:${folders})/`).test(path) && globSync(path.replace(/<\w+>/g, '*'), { cwd: root }).length > 0) {
    return true
  }
  return sources.some((source) => source.endsWith(`/${path}`))
}

test('every file and folder that the documents name exists', () => {
  const named = documents.flatMap(({ file, text }) => pathsIn(text).map((path) => ({ file, path })))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !isThere(path))).toEqual([])
})

test('every link of the documents to a file leads to one', () => {
  const linked = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!`\[\w+)\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to = '']) => ({ file, to })),
  )
  expect(linked.length).toBeGreaterThan(10)
  expect(linked.filter(({ file, to }) => !existsSync(join(root, dirname(file), to)))).toEqual([])
})
