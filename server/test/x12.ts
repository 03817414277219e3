/** A transaction of an X12 file: its set, its version, and its segments between ST and SE. */
interface SetOf {
  readonly set: '834' | '835' | '837'
  readonly version?: string
  readonly segments: readonly string[]
}

const kinds = { '834': ['BE', '005010X220A1'], '835': ['HP', '005010X221A1'], '837': ['HC', '005010X222A1'] } as const

let last = 0

/** An X12 file with one transaction, from a sender whose control numbers rise; `more` changes what its ISA says. */
export function x12(
  { set, version, segments }: SetOf,
  more: {
    readonly control?: string
    readonly wantsAnswer?: boolean
    readonly sent?: string
    readonly sender?: string
  } = {},
): string {
  last += 1
  const [code, own] = kinds[set]
  const {
    control = String(last).padStart(9, '0'),
    wantsAnswer = false,
    sent = '20261126*0200',
    sender = 'PLAINSHEALTH',
  } = more
  const empty = ' '.repeat(10)
  const companies = `ZZ*${sender.padEnd(15)}*ZZ*${'PORTICO'.padEnd(15)}`
  const lines = [
    `ISA*00*${empty}*00*${empty}*${companies}*${sent.slice(2)}*^*00501*${control}*${wantsAnswer ? 1 : 0}*P*:`,
    `GS*${code}*${sender}*PORTICO*${sent}*${last}*X*${version ?? own}`,
    `ST*${set}*0001*${version ?? own}`,
    ...segments,
    `SE*${segments.length + 2}*0001`,
    `GE*1*${last}`,
    `IEA*1*${control}`,
  ]
  return lines.map((line) => `${line}~\n`).join('')
}

/** An enrollment file of changes (`2`), or of everybody (`4`). */
export function enrollment(
  segments: readonly string[],
  {
    action = '2',
    sent = '20261126*0200',
    sender = 'PLAINSHEALTH',
  }: { readonly action?: string; readonly sent?: string; readonly sender?: string } = {},
): string {
  const head = [
    `BGN*00*D*${sent}*CT***${action}`,
    'N1*P5*RED RIVER FURNITURE LLC*FI*450000011',
    'N1*IN*PLAINS HEALTH*FI*450000022',
  ]
  return x12({ set: '834', segments: [...head, ...segments] }, { sent, sender })
}
