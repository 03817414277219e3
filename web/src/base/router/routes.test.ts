import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rawCatalogues } from '../texts/test-texts.ts'
import { partTitle } from './match.ts'
import { allNodes, pages } from './routes.ts'
import { toSourceName } from './source.ts'

const src = resolve(import.meta.dirname, '../..')

const nodes = allNodes()
const files = globSync('**/*-view.tsx', { cwd: src }).map((file) =>
  toSourceName(file.replaceAll('\\', '/')).replace(/\.tsx$/, ''),
)

test('RT-3 every view of the table has its file, and every view file a route', () => {
  const routed = new Set(nodes.flatMap(({ view }) => view ?? []))
  expect([...routed].sort()).toEqual([...files].sort())
})

test('RT-5 every title of the table is a text that its view loads', () => {
  const english = rawCatalogues('en')
  for (const { view = '', title, titledParts = [], texts = [] } of nodes) {
    const loaded = ['shell', ...texts]
    for (const one of [...(title === undefined ? [] : [title]), ...titledParts.map((part) => partTitle(view, part))]) {
      expect(
        loaded.some((area) => one in (english.get(area) ?? {})),
        one,
      ).toBe(true)
    }
  }
})

test('RT-3 every page has a view for an empty hash', () => {
  for (const { start, views } of Object.values(pages)) expect(Object.keys(views)).toContain(start)
})
