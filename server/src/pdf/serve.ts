import { parentPort } from 'node:worker_threads'
import type { Block } from './blocks.ts'
import { type PdfOptions, pdfDocument } from './document.ts'

/** Runs in a thread of `createPdfMaker`: composes each job and sends back its document. */
export function serveDocuments<Job>(
  compose: (job: Job) => { readonly blocks: Iterable<Block>; readonly options: PdfOptions },
): void {
  parentPort?.on('message', async (job: Job) => {
    const { blocks, options } = compose(job)
    parentPort?.postMessage(await pdfDocument(blocks, options))
  })
}
