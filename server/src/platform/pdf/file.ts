import type { FileAnswer } from '../http/file-answer.ts'

/** A document as the answer to a call. */
export function pdfFile(name: string, bytes: Uint8Array): FileAnswer {
  return { name, type: 'application/pdf', size: bytes.length, inline: false, content: inOnePart() }

  async function* inOnePart() {
    yield bytes
  }
}
