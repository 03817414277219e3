// The only file that is not TypeScript: with the cache on before the first of the others is read, their types need not be
// stripped at this start, and what strips them (18 MB) is not loaded.
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

enableCompileCache(join(resolve(import.meta.dirname, '../..'), '.cache/compiled'))
await import('./portal.ts')
