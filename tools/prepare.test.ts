import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** A folder of the program with its packages, as far as `prepare.mjs` looks at it; no npm is on the path. */
function programFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-prepare-'))
  mkdirSync(join(folder, 'tools'))
  mkdirSync(join(folder, 'node_modules'))
  copyFileSync(join(root, 'tools/prepare.mjs'), join(folder, 'tools/prepare.mjs'))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  const prepare = (goal: string) =>
    spawnSync(process.execPath, [join(folder, 'tools/prepare.mjs'), goal], { env: { PATH: '/nowhere' } }).status
  return { folder, prepare }
}

test('AD-1 a command that could not be prepared ends with 2, never with the 1 of rejected rows or a broken chain', () => {
  const { folder, prepare } = programFolder()
  expect(prepare('install')).toBe(2)
  writeFileSync(join(folder, 'node_modules/.portico-installed'), 'of another version')
  expect(prepare('install')).toBe(2)
})

test('AD-1 packages count as installed after any install by npm, so that nobody has to install them again', () => {
  const { folder, prepare } = programFolder()
  const { postinstall } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
  expect(postinstall).toBe('node tools/prepare.mjs stamp')
  expect(prepare('stamp')).toBe(0)
  expect(prepare('install')).toBe(0)
  writeFileSync(join(folder, 'package-lock.json'), '{"of":"the next version"}')
  expect(prepare('install')).toBe(2)
})

test('AD-1 a command that cannot even be loaded ends with 2', () => {
  const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
  for (const name of ['import', 'audit:verify', 'admin', 'content', 'doctor']) {
    const words = scripts[name]?.split(' ').slice(1) ?? []
    const [before = '', command = ''] = words.filter((word) => !word.startsWith('--'))
    const options = words.slice(0, words.indexOf(before))
    const folder = mkdtempSync(join(tmpdir(), 'portico-command-'))
    mkdirSync(join(folder, dirname(command)), { recursive: true })
    writeFileSync(join(folder, command), "import 'a-package-that-is-not-there'\n")
    const { status } = spawnSync(process.execPath, [...options, join(root, before), join(folder, command)], {
      cwd: folder,
    })
    expect({ name, status }).toEqual({ name, status: 2 })
  }
})
