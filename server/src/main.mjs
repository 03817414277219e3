// The only file that is not TypeScript: it turns on the compile cache before the first of the others is read. Their types then need not be
// stripped at this start, and the code that strips them (18 MB) is not loaded.
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

// Where it runs as one file (`npm start`), what fails is told by the lines of its sources.
process.setSourceMapsEnabled(true)
enableCompileCache(join(resolve(import.meta.dirname, '../..'), '.cache/compiled'))
await import('./portal.ts')
