import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '../server/test/client.ts'
import { member, root, startServer } from './server.ts'
import { table } from './table.ts'

/**
 * What someone on a slow phone experiences: the first views of the built portal in Chromium, measured by Lighthouse under real
 * rather than simulated throttling. The median of several visits counts. `npm run bench:page`; exits with 1 when a goal is missed.
 * Lighthouse is downloaded for it, in the version named here: as a dependency it would weigh more than all the others.
 */
const lighthouse = 'lighthouse@13.5.0'
const visits = 3

/** Slow 4G and a mid-range phone: 1.6 Mbit/s, 150 ms per request, a CPU four times slower than this one. */
const throttling = {
  requestLatencyMs: 150,
  downloadThroughputKbps: 1600,
  uploadThroughputKbps: 750,
  cpuSlowdownMultiplier: 4,
}

const goals = { firstPaintMs: 800, shift: 0, performance: 99, accessibility: 100 }

const views = [
  { name: 'sign-in', path: '/login/', signedIn: false },
  { name: 'landing', path: '/mbr/', signedIn: true },
  { name: 'message center', path: '/msg/', signedIn: true },
] as const

type Judged = Record<keyof typeof goals, number>

interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<Record<'performance' | 'accessibility', { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

const { chromium } = JSON.parse(readFileSync(join(root, '.cache/programs.json'), 'utf8')) as { chromium: string }
const folder = mkdtempSync(join(tmpdir(), 'portico-page-'))
const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl: undefined })
try {
  const person = new Client(server.origin)
  await person.signIn(member)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const rows = [['', 'first paint ms', 'shift', 'performance', 'accessibility']]
  const missed: string[] = []
  for (const { name, path, signedIn } of views) {
    const all: Judged[] = []
    for (let visit = 0; visit < visits; visit += 1) {
      all.push(await judge(server.origin + path, signedIn ? cookie : null))
    }
    const judged = medians(all)
    rows.push([
      name,
      judged.firstPaintMs.toFixed(0),
      judged.shift.toFixed(3),
      judged.performance.toFixed(0),
      judged.accessibility.toFixed(0),
    ])
    missed.push(...listMissed(judged).map((goal) => `${name}: ${goal}`))
  }
  console.log(`First views on slow 4G, medians of ${visits} visits\n${table(rows)}`)
  for (const line of missed) console.log(`missed: ${line}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Visits a page once, in a separate browser. */
async function judge(address: string, cookie: string | null): Promise<Judged> {
  const file = join(folder, 'report.json')
  const flags = Object.entries(throttling).map(([name, value]) => `--throttling.${name}=${value}`)
  await run('npm', [
    ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', address, '--quiet'],
    ...['--output=json', `--output-path=${file}`, '--only-categories=performance,accessibility'],
    ...['--throttling-method=devtools', ...flags, '--chrome-flags=--headless --no-sandbox'],
    ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ cookie })}`]),
  ])
  const { audits, categories, runtimeError } = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (runtimeError) throw new Error(runtimeError.message)
  return {
    firstPaintMs: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    performance: Math.round((categories.performance.score ?? Number.NaN) * 100),
    accessibility: Math.round((categories.accessibility.score ?? Number.NaN) * 100),
  }
}

function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: chromium },
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code}.`))))
  })
}

function medians(all: readonly Judged[]): Judged {
  const middle = (name: keyof Judged) =>
    all.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return {
    firstPaintMs: middle('firstPaintMs'),
    shift: middle('shift'),
    performance: middle('performance'),
    accessibility: middle('accessibility'),
  }
}

function listMissed(judged: Judged): string[] {
  const { firstPaintMs, shift, performance, accessibility } = judged
  return [
    firstPaintMs < goals.firstPaintMs
      ? ''
      : `first paint after ${firstPaintMs.toFixed(0)} ms, goal ${goals.firstPaintMs}`,
    shift <= goals.shift ? '' : `it shifts by ${shift.toFixed(3)}`,
    performance >= goals.performance ? '' : `performance ${performance}, goal ${goals.performance}`,
    accessibility >= goals.accessibility ? '' : `accessibility ${accessibility}, goal ${goals.accessibility}`,
  ].filter((line) => line !== '')
}
