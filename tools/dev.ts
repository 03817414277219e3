import { join } from 'node:path'
import { root, run } from './run.ts'

// Reload on change: the page is built again when its sources change, the server starts again when its own do.
console.log('Building the page; it is built again at every change.')
if ((await run('node', ['tools/build.ts'])) !== 0) process.exit(1)
const paths = ['server/src', 'packages', 'brands', 'content', 'web/dist/server'].flatMap((path) => [
  '--watch-path',
  join(root, path),
])
await Promise.all([run('node', ['tools/build.ts', '--watch']), run('node', [...paths, 'server/src/main.mjs'])])
