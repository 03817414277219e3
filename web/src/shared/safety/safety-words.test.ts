import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeSafety } from '@portico/rules/safety/safety'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('MC-3 VA-8 words that ask for help are checked only on the device: the check sends, stores and logs nothing', () => {
  const said = vi.fn()
  vi.stubGlobal('fetch', said)
  vi.stubGlobal('console', { debug: said, error: said, info: said, log: said, warn: said })
  for (const words of ['chest pain', 'i want to kill myself', 'quiero suicidarme', 'my husband hits me'])
    expect(judgeSafety(words)).not.toEqual([])
  expect(said).not.toHaveBeenCalled()
  const rules = join(import.meta.dirname, '../../../../packages/rules/src/safety')
  const files = [import.meta.dirname, rules].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const text of files)
    expect(text).not.toMatch(/\/api\/|\bfetch\(|sendBeacon|console\.|storage\/|sessionStorage|localStorage/)
})

/** Where staff and agents write, and where the words of the header's search go: its results show the help first. */
const written = ['shared/lead-parts/lead-dialog.tsx', 'public/shop/propose-view.tsx', 'shell/shell/search-box.tsx']

test('MC-3 VA-8 every search and text box of members and visitors shows where to get help', () => {
  const source = join(import.meta.dirname, '../..')
  const boxes = ['member', 'public', 'shared', 'shell', 'session']
    .flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !written.includes(name))
    .filter((name) => /type="search"|<TextArea\b/.test(readFileSync(join(source, name), 'utf8')))
  expect(boxes.length).toBeGreaterThan(8)
  expect(boxes.filter((name) => !readFileSync(join(source, name), 'utf8').includes('<SafetyHelp '))).toEqual([])
})
