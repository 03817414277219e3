import { serveJobs } from '../threads/serve.ts'
import type { Block } from './blocks.ts'
import { type PdfOptions, pdfDocument } from './document.ts'

/** A document's content, with the rest needed to print it. */
export interface Composed {
  readonly blocks: Iterable<Block>
  readonly options: PdfOptions
}

/** Runs in a thread of `createJobThreads`: composes each job and sends back its document. */
export function serveDocuments<Job>(compose: (job: Job) => Composed): void {
  serveJobs<Job>((job) => print(compose(job)))
}

export function print({ blocks, options }: Composed): Promise<Uint8Array> {
  return pdfDocument(blocks, options)
}
