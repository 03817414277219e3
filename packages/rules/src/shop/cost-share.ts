/** What a member pays for one service in one network. `covered` with everything else null: the plan's file does not say. */
export interface CostShare {
  readonly covered: boolean
  readonly copayCents: number | null
  /** What a copay applies to: each visit or fill, each day of a stay, or the whole stay. */
  readonly per: 'visit' | 'day' | 'stay'
  /** The member's percent. */
  readonly coinsurance: number | null
  readonly afterDeductible: boolean
  /** The only one of the two parts that comes after the deductible; missing: both do, or neither. */
  readonly onlyAfter?: 'copay' | 'coinsurance' | undefined
}

/** Services that our texts have a name for; others are shown in the words of the plan's file. */
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
  /** Above zero; null: this part asks for nothing. */
  readonly amount: number | null
  /** Whether the file has this part; `Not Applicable` means that it does not. */
  readonly isSaid: boolean
  readonly covered: boolean
  readonly per: CostShare['per']
  readonly afterDeductible: boolean
}

/**
 * Parses a copay and a coinsurance as written in the exchange files: `$30.00 Copay after deductible`, `20.00%`, `No Charge`, `Not
 * Applicable`, `Not Covered`, `$500.00 Copay per Day before deductible`, `50.00% Coinsurance per Stay`. Free only if neither asks for anything. Null where neither says
 * anything; 'unreadable' for anything else.
 */
export function readCostShare(copay: string, coinsurance: string): CostShare | null | 'unreadable' {
  const [fixed, share] = [readPart(copay, 'dollars'), readPart(coinsurance, 'percent')]
  if (fixed === null || share === null) return 'unreadable'
  const said = [fixed, share].filter(({ isSaid }) => isSaid)
  if (said.length === 0) return null
  const covered = said.every((part) => part.covered)
  const asking = said.filter(({ amount }) => amount !== null)
  const isFree = asking.length === 0
  const isSplit = asking.length === 2 && fixed.afterDeductible !== share.afterDeductible
  return {
    covered,
    copayCents: covered ? (isFree ? 0 : fixed.amount) : null,
    per: fixed.per,
    coinsurance: covered ? share.amount : null,
    // A part that asks for nothing says nothing about the deductible of the other part.
    afterDeductible: (isFree ? said : asking).some((part) => part.afterDeductible),
    ...(covered && isSplit && { onlyAfter: fixed.afterDeductible ? ('copay' as const) : ('coinsurance' as const) }),
  }
}

const patterns = {
  dollars: /^\$? ?(?<amount>\d{1,6}(?:,\d{3})?(?:\.\d{1,2})?)(?: co-?pay(?:ment)?)?$/,
  percent: /^(?<amount>\d{1,3}(?:\.\d{1,4})?) ?%(?: co-?insurance)?$/,
} as const

/** What may follow either part, in either order: what the amount is for, and when it applies. */
const modifiers = {
  per: /,? per (?<said>day|stay|admission|visit|service|procedure|prescription|script|fill|item|occurrence)\b/,
  when: /,? (?<said>after|before|with) (?:the )?deductible\b/,
} as const

function readPart(text: string, unit: keyof typeof patterns): Part | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const part = { amount: null, isSaid: true, covered: true, per: 'visit', afterDeductible: false } as const
  if (said === '' || said === 'not applicable') return { ...part, isSaid: false }
  if (said === 'not covered') return { ...part, covered: false }
  const [per, when] = [modifiers.per.exec(said)?.groups?.said, modifiers.when.exec(said)?.groups?.said]
  const bare = said.replace(modifiers.per, '').replace(modifiers.when, '').trim()
  const asked = {
    ...part,
    per: per === 'day' ? 'day' : per === 'stay' || per === 'admission' ? 'stay' : 'visit',
    afterDeductible: isAfter(when),
  } as const
  if (bare === 'no charge') return asked
  const read = patterns[unit].exec(bare)?.groups
  if (read === undefined) return null
  const amount = Number((read.amount ?? '').replace(',', ''))
  if (unit === 'percent' && amount > 100) return null
  const value = unit === 'dollars' ? Math.round(amount * 100) : amount
  return { ...asked, amount: value > 0 ? value : null }
}

function isAfter(when: string | undefined): boolean {
  return when === 'after' || when === 'with'
}
