/** What a member pays for one service in one network. `covered` with everything else null: the plan's file does not say. */
export interface CostShare {
  readonly covered: boolean
  readonly copayCents: number | null
  /** What a copay applies to: each visit or fill, each day of a stay, or the whole stay. */
  readonly per: 'visit' | 'day' | 'stay'
  /** The member's percent. */
  readonly coinsurance: number | null
  readonly afterDeductible: boolean
}

/** Services that have a name in the texts; others are shown in the words of the plan's file. */
export const services = [
  'primary',
  'specialist',
  'preventive',
  'urgent',
  'emergency',
  'hospital',
  'surgery',
  'lab',
  'xray',
  'imaging',
  'therapy',
  'mental',
  'generic',
  'preferred-brand',
  'other-brand',
  'specialty',
  'dental-checkup',
  'dental-basic',
  'dental-major',
  'eye-exam',
  'glasses',
] as const
export type Service = (typeof services)[number]

interface Part {
  readonly none: boolean
  readonly covered: boolean
  readonly amount: number | null
  readonly per: CostShare['per']
  readonly afterDeductible: boolean
}

/**
 * Parses a copay and a coinsurance as written in the exchange files: `$30.00 Copay after deductible`, `20.00%`, `No Charge`, `Not
 * Applicable`, `Not Covered`, `$500.00 Copay per Day`. Null where both are empty; 'unreadable' for anything else.
 */
export function readCostShare(copay: string, coinsurance: string): CostShare | null | 'unreadable' {
  if (copay.trim() === '' && coinsurance.trim() === '') return null
  const [fixed, share] = [readPart(copay, 'dollars'), readPart(coinsurance, 'percent')]
  if (fixed === null || share === null) return 'unreadable'
  const covered = fixed.covered && share.covered
  const afterDeductible = fixed.afterDeductible || share.afterDeductible
  const isFree = covered && fixed.amount === null && share.amount === null
  return {
    covered,
    copayCents: covered ? (fixed.amount ?? (isFree ? 0 : null)) : null,
    per: fixed.per,
    coinsurance: covered ? share.amount : null,
    afterDeductible,
  }
}

function readPart(text: string, unit: 'dollars' | 'percent'): Part | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const part = { none: true, covered: true, amount: null, per: 'visit', afterDeductible: false } as const
  if (said === '' || said === 'not applicable') return part
  if (said === 'not covered') return { ...part, covered: false }
  const free = /^no charge(?<after> after deductible)?$/.exec(said)
  if (free !== null) return { ...part, afterDeductible: free.groups?.after !== undefined }
  const pattern =
    unit === 'dollars'
      ? /^\$?(?<amount>\d{1,6}(?:,\d{3})?(?:\.\d{1,2})?)(?: copay)?(?: per (?<per>day|stay|visit))?(?<after> (?:after|with) deductible)?$/
      : /^(?<amount>\d{1,3}(?:\.\d{1,2})?)%(?: coinsurance)?(?<after> after deductible)?$/
  const read = pattern.exec(said)?.groups
  if (read === undefined) return null
  const amount = Number((read.amount ?? '').replace(',', ''))
  if (unit === 'percent' && amount > 100) return null
  const per = read.per === 'day' || read.per === 'stay' ? read.per : 'visit'
  // A share of zero next to a copay means nothing by itself.
  const value = unit === 'dollars' ? Math.round(amount * 100) : amount
  return { none: false, covered: true, amount: value, per, afterDeductible: read.after !== undefined }
}
