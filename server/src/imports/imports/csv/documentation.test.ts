import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Columns, commonColumns } from './kind.ts'
import { csvKinds } from './kinds.ts'

const documentation = readFileSync(join(import.meta.dirname, '../../../../../docs/imports.md'), 'utf8')

function buildTable(columns: Columns): string {
  const rows = Object.entries(columns).map(
    ([name, { type, required, meaning }]) => `| \`${name}\` | ${required ? 'yes' : ''} | ${type.words} | ${meaning} |`,
  )
  return ['| Column | Needed | Holds | Meaning |', '|---|---|---|---|', ...rows].join('\n')
}

const sections = [['common', commonColumns] as const, ...csvKinds.map(({ name, columns }) => [name, columns] as const)]

test.each(sections)('IM-6 docs/imports.md tells the columns of %s as they are declared', (name, columns) => {
  const after = documentation.split(`<!-- columns: ${name} -->\n\n`)[1] ?? ''
  expect(after.split('\n\n', 1)[0]?.trim()).toBe(buildTable(columns))
})

test('IM-6 docs/imports.md names every kind of file', () => {
  for (const { name } of csvKinds) expect(documentation).toContain(`### \`${name}\``)
})
