import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checks, root, run } from './run.ts'

// Runs everything: checks, unit tests, calls on both databases, browser tests, page weight. Each part runs even if an earlier one
// failed; the last line has the totals.
interface Count {
  readonly passed: number
  readonly failed: number
}

/** Enough memory for the databases of all tests, and for checks beside them. */
const plenty = 6 * 1024 ** 3
const reports = join(root, '.cache/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// Every server in this run logs to one folder, which is scanned at the end.
const logs = join(root, '.cache/logs')
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
const temporary = mkdtempSync(join(inMemory() ?? tmpdir(), 'portico-tests-'))
// PostgreSQL runs as another user and has a folder of its own in it.
chmodSync(temporary, 0o711)
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const browserData = mkdtempSync(join(temporary, 'portico-e2e-'))
const statements = mkdtempSync(join(temporary, 'portico-statements-'))
Object.assign(process.env, {
  PORTICO_TEST_LOGS: logs,
  PORTICO_TEST_STATEMENTS: statements,
  PORTICO_E2E_DATA: browserData,
  TMPDIR: temporary,
  // Dozens of servers and commands start, all with the same few hundred modules.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
})
const counts: Count[] = []
const problems: string[] = []
const times: string[] = []
const started = Date.now()

// Meanwhile, one core creates the tests' first databases.
await runAll(check, vitest)
// Each of the others keeps one core busy for moments, and journeys wait a part of their time.
await runAll(planStatements, playwright, weighPages)
note('no secrets in the logs of all that', await timeRun('log scan', 'node', ['tools/log-scan.ts', logs, browserData]))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\ntook ${seconds(started)} s: ${times.join(', ')}`)
for (const problem of problems) console.log(`failed: ${problem}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Runs parts together if there is enough memory, and otherwise one after another. */
async function runAll(...parts: readonly (() => Promise<void>)[]): Promise<void> {
  if (freemem() > plenty) await Promise.all(parts.map((part) => part()))
  else for (const part of parts) await part()
}

/** A folder in memory, if there is enough of it: hundreds of databases are copied, and none outlives the run. */
function inMemory(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder) || freemem() < plenty) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < plenty ? undefined : folder
}

async function timeRun(name: string, program: string, args: readonly string[], env = {}): Promise<number> {
  const start = Date.now()
  const code = await run(program, args, env)
  times.push(`${name} ${seconds(start)}`)
  return code
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000)
}

function note(name: string, code: number): void {
  counts.push({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })
  if (code !== 0) problems.push(name)
}

/** Runs the checks one after another; types in one thread, because several would each read what they share. */
async function check(): Promise<void> {
  for (const { name, program, args } of checks) {
    note(name, await timeRun(name, program, program === 'tsc' ? [...args, '--checkers', '1'] : args))
  }
}

/** Runs the unit tests and the calls on both databases together: while one test waits, another can work. */
async function vitest(): Promise<void> {
  const name = 'unit tests and calls on both databases'
  const file = join(reports, 'vitest.json')
  const code = await timeRun(name, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  add(name, code, file, (report) => {
    problems.push(...listFailures(report as unknown as VitestReport))
    return { passed: Number(report.numPassedTests ?? 0), failed: Number(report.numFailedTests ?? 0) }
  })
}

async function planStatements(): Promise<void> {
  const code = await timeRun('statements', 'node', ['tools/embedded-statements.ts', statements])
  note('statements of PostgreSQL on the embedded database', code)
}

async function weighPages(): Promise<void> {
  note('page weight', await timeRun('page weight', 'node', ['bench/weight.ts']))
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Repeated at the end, where people look for them. */
function listFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${message}`]
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`)
  })
}

async function playwright(): Promise<void> {
  const file = join(reports, 'browser.json')
  const code = await timeRun('journeys', 'playwright', ['test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  if (code !== 0) console.log(`what the server said is in ${join(logs, 'browser.log')}`)
  add(`journeys in ${process.env.PORTICO_BROWSER ?? 'chromium'}`, code, file, (report) => {
    const { expected = 0, flaky = 0, unexpected = 0 } = report.stats as Record<string, number>
    problems.push(...listFlaky(report as unknown as Suite).map((title) => `passed only when tried again: ${title}`))
    return { passed: expected, failed: unexpected + flaky }
  })
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { status: string }[]
  }[]
}

/** Journeys that passed only on a retry: they count as failed, since each is a race until its cause is known. */
function listFlaky({ suites = [], specs = [] }: Suite): string[] {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...flaky.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(listFlaky)]
}

/** A part that fails without a failing test (it crashed, or ran none) counts as one failure. */
function add(name: string, code: number, file: string, read: (report: Record<string, unknown>) => Count): void {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  const count = 'stats' in report || 'numPassedTests' in report ? read(report) : { passed: 0, failed: 0 }
  const broken = count.passed === 0 || (code !== 0 && count.failed === 0)
  counts.push(broken ? { ...count, failed: count.failed + 1 } : count)
  if (code !== 0 || broken) problems.push(name)
}
