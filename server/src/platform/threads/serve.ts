import { parentPort } from 'node:worker_threads'

/** Runs in a thread of `createJobThreads`: does each job and sends back what it made. */
export function serveJobs<Job, Made = Uint8Array>(make: (job: Job) => Promise<Made>): void {
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await make(job))
  })
}
