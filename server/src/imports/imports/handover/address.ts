import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Where the server that holds a data folder accepts imports: a socket in the folder, a named pipe on Windows. */
export function handOverAddress(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'import.sock')
  return `\\\\.\\pipe\\portico-import-${createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32)}`
}
