import { Refused } from '../refused.ts'

/** Why a file is unreadable from here on; rethrows any other error. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof Refused) return `the file ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return 'the rest of the file is missing: it is cut short'
  if (code.startsWith('Z_')) return 'the rest of the file cannot be unpacked: it is damaged'
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'the file may not be read'
  throw error
}
