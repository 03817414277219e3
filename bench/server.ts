import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/postgres.ts'

export const root = resolve(import.meta.dirname, '..')

/** A demo member whose inbox fills a page of ten. */
export const member = 'MEMBER01'

/** The Node options that `npm start` uses. */
const { start } = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } })
  .scripts
const nodeOptions = start.split(' ').filter((word) => word.startsWith('--'))

/** A process that answers HTTP on loopback. */
export interface Running {
  /** e.g. `http://127.0.0.1:40123` */
  readonly origin: string
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts one of our servers with its own data folder and waits until `readyPath` answers. Flags of this process, such as `--cpu-prof`, are
 * passed on. Without `databaseUrl` it runs on the embedded database.
 */
export async function startServer(options: {
  readonly script: string
  readonly readyPath: string
  readonly databaseUrl: string | undefined
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>
}): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeOptions, ...process.execArgv, options.script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'development',
      DEMO: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
      ...options.environment,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await ready(child, origin + options.readyPath)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      await waitForEnd(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) break
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  await waitForEnd(child)
  throw new Error(`Nothing answers at ${url}.`)
}

async function waitForEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
}
