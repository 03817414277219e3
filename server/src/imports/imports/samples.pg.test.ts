import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importKinds } from '@portico/contract/import-kinds'
import { expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const folder = resolve(import.meta.dirname, '../../../../docs/samples')
const portal = testPortal()

/** Each kind comes after those that it depends on. */
const order = ['x12', 'fhir', 'members', 'agencies', 'agents'] as const
const kinds = [...order, ...importKinds.filter((kind) => !order.some((one) => one === kind))]

const listFiles = (kind: string) =>
  readdirSync(folder)
    .filter((name) => (kind === 'x12' ? /\.83\d$/.test(name) : name.startsWith(`${kind}.`)))
    .map((name) => join(folder, name))

test('FD-8 every kind has a sample, which loads unchanged, and a second time changes nothing', async () => {
  const seen: Record<string, unknown> = {}
  for (const kind of kinds) {
    const files = listFiles(kind)
    const load = () => importFiles(portal.database, files, { kind, brand: 'ndbcbs' })
    const [first, again] = [await load(), await load()]
    seen[kind] = {
      files: files.length > 0,
      rejected: first.rejected.map(({ path, reason }) => `${path} ${reason}`),
      created: first.counts.created + first.counts.updated > 0,
      changed: again.counts.created + again.counts.updated,
    }
  }
  const loaded = { files: true, rejected: [], created: true, changed: 0 }
  // Only the shop numbers applications.
  const unknown = {
    ...loaded,
    rejected: ['application_number there is no such application of the brand'],
    created: false,
  }
  const buildExpected = (kind: string) => (kind === 'first-premiums' ? unknown : loaded)
  expect(seen).toEqual(Object.fromEntries(kinds.map((kind) => [kind, buildExpected(kind)])))
})
