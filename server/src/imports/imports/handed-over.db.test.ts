import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startImport } from '../../../test/import-process.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { createLogger } from '../../platform/logger.ts'
import { importFiles } from './import-command.ts'
import { type Imports, startImports } from './start.ts'

const synthea = join(import.meta.dirname, '../../../test/fhir/synthea.ndjson.gz')
/** Only its first resources: an import that shares the connection takes little at a time on a busy machine. */
const resources = gunzipSync(readFileSync(synthea)).toString().split('\n').slice(0, 150).join('\n')

describe.skipIf(process.env.PORTICO_TEST_ENGINE === 'postgres')(
  'IM-1 while a server holds the embedded database',
  () => {
    const quietly = { progress: new PassThrough(), createStopSignal: () => new AbortController().signal }
    let folder: string
    let held: Awaited<ReturnType<typeof openTestDatabase>>
    let imports: Imports
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'portico-handed-'))
      held = await openTestDatabase({ seeded: true })
      const config = {
        dataDir: held.dataDir,
        importDir: null,
        importLookMs: 1_000,
        importMemoryMb: 512,
        x12KeepDays: 30,
        x12WaitDays: 90,
        dataKey: undefined,
      }
      const { database } = held
      imports = await startImports({ config, database, brands: new Set(['neb', 'wi']), logger: createLogger('silent') })
    })
    afterAll(async () => {
      await imports?.stop()
      await held?.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    test('IM-1 the command hands its files to the server, and prints the same as if it had read them itself', async () => {
      const bad = join(folder, 'bad.ndjson')
      writeFileSync(bad, `{"resourceType":"Patient","id":"cut\n${resources}`)
      const [rejects, report] = [join(folder, 'handed-rejects.ndjson'), join(folder, 'handed-report.json')]
      const told = ['--rejects', rejects, '--report', report]
      const run = startImport(held.environment, 'fhir', bad, '--brand', 'neb', '--assign-numbers', ...told)
      const { code, line } = await run.ended
      expect([code, JSON.parse(line)]).toMatchObject([
        1,
        { read: 97, created: 96, updated: 0, unchanged: 0, rejected: 1 },
      ])
      expect(run.readErrors()).toMatch(/bad\.ndjson:1: is not JSON/)
      expect(JSON.parse(readFileSync(rejects, 'utf8')).rejected).toMatchObject({ line: 1 })
      expect(JSON.parse(readFileSync(report, 'utf8')).members).toHaveLength(2)
      expect(statSync(join(held.dataDir, 'import.sock')).mode & 0o777).toBe(0o600)
    })

    test('IM-1 Ctrl-C ends the command cleanly, and the same command resumes the import', async () => {
      const bad = join(folder, 'bad-again.ndjson')
      writeFileSync(bad, `no JSON\n${gunzipSync(readFileSync(synthea)).toString()}`)
      const again = ['fhir', bad, '--brand', 'wi', '--assign-numbers']
      const run = startImport(held.environment, ...again)
      // Wait until it has begun.
      await expect.poll(() => run.readErrors()).toMatch(/bad-again\.ndjson:1/)
      run.child.kill('SIGINT')
      const { code, line } = await run.ended
      expect([code, line]).toEqual([2, ''])
      expect(run.readErrors()).toMatch(/The import stopped: it was asked to.*run the same command again/)
      const next = await importFiles(again, held.environment, quietly)
      expect([next.code, JSON.parse(next.said)]).toEqual([1, expect.objectContaining({ read: 918, rejected: 1 })])
    })

    test('IM-1 an unknown kind or brand, or a missing folder, is reported before anything is read', async () => {
      for (const [wrong, why] of [
        [['fihr', synthea], /Name what to import: .*fhir\|.*members/],
        [['fhir', synthea, '--brand', 'nowhere'], /There is no brand nowhere/],
        [['fhir', join(folder, 'none.ndjson')], /nothing to read/],
        [['members', synthea, '--rejects', synthea], /another name/],
      ] as const) {
        const { code, said } = await importFiles(wrong, held.environment, quietly)
        expect([code, said]).toEqual([2, expect.stringMatching(why)])
      }
    })
  },
)
