import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyPrepared } from './prepared.ts'

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

test('a database that is there is never touched', () => {
  mkdirSync(join(db, 'base'), { recursive: true })
  writeFileSync(join(db, 'base/1'), 'own')
  copyPrepared(prepared, db)
  expect(content()).toBe('own')
})

test('what was left of a copy that was cut off is no database', () => {
  mkdirSync(`${db}.copy/base`, { recursive: true })
  writeFileSync(join(`${db}.copy/base`, '2'), 'half')
  copyPrepared(prepared, db)
  expect([content(), existsSync(join(db, 'base/2')), existsSync(`${db}.copy`)]).toEqual(['whole', false, false])
})

test('without a prepared database there is none', () => {
  copyPrepared(join(folder, 'nowhere'), db)
  expect(existsSync(db)).toBe(false)
})
