import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { childEnvironment, childFlags } from './child-environment.ts'

const root = resolve(import.meta.dirname, '../..')

/** The import command in a process of its own. */
export interface ImportProcess {
  readonly child: ChildProcess
  /** Its standard error so far. */
  readErrors(): string
  /** Its exit code (null: killed) and its last line. */
  readonly ended: Promise<{ readonly code: number | null; readonly line: string }>
}

export function startImport(environment: Record<string, string>, ...argv: readonly string[]): ImportProcess {
  const child = spawn(process.execPath, [...childFlags, join(root, 'server/src/imports/imports/command.ts'), ...argv], {
    env: { ...childEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said] = ['', '']
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, line: out.trim() }))
  return { child, readErrors: () => said, ended }
}
