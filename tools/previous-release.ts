import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.ts'

/** A numbered release beside this version: its own program and tests, on the tables of this version (OP-4). */
export interface PreviousRelease {
  /** Runs the release's tests on PostgreSQL whose titles contain these words; returns the exit code and the output. */
  test(file: string, title: string): Promise<{ readonly code: number; readonly said: string }>
  remove(): void
}

/** The files that determine how tables are made: this version's. */
const ofTables = ['migrations', 'migrate.ts', 'migrator.ts', 'steps.ts'].map((name) => `server/src/platform/db/${name}`)

/** Null if the clone does not have the release, e.g. because it is a shallow one. */
export function checkOutRelease(commit: string): PreviousRelease | null {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'portico-release-'))
  const archive = join(folder, '.archive.tar')
  git('archive', '-o', archive, commit)
  execFileSync('tar', ['xf', archive, '-C', folder])
  for (const path of ofTables) cpSync(join(root, path), join(folder, path), { recursive: true })
  linkPackages(folder)
  for (const path of ['web/dist', '.cache']) {
    rmSync(join(folder, path), { recursive: true, force: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  return {
    test: (file, title) => runTests(folder, file, title),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links third-party packages as they are here, and the release's own packages. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@portico'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@portico') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@portico', name))
}

function runTests(cwd: string, file: string, title: string) {
  // Its tests' statements and logs must not be recorded as this run's.
  const { PORTICO_TEST_STATEMENTS: _sent, PORTICO_TEST_LOGS: _logs, NODE_OPTIONS: _options, ...env } = process.env
  const args = [join(cwd, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'postgres', file, '-t', title]
  const child = spawn(process.execPath, args, { cwd, env: { ...env, VITEST: '' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const listen = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-20_000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return new Promise<{ code: number; said: string }>((done) => {
    child.once('exit', (code) => done({ code: code ?? 1, said }))
  })
}
