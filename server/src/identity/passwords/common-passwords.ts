import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Returns a check whether a lower-case password is a common one (VA-4), even with more characters appended. The list is read once. */
export function loadCommonPasswords(contentDir: string): (lowerCased: string) => boolean {
  const packed = readFileSync(join(contentDir, 'common-passwords.txt.gz'))
  const common = new Set(gunzipSync(packed).toString('utf8').split('\n'))
  return (lowerCased) => common.has(lowerCased) || common.has(lowerCased.replace(/[^\p{L}\p{N}]+$/u, ''))
}
