import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

// What was compiled once is neither stripped of its types nor compiled again at the next start.
enableCompileCache(join(resolve(import.meta.dirname, '../..'), '.cache/compiled'))
await import('./portal.ts')
