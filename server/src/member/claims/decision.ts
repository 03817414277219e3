import { hash } from 'node:crypto'
import type { ClaimContent } from './incoming.ts'

/** A digest of what a version of a claim decides: state, amounts and reasons. The time and format of a version do not matter. */
export function digestDecision({ withdrawn, decided, denied, figures, reasons, others, lines }: ClaimContent): Buffer {
  const ofLines = lines.map((line) => [line.code, line.denied, line.figures, line.reasons, line.others])
  return hash('sha256', JSON.stringify([withdrawn, decided, denied, figures, reasons, others, ofLines]), 'buffer')
}
