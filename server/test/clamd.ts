import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programs } from '../../tools/postgres.ts'

/** The harmless file that every scanner reports as a virus, in pieces, so that no scanner reports this source file. */
export const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`, '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A real clamd that knows EICAR and nothing else. */
export interface Clamd {
  /** Value for the setting CLAMD. */
  readonly address: string
  start(): Promise<void>
  /** Kills it, as if its machine were gone. */
  kill(): Promise<void>
  /** It accepts connections but does not answer, until it is thawed. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-clamd-'))
  const socket = join(folder, 'clamd.sock')
  const signatures = join(folder, 'db')
  cpSync(join(import.meta.dirname, 'clamav'), signatures, { recursive: true })
  chmodSync(folder, 0o755)
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: signatures,
    Foreground: 'yes',
    OfficialDatabaseOnly: 'no',
    Bytecode: 'no',
    SelfCheck: '0',
    MaxThreads: '4',
    MaxFileSize: '25M',
    MaxScanSize: '50M',
    StreamMaxLength: '25M',
    AlertEncrypted: 'yes',
    AlertExceedsMax: 'yes',
  }
  const file = join(folder, 'clamd.conf')
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  let child: ChildProcess | undefined

  const clamd: Clamd = {
    address: socket,
    start: async () => {
      // A killed one leaves its socket behind.
      rmSync(socket, { force: true })
      child = spawn(programs().clamd, ['-c', file], { stdio: 'ignore', cwd: folder })
      for (let attempt = 0; attempt < 200; attempt += 1) {
        if (existsSync(socket) && (await answers(socket))) return
        await sleep(50)
      }
      throw new Error('clamd did not start.')
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = undefined
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    remove: async () => {
      await clamd.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await clamd.start()
  return clamd
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('error', () => resolve(false))
    socket.once('data', (said) => {
      socket.destroy()
      resolve(said.toString().startsWith('PONG'))
    })
    socket.once('connect', () => socket.write('zPING\0'))
  })
}
