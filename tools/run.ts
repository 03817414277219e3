import { spawn } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** Runs one of the project's programs with its own Node first in the PATH; returns the exit code. */
export async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
    shell: process.platform === 'win32',
  })
  return new Promise((done) => {
    child.once('error', () => done(127))
    child.once('exit', (code, signal) => done(signal ? 1 : (code ?? 1)))
  })
}

export interface Step {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
}

/** The checks to run before a commit: format, lint, types, unused code, house rules and unit tests. */
export const checks: readonly Step[] = [
  { name: 'format and lint', program: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types: rules', program: 'tsc', args: ['-p', 'packages/rules'] },
  { name: 'types: contract', program: 'tsc', args: ['-p', 'packages/contract'] },
  { name: 'types: server and tools', program: 'tsc', args: ['-p', '.'] },
  { name: 'types: page', program: 'tsc', args: ['-p', 'web'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
]
