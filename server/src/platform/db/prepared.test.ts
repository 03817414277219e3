import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyPrepared, findFreshFolder, findPreparedFolder, isFresh } from './prepared.ts'

let folder: string
let prepared: string
let db: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-prepared-'))
  prepared = join(folder, 'prepared')
  db = join(folder, 'data/db')
  mkdirSync(join(prepared, 'base'), { recursive: true })
  writeFileSync(join(prepared, 'base/1'), 'whole')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const content = () => readFileSync(join(db, 'base/1'), 'utf8')

test('a first start begins with the prepared database, which stays as it is', () => {
  copyPrepared(prepared, db)
  expect(content()).toBe('whole')
  writeFileSync(join(db, 'base/1'), 'changed')
  expect(readFileSync(join(prepared, 'base/1'), 'utf8')).toBe('whole')
})

test('an existing database is never touched', () => {
  mkdirSync(join(db, 'base'), { recursive: true })
  writeFileSync(join(db, 'base/1'), 'own')
  copyPrepared(prepared, db)
  expect(content()).toBe('own')
})

test('an interrupted copy does not count as a database', () => {
  mkdirSync(`${db}.copy/base`, { recursive: true })
  writeFileSync(join(`${db}.copy/base`, '2'), 'half')
  copyPrepared(prepared, db)
  expect([content(), existsSync(join(db, 'base/2')), existsSync(`${db}.copy`)]).toEqual(['whole', false, false])
})

test('without a prepared database nothing is copied', () => {
  copyPrepared(join(folder, 'nowhere'), db)
  expect(existsSync(db)).toBe(false)
})

/** A checkout with sources from one day and a demo database from another. */
function checkout({ written, made }: { readonly written: string; readonly made: string }): string {
  const root = join(folder, 'checkout')
  const own = ['server/src', 'server/src/platform/db', 'server/src/brands/content', 'server/src/mailing/email']
  for (const source of [...own, 'packages', 'content', 'brands', 'demo']) {
    mkdirSync(join(root, source), { recursive: true })
    writeFileSync(join(root, source, 'one'), '')
    utimesSync(join(root, source, 'one'), new Date(written), new Date(written))
  }
  mkdirSync(findPreparedFolder(root, 'demo'), { recursive: true })
  utimesSync(findPreparedFolder(root, 'demo'), new Date(made), new Date(made))
  return root
}

test('a prepared demo is good for a week, in its year, while its sources are older', () => {
  const root = checkout({ written: '2026-06-01T12:00:00Z', made: '2026-06-02T12:00:00Z' })
  const isGood = (now: string) => isFresh(root, 'demo', new Date(now))
  expect(isGood('2026-06-09T11:00:00Z')).toBe(true)
  expect(isGood('2026-06-09T13:00:00Z')).toBe(false)
  writeFileSync(join(root, 'demo/one.test.ts'), '')
  expect(isGood('2026-06-03T12:00:00Z'), 'after a test was written').toBe(true)
  writeFileSync(join(root, 'demo/two'), '')
  expect(isGood('2026-06-03T12:00:00Z'), 'after a source was written').toBe(false)
})

test('a prepared demo ends with its year, as plans and coverages do', () => {
  const root = checkout({ written: '2026-06-01T12:00:00Z', made: '2026-12-31T12:00:00Z' })
  expect(isFresh(root, 'demo', new Date('2027-01-01T04:59:00Z'))).toBe(true)
  expect(isFresh(root, 'demo', new Date('2027-01-01T05:01:00Z'))).toBe(false)
})

test('a first start with an outdated demo begins with the empty tables', () => {
  const root = checkout({ written: '2026-06-01T12:00:00Z', made: '2026-06-02T12:00:00Z' })
  const empty = findPreparedFolder(root, 'empty')
  const setMadeAt = (at: string) => utimesSync(empty, new Date(at), new Date(at))
  mkdirSync(empty)
  setMadeAt('2026-06-02T12:00:00Z')
  const of = (now: string) => findFreshFolder(root, new Date(now))
  expect(of('2026-06-03T12:00:00Z')).toBe(findPreparedFolder(root, 'demo'))
  expect(of('2026-07-03T12:00:00Z')).toBe(empty)
  setMadeAt('2026-05-31T12:00:00Z')
  expect(of('2026-07-03T12:00:00Z'), 'with tables of before').toBeUndefined()
})
