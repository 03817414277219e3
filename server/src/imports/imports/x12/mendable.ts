import type { Loop } from './loops.ts'
import type { Segment } from './segments.ts'

/** The control number of an interchange with corrected loops: it may come any number of times. */
export const mendedControl = '000000000'

/** A loop in its own envelope, otherwise as received, so that it can be corrected and sent again (FD-4). Its counts are computed anew. */
export function mendable({ transaction, above, segments }: Loop): string {
  const { interchange, group, set, control, version } = transaction
  const { sender, receiver, separators } = interchange
  const { element, component, repetition, segment: end } = separators
  const body = [...above.flat(), ...segments].map((one) => one.elements.join(element))
  const empty = ' '.repeat(10)
  const isa = [
    ['ISA', '00', empty, '00', empty, sender.kind.padEnd(2), sender.id.padEnd(15), receiver.kind.padEnd(2)],
    [receiver.id.padEnd(15), interchange.date, interchange.time, repetition ?? 'U', '00501', mendedControl, '0'],
    [interchange.isTest ? 'T' : 'P', component],
  ]
  const lines = [
    isa.flat().join(element),
    ['GS', group.code, group.sender, group.receiver, group.date, group.time, group.control, 'X', group.version].join(
      element,
    ),
    ['ST', set, control, ...(version === '' ? [] : [version])].join(element),
    ...body,
    ['SE', String(body.length + 2), control].join(element),
    ['GE', '1', group.control].join(element),
    ['IEA', '1', mendedControl].join(element),
  ]
  const isLine = end === '\n' || end === '\r'
  return lines.map((line) => `${line}${isLine ? '' : end}\n`).join('')
}

/** The approximate length of a loop. */
export function measureLength(segments: readonly Segment[]): number {
  let length = 0
  for (const { elements } of segments) for (const one of elements) length += one.length + 1
  return length
}
