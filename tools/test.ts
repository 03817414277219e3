import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, root, run } from './run.ts'

// Everything: checks, unit tests, calls on both databases, journeys in a browser, page weight. Each part runs even when
// an earlier one failed; the last line counts them all.
interface Count {
  readonly passed: number
  readonly failed: number
}

const reports = join(root, '.cache/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// Every server of this run logs into one folder, which is searched at the end.
const logs = join(root, '.cache/logs')
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
const browserData = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
Object.assign(process.env, { PORTICO_TEST_LOGS: logs, PORTICO_E2E_DATA: browserData })
const counts: Count[] = []
const problems: string[] = []
const started = Date.now()

for (const { name, program, args } of checks) note(name, await run(program, args))
await vitest('unit tests', ['unit'])
await vitest('calls on the embedded database', ['embedded'])
await vitest('calls on PostgreSQL', ['postgres'])
await playwright()
note('no secrets in the logs of all that', await run('node', ['tools/log-scan.ts', logs, browserData]))
rmSync(browserData, { recursive: true, force: true })
note('page weight', await run('node', ['bench/weight.ts']))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\ntook ${Math.round((Date.now() - started) / 1000)} s`)
for (const problem of problems) console.log(`failed: ${problem}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function note(name: string, code: number): void {
  counts.push({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })
  if (code !== 0) problems.push(name)
}

async function vitest(name: string, projects: readonly string[]): Promise<void> {
  const file = join(reports, `${projects.join('-')}.json`)
  const selected = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run('vitest', ['run', ...selected, ...reporters])
  add(name, code, file, (report) => ({
    passed: Number(report.numPassedTests ?? 0),
    failed: Number(report.numFailedTests ?? 0),
  }))
}

async function playwright(): Promise<void> {
  const file = join(reports, 'browser.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  if (code !== 0) console.log(`what the server said is in ${join(logs, 'browser.log')}`)
  add('journeys in a browser', code, file, ({ stats }) => {
    const { expected = 0, flaky = 0, unexpected = 0 } = stats as Record<string, number>
    return { passed: expected + flaky, failed: unexpected }
  })
}

/** A part that failed without a failing test (it broke, or ran none) counts as one failure. */
function add(name: string, code: number, file: string, read: (report: Record<string, unknown>) => Count): void {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  const count = 'stats' in report || 'numPassedTests' in report ? read(report) : { passed: 0, failed: 0 }
  const broken = count.passed === 0 || (code !== 0 && count.failed === 0)
  counts.push(broken ? { ...count, failed: count.failed + 1 } : count)
  if (code !== 0 || broken) problems.push(name)
}
