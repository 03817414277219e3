import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('EN-4 the static site of stub mode is refused in production, and nothing is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-no-stubs-'))
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'stubs.ts'), 'hmbcbs', folder], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('Stub mode is refused in production.')])
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
