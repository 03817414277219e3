import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from '../../tools/postgres.ts'

let cluster: Cluster | undefined

/** Starts a PostgreSQL server for the project that runs on it; the embedded engine needs none. */
export async function setup(project: TestProject): Promise<void> {
  if (project.config.env.PORTICO_TEST_ENGINE !== 'postgres') return
  cluster = await startCluster()
  project.provide('postgresUrl', await cluster.database('portico_tests'))
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}
