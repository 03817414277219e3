import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { childFlags } from './child-environment.ts'
import { keepLog } from './kept-logs.ts'

const root = resolve(import.meta.dirname, '../..')

/** The real server in a separate process. */
export interface ServerProcess {
  /** e.g. `http://127.0.0.1:40123` */
  readonly origin: string
  readonly pid: number
  readonly child: ChildProcess
  /** Kills it like `kill -9` and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to shut down and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `main.mjs` and waits until it is up; if it exits before, throws its output. A module loaded before it can communicate with
 * the test.
 */
export async function startServer(
  environment: Record<string, string>,
  { preload }: { readonly preload?: string } = {},
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [...(preload ? ['--import', preload] : childFlags), join(root, 'server/src/main.mjs')],
    {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
    },
  )
  const ended = once(child, 'exit')
  const origin = await upAt(child)
  return {
    origin,
    pid: child.pid ?? 0,
    child,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

function upAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk
      keepLog(`server-${child.pid}`, String(chunk))
      const origin = /Portico is up: (http:[^\s"]+)/.exec(said)?.[1]
      if (origin) resolve(origin)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said)))
  })
}
