import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { AskedDay, ListPlace, Uuid } from './fields.ts'

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

test('RO-4 every defined call is exported and is in `calls`, so that code that iterates over them misses none', () => {
  expect(modules.length).toBeGreaterThan(20)
  const missing = modules.flatMap(({ file, exported, defined }) => {
    const found = Object.entries(exported).filter(([, value]) => isCall(value))
    const unknown = found.filter(([, call]) => !registered.has(call)).map(([name]) => `${file}: ${name}`)
    return found.length === defined ? unknown : [...unknown, `${file}: ${defined} defined, ${found.length} exported`]
  })
  expect(missing).toEqual([])
  expect(Object.keys(calls)).toHaveLength(modules.reduce((sum, { defined }) => sum + defined, 0))
})

test('RO-4 a call keeps its name, exists once, and is defined only in `calls/`', () => {
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

test('OP-2 calls that a standby may answer are for anyone, change nothing, are not audited, and take no secret', () => {
  const named = Object.entries<Call>(calls).filter(([, call]) => call.ofNoOne)
  expect(named.length).toBeGreaterThan(20)
  const wrong = named.filter(([, { audience, changes, audit, body, query }]) => {
    const fields = [body, query].flatMap((part) =>
      part && 'entries' in part ? Object.keys(part.entries as object) : [],
    )
    return audience.by !== 'anyone' || changes || audit !== undefined || fields.includes('ticket')
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

/** What a schema checks about a text, and the schemas that it consists of. */
interface Checked {
  readonly type?: string
  readonly pipe?: readonly { readonly type?: string; readonly requirement?: unknown }[]
}

test('HT-1 calls accept only days and moments that exist, and one parser reads every list position', () => {
  const findCheck = (schema: unknown) => (schema as Checked).pipe?.find(({ type }) => type === 'check')?.requirement
  const wrong: string[] = []
  let days = 0
  const visit = (schema: unknown, where: string, seen: ReadonlySet<unknown>): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
    if (findCheck(schema) === findCheck(AskedDay)) {
      days += 1
      return
    }
    const types = (schema as Checked).pipe?.map(({ type }) => type) ?? []
    if (types.includes('iso_date') || types.includes('iso_timestamp')) wrong.push(where)
    for (const [name, part] of Object.entries(schema)) visit(part, `${where}.${name}`, new Set([...seen, schema]))
  }
  for (const [name, call] of Object.entries(calls)) {
    const { params, query, body }: Call = call
    visit([params, query, body], name, new Set())
    for (const part of [query, body]) {
      const entries: Record<string, { wrapped?: unknown }> = part && 'entries' in part ? (part.entries as never) : {}
      for (const field of ['before', 'after'] as const) {
        const place = entries[field]?.wrapped ?? entries[field]
        if (
          (place as Checked | undefined)?.type === 'string' &&
          place !== ListPlace &&
          name !== 'searchStaff' &&
          place !== Uuid
        )
          wrong.push(`${name}.${field}`)
      }
    }
  }
  expect(days).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})
