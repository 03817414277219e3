import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { Client } from '../server/test/client.ts'
import { freePort } from '../tools/postgres.ts'
import { member, root, startServer } from './server.ts'
import { median } from './sides.ts'
import { table } from './table.ts'

/**
 * What someone on a slow phone experiences: the first views of the built portal in Chromium, measured by Lighthouse under real rather than
 * simulated throttling. The median of several visits counts; each has its own browser, signed in and with nothing cached. `npm run
 * bench:page [PART OF A NAME…]`; exits with 1 when a goal is missed. Lighthouse is downloaded when this runs, in the version named here: as
 * a dependency it would weigh more than all the others.
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

/** Maximums, except for the two scores, which are minimums. */
const goals = { firstPaintMs: 800, longTaskMs: 100, requests: 35, shift: 0, performance: 99, accessibility: 100 }

/** The zone of the demo's members, and one that shows every moment on another day. */
const home = 'America/New_York'
const far = 'Pacific/Auckland'

/** `title` is the page's expected title, so that no page that was not found is measured. */
const views = [
  { name: 'sign-in', path: '/login/', title: /^Sign in -/, signedIn: false, zone: home },
  { name: 'landing', path: '/mbr/', title: /Home -/, signedIn: true, zone: home },
  { name: 'landing, far away', path: '/mbr/', title: /Home -/, signedIn: true, zone: far },
  { name: 'claims', path: '/login/#/claims', title: /Claims -/, signedIn: true, zone: home },
  { name: 'finder', path: '/login/#/finder', title: /Find a Doctor -/, signedIn: true, zone: home },
  { name: 'message center', path: '/msg/', title: /Message Center -/, signedIn: true, zone: home },
] as const

type Judged = Record<keyof typeof goals, number>

interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly finalDisplayedUrl: string
  readonly categories: Readonly<Record<'performance' | 'accessibility', { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<
      string,
      { readonly numericValue?: number; readonly details?: { readonly items?: readonly { duration?: number }[] } }
    >
  >
}

const chosen = process.argv.slice(2)
const { chromium: executablePath } = JSON.parse(readFileSync(join(root, '.cache/programs.json'), 'utf8')) as {
  chromium: string
}
const folder = mkdtempSync(join(tmpdir(), 'portico-page-'))
const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl: undefined })
try {
  const person = new Client(server.origin)
  await person.signIn(member)
  const rows: string[][] = [
    ['', 'first paint ms', 'longest task ms', 'requests', 'shift', 'performance', 'accessibility'],
  ]
  const missed: string[] = []
  for (const view of views.filter(({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)))) {
    const all: Judged[] = []
    for (let visit = 0; visit < visits; visit += 1) all.push(await judge(view, view.signedIn ? person : null))
    const judged = takeMedians(all)
    rows.push([
      view.name,
      judged.firstPaintMs.toFixed(0),
      judged.longTaskMs.toFixed(0),
      judged.requests.toFixed(0),
      judged.shift.toFixed(3),
      judged.performance.toFixed(0),
      judged.accessibility.toFixed(0),
    ])
    missed.push(...listMissed(judged).map((goal) => `${view.name}: ${goal}`))
  }
  console.log(`First views on slow 4G, medians of ${visits} visits\n${table(rows)}`)
  for (const line of missed) console.log(`missed: ${line}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Visits a page once, in a separate browser; throws if the visit ended elsewhere, such as at sign-in or a page that was not found. */
async function judge({ path, title, zone }: (typeof views)[number], person: Client | null): Promise<Judged> {
  const file = join(folder, 'report.json')
  const profile = mkdtempSync(join(folder, 'profile-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu', `--remote-debugging-port=${port}`],
    env: { ...process.env, TZ: zone },
  })
  try {
    // The time zone as the sign-in page stores it.
    const cookies = [...(person?.cookies ?? []), ['timeZone', zone] as const]
    await browser.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.origin })))
    const flags = Object.entries(throttling).map(([name, value]) => `--throttling.${name}=${value}`)
    await run('npm', [
      ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', server.origin + path, '--quiet'],
      ...['--output=json', `--output-path=${file}`, '--only-categories=performance,accessibility'],
      // Keeps the cookies; a new browser has nothing else stored.
      ...['--throttling-method=devtools', ...flags, `--port=${port}`, '--disable-storage-reset'],
    ])
    const page = await browser.newPage()
    await page.goto(server.origin + path)
    await page.waitForFunction(() => !('pendingView' in document.documentElement.dataset))
    if (!title.test(await page.title())) throw new Error(`${path} is called ${await page.title()}.`)
  } finally {
    await browser.close()
  }
  const { audits, categories, finalDisplayedUrl, runtimeError } = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (runtimeError) throw new Error(runtimeError.message)
  if (!finalDisplayedUrl.startsWith(server.origin + path)) throw new Error(`${path} led to ${finalDisplayedUrl}.`)
  const list = (name: string) => audits[name]?.details?.items
  return {
    firstPaintMs: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
    longTaskMs: Math.max(0, ...(list('long-tasks') ?? []).map(({ duration }) => duration ?? Number.NaN)),
    requests: list('network-requests')?.length ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    performance: Math.round((categories.performance.score ?? Number.NaN) * 100),
    accessibility: Math.round((categories.accessibility.score ?? Number.NaN) * 100),
  }
}

function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code}.`))))
  })
}

function takeMedians(all: readonly Judged[]): Judged {
  const names = Object.keys(goals) as (keyof Judged)[]
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Judged
}

function listMissed({ firstPaintMs, longTaskMs, requests, shift, performance, accessibility }: Judged): string[] {
  return [
    firstPaintMs < goals.firstPaintMs
      ? ''
      : `first paint after ${firstPaintMs.toFixed(0)} ms, goal ${goals.firstPaintMs}`,
    longTaskMs <= goals.longTaskMs ? '' : `a task of ${longTaskMs.toFixed(0)} ms, goal ${goals.longTaskMs}`,
    requests <= goals.requests ? '' : `${requests.toFixed(0)} requests, goal ${goals.requests}`,
    shift <= goals.shift ? '' : `it shifts by ${shift.toFixed(3)}`,
    performance >= goals.performance ? '' : `performance ${performance}, goal ${goals.performance}`,
    accessibility >= goals.accessibility ? '' : `accessibility ${accessibility}, goal ${goals.accessibility}`,
  ].filter((line) => line !== '')
}
