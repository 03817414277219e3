import { hash } from 'node:crypto'
import type { ClaimContent } from './incoming.ts'

/** What a version of a claim decides, as a digest: state, amounts and reasons. When it was sent, and how it is written, decide nothing. */
export function digestDecision({ withdrawn, decided, denied, figures, reasons, others, lines }: ClaimContent): Buffer {
  const ofLines = lines.map((line) => [line.code, line.denied, line.figures, line.reasons, line.others])
  return hash('sha256', JSON.stringify([withdrawn, decided, denied, figures, reasons, others, ofLines]), 'buffer')
}
