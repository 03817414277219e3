import { parentPort } from 'node:worker_threads'
import type { Block } from './blocks.ts'
import { type PdfOptions, pdfDocument } from './document.ts'

/** What a thread of `createPdfMaker` runs: each job that comes is composed and answered with its document. */
export function serveDocuments<Job>(
  compose: (job: Job) => { readonly blocks: Iterable<Block>; readonly options: PdfOptions },
): void {
  parentPort?.on('message', async (job: Job) => {
    const { blocks, options } = compose(job)
    parentPort?.postMessage(await pdfDocument(blocks, options))
  })
}
