import { closeSync, openSync, writeSync } from 'node:fs'

const guides = {
  '834': ['BE', '005010X220A1'],
  '835': ['HP', '005010X221A1'],
  '837': ['HC', '005010X222A1'],
} as const

/** Writes an X12 file with one transaction piece by piece, so that it can be as long as wanted. */
function writeX12(
  path: string,
  set: '834' | '835' | '837',
  head: readonly string[],
  parts: number,
  part: (at: number) => readonly string[],
): void {
  const [code, version] = guides[set]
  const empty = ' '.repeat(10)
  const file = openSync(path, 'w')
  const put = (lines: readonly string[]) => writeSync(file, lines.map((line) => `${line}~\n`).join(''))
  let segments = head.length + 2
  put([
    `ISA*00*${empty}*00*${empty}*ZZ*${'PLAINSHEALTH'.padEnd(15)}*ZZ*${'PORTICO'.padEnd(15)}*261126*0200*^*00501*000000${set}*0*P*:`,
    `GS*${code}*PLAINSHEALTH*PORTICO*20261126*0200*1*X*${version}`,
    `ST*${set}*0001*${version}`,
    ...head,
  ])
  for (let at = 0; at < parts; at += 1) {
    const lines = part(at)
    segments += lines.length
    put(lines)
  }
  put([`SE*${segments}*0001`, 'GE*1*1', `IEA*1*000000${set}`])
  closeSync(file)
}

const toNumber = (at: number) => `B${String(at).padStart(9, '0')}`

/** An enrollment file with this many members, four on a contract. */
export function writeEnrollment(path: string, members: number): void {
  const head = [
    'BGN*00*B1*20261126*0200*CT***4',
    'N1*P5*RED RIVER FURNITURE LLC*FI*450000011',
    'N1*IN*PLAINS HEALTH*FI*450000022',
  ]
  writeX12(path, '834', head, members, (at) => [
    at % 4 === 0 ? 'INS*Y*18*030*XN*A***FT' : 'INS*N*19*030*XN*A',
    `REF*0F*C${String(Math.floor(at / 4)).padStart(9, '0')}`,
    'REF*1L*G-1',
    `REF*23*${toNumber(at)}`,
    'DTP*356*D8*20260101',
    `NM1*IL*1*SAMPLE*ROBIN${at % 4}`,
    'N3*2210 ELM AVE',
    'N4*FARGO*ND*58102',
    'DMG*D8*19810101*M',
    'HD*030**HLT*GOLD*FAM',
    'DTP*348*D8*20260101',
    'HD*030**DEN*TOOTH*FAM',
    'DTP*348*D8*20260101',
  ])
}

/** A payment of this many claims of those members. */
export function writePayment(path: string, claims: number, members: number): void {
  const head = [
    'BPR*I*75.00*C*ACH************20261125',
    'TRN*1*B1*1450000022',
    'N1*PR*PLAINS HEALTH',
    'N1*PE*PRAIRIE CLINIC*XX*1234567893',
    'LX*1',
  ]
  writeX12(path, '835', head, claims, (at) => [
    `CLP*A${at}*1*150.00*75.00*45.00*12*N${at}*11*1`,
    `NM1*QC*1*SAMPLE*ROBIN${(at % members) % 4}****MI*${toNumber(at % members)}`,
    'DTM*232*20261102',
    ...[
      'SVC*HC:99213*120.00*55.00**1',
      'DTM*472*20261102',
      'CAS*CO*45*20.00',
      'CAS*PR*1*25.00**3*20.00',
      'REF*6R*X1',
      'AMT*B6*100.00',
    ],
    ...['SVC*HC:85025*30.00*20.00**1', 'DTM*472*20261102', 'CAS*CO*45*10.00', 'REF*6R*X2', 'AMT*B6*20.00'],
  ])
}

/** Bills for this many claims of those members, each subscriber's below the single provider. */
export function writeBills(path: string, claims: number, members: number): void {
  const head = [
    'BHT*0019*00*B1*20261115*1023*CH',
    'NM1*41*2*PRAIRIE BILLING*****46*PB01',
    'NM1*40*2*PLAINS HEALTH*****46*PLAINS',
    'HL*1**20*1',
    'NM1*85*2*PRAIRIE CLINIC*****XX*1234567893',
    'REF*EI*450000033',
  ]
  writeX12(path, '837', head, claims, (at) => [
    `HL*${at + 2}*1*22*0`,
    'SBR*P*18*G-1******CI',
    `NM1*IL*1*SAMPLE*ROBIN${(at % members) % 4}****MI*${toNumber(at % members)}`,
    'DMG*D8*19810101*M',
    'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS',
    `CLM*B${at}*150.00***11:B:1*Y*A*Y*Y`,
    'HI*ABK:J069',
    ...['LX*1', 'SV1*HC:99213*120.00*UN*1***1', 'DTP*472*D8*20261102', 'REF*6R*X1'],
    ...['LX*2', 'SV1*HC:85025*30.00*UN*1***1', 'DTP*472*D8*20261102', 'REF*6R*X2'],
  ])
}
