import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Pages, headers, hosts, input and fields, which ask the database nothing of their own: what they stand on is proven on both engines,
 * each call by `server/src/http/authorization.db.test.ts`, and what only they say on one.
 */
const onOneEngine = [
  'server/src/accounts/forms-agree.db.test.ts',
  'server/src/brand/{routes,worn}.db.test.ts',
  'server/src/http/{cross-origin,input,production,slow-requests}.db.test.ts',
  'server/src/page/*.db.test.ts',
  'server/src/preview/preview.db.test.ts',
  'server/src/registration/page-agrees.db.test.ts',
  'server/src/stubs/stubs.db.test.ts',
]

// Three projects: pure tests, and the tests that need a database run once on each engine.
const database = (engine: 'embedded' | 'postgres') => ({
  extends: true as const,
  test: {
    name: engine,
    include: ['server/**/*.db.test.ts'],
    exclude: ['**/node_modules/**', ...(engine === 'embedded' ? onOneEngine : [])],
    env: { PORTICO_TEST_ENGINE: engine },
    globalSetup: ['server/test/global-setup.ts'],
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    // One more than there are cores: tests of time-outs and even answers wait most of theirs.
    maxWorkers: availableParallelism() + 1,
    // No file leaves anything behind for another one, and what they import is read once.
    isolate: false,
    // Properties are tried with many values: no test of its own speed, and slow on a busy machine.
    testTimeout: 30_000,
    // What is waited for comes when it comes; a second is not long where others work too.
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['tools/property-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,server,web,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts'],
        },
      },
      database('embedded'),
      database('postgres'),
    ],
  },
})
