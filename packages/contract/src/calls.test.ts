import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

const root = resolve(import.meta.dirname, '../../..')
const folder = join(import.meta.dirname, 'calls')

/** The modules that define calls, by file, with their exports. */
const modules = await Promise.all(
  globSync('*.ts', { cwd: folder }).map(async (file) => ({
    file,
    exported: (await import(join(folder, file))) as Record<string, unknown>,
    defined: readFileSync(join(folder, file), 'utf8').match(/\bdefineCall\(/g)?.length ?? 0,
  })),
)
const isCall = (value: unknown) => typeof value === 'object' && value !== null && 'audience' in value && 'path' in value
const registered = new Set<unknown>(Object.values(calls))

test('RO-4 every call that is defined is exported, and is among `calls`: what runs over those must not miss one', () => {
  expect(modules.length).toBeGreaterThan(20)
  const missing = modules.flatMap(({ file, exported, defined }) => {
    const found = Object.entries(exported).filter(([, value]) => isCall(value))
    const unknown = found.filter(([, call]) => !registered.has(call)).map(([name]) => `${file}: ${name}`)
    return found.length === defined ? unknown : [...unknown, `${file}: ${defined} defined, ${found.length} exported`]
  })
  expect(missing).toEqual([])
  expect(Object.keys(calls)).toHaveLength(modules.reduce((sum, { defined }) => sum + defined, 0))
})

test('RO-4 a call keeps its name, is there once, and is defined in `calls/` alone', () => {
  const named = Object.fromEntries(
    modules.flatMap(({ exported }) => Object.entries(exported).filter(([, call]) => isCall(call))),
  )
  expect(Object.keys(named).sort()).toEqual(Object.keys(calls).sort())
  expect(Object.entries(calls).filter(([name, call]) => named[name] !== call)).toEqual([])
  expect(registered.size).toBe(Object.keys(calls).length)
  const routes = Object.values(calls).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(routes).size).toBe(routes.length)
  const elsewhere = globSync('{packages,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((file) => !/^packages\/contract\/src\/(calls\/|call\.ts)|\.test\.tsx?$/.test(file))
    .filter((file) => /\bdefineCall\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(elsewhere).toEqual([])
})
