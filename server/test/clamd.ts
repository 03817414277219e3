import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '../../tools/postgres.ts'
import { createProgram, type Program } from './program.ts'

/** The harmless file that every scanner reports as a virus, in pieces, so that no scanner reports this source file. */
export const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`, '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A real clamd that knows EICAR and nothing else. */
export interface Clamd extends Program {
  /** Value for the setting CLAMD. */
  readonly address: string
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
  const program = createProgram({
    command: programs().clamd,
    args: ['-c', file],
    cwd: folder,
    isUp: () => answers(socket),
  })
  const start = () => {
    // A killed one leaves its socket behind.
    rmSync(socket, { force: true })
    return program.start()
  }
  await start()
  return {
    ...program,
    address: socket,
    start,
    remove: async () => {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
