import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { nameClasses } from './class-names.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'class-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeSheets(name: string, sheets: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  for (const [path, css] of Object.entries(sheets)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), css)
  }
  return root
}

test('no two classes or animations of the page have the same name, and each name has four characters', () => {
  const nameClass = nameClasses(web)
  const names = globSync('src/**/*.module.css', { cwd: web }).flatMap((path) => {
    const css = readFileSync(join(web, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
    const classes = new Set([...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
    return [...classes].map((name) => nameClass(name, join(web, path)))
  })
  expect(names.length).toBeGreaterThan(1000)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  expect(names.filter((name) => !/^p[A-Za-z0-9]{3}$/.test(name))).toEqual([])
})

test('a name is the same in each build, with other classes beside it, and where its area is in another wing', () => {
  const few = writeSheets('few', { 'src/member/area/one.module.css': '.a {}' })
  const more = writeSheets('more', {
    'src/member/area/one.module.css': '/* .none */ .a, .b {}',
    'src/shared/other.module.css': '.a {}',
  })
  const moved = writeSheets('moved', { 'src/shared/area/one.module.css': '.a {}' })
  const name = nameClasses(few)('a', join(few, 'src/member/area/one.module.css'))
  expect(nameClasses(few)('a', join(few, 'src/member/area/one.module.css?used'))).toBe(name)
  expect(nameClasses(more)('a', join(more, 'src/member/area/one.module.css'))).toBe(name)
  expect(nameClasses(moved)('a', join(moved, 'src/shared/area/one.module.css'))).toBe(name)
})

test('areas with the same name in two wings have distinct class names, and so has a class that is added while a build watches', () => {
  const sheets = ['src/member/area/one.module.css', 'src/shared/area/one.module.css']
  const root = writeSheets('alike', Object.fromEntries(sheets.map((path) => [path, '.a {}'])))
  const nameClass = nameClasses(root)
  const names = [
    ...sheets.map((path) => nameClass('a', join(root, path))),
    nameClass('new', join(root, sheets[0] ?? '')),
  ]
  expect(new Set(names).size).toBe(3)
})
