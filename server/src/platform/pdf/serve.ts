import { parentPort } from 'node:worker_threads'
import type { Block } from './blocks.ts'
import { type PdfOptions, pdfDocument } from './document.ts'

/** A document's content, with the rest needed to print it. */
export interface Composed {
  readonly blocks: Iterable<Block>
  readonly options: PdfOptions
}

/** Runs in a thread of `createPdfMaker`: composes each job and sends back its document. */
export function serveDocuments<Job>(compose: (job: Job) => Composed): void {
  serveBytes<Job>((job) => print(compose(job)))
}

/** The same for jobs that are more than documents: makes each job's bytes and sends them back. */
export function serveBytes<Job>(make: (job: Job) => Promise<Uint8Array>): void {
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await make(job))
  })
}

export function print({ blocks, options }: Composed): Promise<Uint8Array> {
  return pdfDocument(blocks, options)
}
