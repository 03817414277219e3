import { join } from 'node:path'
import { root, run } from './run.ts'

// Reload on change: the page is rebuilt when its sources change, and the server restarts when its own do.
console.log('Building the page; it is built again at every change.')
if ((await run('node', ['tools/build.ts'])) !== 0) process.exit(1)
const paths = ['server/src', 'packages', 'brands', 'content', 'web/dist/server'].flatMap((path) => [
  '--watch-path',
  join(root, path),
])
await Promise.all([run('node', ['tools/build.ts', '--watch']), run('node', [...paths, 'server/src/main.mjs'])])
