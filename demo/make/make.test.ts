import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const demo = resolve(import.meta.dirname, '..')

function read(folder: string, file: string): string {
  const bytes = readFileSync(join(folder, file))
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

test('ER-2 the data of the demo are what its makers write, so that people and their records agree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-demo-'))
  try {
    for (const maker of ['catalogue', 'claims', 'rates', 'spending'])
      execFileSync(process.execPath, [join(import.meta.dirname, `${maker}.ts`), folder])
    const made = globSync('**/*.*', { cwd: folder }).toSorted()
    expect(made.length).toBeGreaterThan(40)
    expect(made.filter((file) => read(folder, file) !== read(demo, file))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
