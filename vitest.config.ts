import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Tests that need a database. `*.db.test.ts` run on both engines, where the engine can make a difference; `*.pg.test.ts` on PostgreSQL, whose
 * statements the embedded engine plans afterwards (`tools/embedded-statements.ts`).
 */
const files = { embedded: 'server/**/*.db.test.ts', postgres: 'server/**/*.{db,pg}.test.ts' } as const

const database = (engine: 'embedded' | 'postgres') => ({
  extends: true as const,
  test: {
    name: engine,
    include: [files[engine]],
    env: { PORTICO_TEST_ENGINE: engine },
    globalSetup: ['server/test/global-setup.ts'],
    ...(engine === 'postgres' && { setupFiles: ['tools/property-seed.ts', 'server/test/sent-statements.ts'] }),
  },
})

export default defineConfig({
  test: {
    // Two more than there are cores: tests of time-outs and even answers wait most of theirs.
    maxWorkers: availableParallelism() + 2,
    // Room for what requests leave behind, so that it is not kept and marked before it is garbage.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-memory-reducer'],
    // No file leaves anything behind for another one, and what they import is read once.
    isolate: false,
    // What is waited for comes when it comes: these end only what never does. No test, hook or wait has a limit of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
    setupFiles: ['tools/property-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,server,web,tools,demo}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.{db,pg}.test.ts'],
        },
      },
      database('embedded'),
      database('postgres'),
    ],
  },
})
