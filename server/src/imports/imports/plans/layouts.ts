import { type Metal, metals, type NetworkType, networkTypes, type PlanLine, planLines } from '@portico/rules/shop/lines'
import { isZipCode } from '@portico/rules/validation/zip-code'
import { acceptOne, type CellType, count, day, isUnsaidCell, money, words, yesNo } from '../csv/cell-types.ts'
import { type Columns, optional, requireColumn } from '../csv/kind.ts'
import { Refused } from '../refused.ts'

/** An amount of the exchange files: `$1,500`, `$3000 per group`; `Not Applicable` and `per group not applicable` mean none. */
const limit: CellType<number | 'none'> = {
  words: 'US dollars: `$1,500`, `$3000 per group`; `Not Applicable`',
  read: (text) => {
    const plain = text.replace(/^per (?:person|group)\s+|\s+per (?:person|group)$/gi, '')
    const amount = /^not applicable$/i.test(plain) ? 'none' : money.read(plain)
    if (amount !== 'none' && amount < 0) throw new Refused('', 'is below zero')
    return amount
  },
}

/** A cell that may say "not applicable", which counts as empty. */
function orNotApplicable<T>(type: CellType<T>): CellType<T> {
  return { ...type, isUnsaid: (text) => /^(?:not applicable|n\/a)$/i.test(text) }
}

/**
 * A fraction of one, or a percentage (with its sign, or above one): `0.985`, `98.5%`, `98.5`. `0.98%` and `1.02` are fractions with a sign
 * too many or missing; taken literally, they would leave a plan with nearly no tax credit.
 */
const share: CellType<number> = {
  words: 'a share: `0.985`, `98.5%`',
  read: (text) => {
    const [, said, sign] = /^(\d{1,3}|\d{0,3}\.\d{1,30}) ?(%?)$/.exec(text) ?? []
    const isPercent = sign === '%' || Number(said) > 1
    const value = isPercent ? Number(said) / 100 : Number(said)
    if (said === undefined || value > 1) throw new Refused('', 'is no share from 0 to 1, or percent')
    if (isPercent && value > 0 && (value < 0.01 || (sign !== '%' && value < 0.02)))
      throw new Refused('', 'may be a part of one as well as percent: write 0.98 or 98%')
    // Programs write as many digits as they have.
    return Math.round(value * 1e8) / 1e8
  },
}

/** Family rates have a family type in place of an age. */
export function isFamilyRate({ age: said }: Peeked): boolean {
  return /^family option$/i.test(said)
}

/** The age of a rate: a single age, `0-14`, or `64 and over`. */
const age: CellType<readonly [number, number]> = {
  words: 'an age, `0-14`, `64 and over`',
  read: (text) => {
    const [, from, to, over] = /^(\d{1,3})(?:-(\d{1,3})|( and over))?$/i.exec(text) ?? []
    const [first, last] = [Number(from), over === undefined ? Number(to ?? from) : 120]
    if (from === undefined || last < first || last > 120)
      throw new Refused('', 'is no age such as 35, 0-14 or 64 and over')
    return [first, last]
  },
}

const fips: CellType<string> = {
  words: 'the five digits of a county (FIPS)',
  read: (text) => {
    if (!/^\d{4,5}$/.test(text)) throw new Refused('', 'is no county code of five digits')
    return text.padStart(5, '0')
  },
}

const stateCode: CellType<string> = {
  words: 'two letters of a state',
  read: (text) => {
    if (!/^[A-Za-z]{2}$/.test(text)) throw new Refused('', 'is no state of two letters')
    return text.toUpperCase()
  },
}

/** An unusable or unsafe link is left out; the rest of the row stays. */
const address: CellType<string | 'none'> = {
  words: 'an address that begins with `https://`; any other is left out',
  read: (text) => (text.length <= 1000 && /^https:\/\//i.test(text) && URL.canParse(text) ? text : 'none'),
}

const halfStars: CellType<number> = {
  words: '1 to 5 in halves',
  read: (text) => {
    if (!/^[1-5](?:\.[05])?$/.test(text) || Number(text) > 5) throw new Refused('', 'is no number of stars from 1 to 5')
    return Number(text) * 2
  },
}

const lines = Object.fromEntries(planLines.map((line) => [line, line])) as Record<string, PlanLine>
/** `High` and `Low` are levels of dental plans, which the shop does not sort by. */
const metalLevels: Record<string, Metal | 'none'> = {
  ...Object.fromEntries(metals.map((metal) => [metal.replace('-', ' '), metal])),
  'expanded bronze': 'expanded-bronze',
  high: 'none',
  low: 'none',
  'not applicable': 'none',
}
const planTypes = Object.fromEntries(networkTypes.map((type) => [type.toLowerCase(), type])) as Record<
  string,
  NetworkType
>

/** CMS names the individual market and the small-group market; the shop sells only individual plans. */
const markets = {
  individual: 'individual',
  'shop (small group)': 'small-group',
  shop: 'small-group',
  'small group': 'small-group',
} as const
const marketCoverage = acceptOne(markets)

/** Whether a row's market, in lower case, is the small-group market. */
export function isSmallGroup(said: string): boolean {
  return Object.hasOwn(markets, said) && markets[said as keyof typeof markets] === 'small-group'
}

const zipCodes: CellType<readonly string[]> = {
  words: 'ZIP codes of five digits, separated by commas',
  read: (text) => {
    const codes = text.split(/[,;\s]+/).filter((code) => code !== '')
    const wrong = codes.find((code) => !isZipCode(code))
    if (wrong !== undefined) throw new Refused('', `${wrong.slice(0, 20)} is no ZIP code of five digits`)
    return codes
  },
}

const year = { businessyear: requireColumn(count(2014, 2199), 'the plan year') } satisfies Columns
const plan = { ...year, planid: requireColumn(words(50), 'the plan; what follows the last `-` is its variant') }
const state = { ...year, statecode: requireColumn(stateCode, 'the state') } satisfies Columns
const sharing = words(100)
const areaOf = {
  serviceareaid: requireColumn(words(50), 'the service area'),
  issuerid: optional(words(20), 'whose service area it is'),
  marketcoverage: optional(marketCoverage, '`Individual`; rows of `SHOP (Small Group)` are passed over'),
  dentalonlyplan: optional(yesNo, '`Yes`: of dental plans'),
} satisfies Columns

/** The layouts of the CMS exchange public use files, with the columns that are read; other columns are ignored. */
const layouts = {
  plans: {
    told: 'planmarketingname',
    columns: {
      ...plan,
      planmarketingname: requireColumn(words(200), 'name of the plan'),
      ...areaOf,
      plantype: optional(acceptOne(planTypes), 'how its network works'),
      metallevel: optional(acceptOne(metalLevels), 'metal level'),
      productline: optional(
        acceptOne(lines),
        'our own addition: what kind of plan it is, where that is neither medical nor dental',
      ),
      starrating: optional(halfStars, 'our own addition: stars of a plan for people with Medicare'),
      ishsaeligible: optional(orNotApplicable(yesNo), 'whether it goes with a health savings account'),
      multipleinnetworktiers: optional(
        orNotApplicable(yesNo),
        '`Yes`: what is read is of the first level of the network',
      ),
      tehbdedinntier1individual: optional(limit, 'deductible of a person'),
      mehbdedinntier1individual: optional(limit, 'the same, where drugs have one of their own'),
      dehbdedinntier1individual: optional(limit, 'the same, of drugs'),
      tehbdedinntier1familypergroup: optional(limit, 'deductible of a family'),
      mehbdedinntier1familypergroup: optional(limit, 'the same, where drugs have one of their own'),
      dehbdedinntier1familypergroup: optional(limit, 'the same, of drugs'),
      tehbdedinntier1familyperperson: optional(limit, 'deductible of each person of a family; none: they share one'),
      mehbdedinntier1familyperperson: optional(limit, 'the same, where drugs have one of their own'),
      dehbdedinntier1familyperperson: optional(limit, 'the same, of drugs'),
      tehbinntier1individualmoop: optional(limit, 'the most that a person pays'),
      mehbinntier1individualmoop: optional(limit, 'the same, without drugs'),
      dehbinntier1individualmoop: optional(
        limit,
        'the most that a person pays for drugs, where they have one of their own',
      ),
      tehbinntier1familypergroupmoop: optional(limit, 'the most that a family pays'),
      mehbinntier1familypergroupmoop: optional(limit, 'the same, without drugs'),
      dehbinntier1familypergroupmoop: optional(limit, 'the same, for drugs'),
      tehbinntier1familyperpersonmoop: optional(
        limit,
        'the most that each person of a family pays; none: they share one',
      ),
      mehbinntier1familyperpersonmoop: optional(limit, 'the same, without drugs'),
      dehbinntier1familyperpersonmoop: optional(limit, 'the same, for drugs'),
      qhpnonqhptypeid: optional(
        orNotApplicable(acceptOne({ 'on the exchange': 'on', 'off the exchange': 'off', both: 'on' } as const)),
        'whether the exchange sells it: the tax credit goes with no other',
      ),
      ehbpercenttotalpremium: optional(
        orNotApplicable(share),
        'the part of the premium that is for essential benefits: the tax credit pays for no other',
      ),
      childonlyoffering: optional(
        words(60),
        '`Allows Child-Only`: passed over; `Allows Adult-Only`: not for children alone',
      ),
      urlforsummaryofbenefitscoverage: optional(address, 'summary of benefits and coverage'),
      planbrochure: optional(address, 'brochure'),
      formularyurl: optional(address, 'covered drugs'),
    },
  },
  benefits: {
    told: 'benefitname',
    columns: {
      ...plan,
      benefitname: requireColumn(words(200), 'the service'),
      copayinntier1: optional(sharing, 'copay in the network'),
      coinsinntier1: optional(sharing, 'coinsurance in the network'),
      copayoutofnet: optional(sharing, 'copay outside of it'),
      coinsoutofnet: optional(sharing, 'coinsurance outside of it'),
      iscovered: optional(
        acceptOne({ covered: 'yes', yes: 'yes', 'not covered': 'no', no: 'no' } as const),
        'whether the plan pays any of it',
      ),
      limitqty: optional(orNotApplicable(words(20)), 'how much of it'),
      limitunit: optional(orNotApplicable(words(60)), 'of what'),
      explanation: optional(words(20_000), 'what else the plan says of it'),
    },
  },
  rates: {
    told: 'individualrate',
    columns: {
      ...plan,
      ratingareaid: requireColumn(words(50), 'where the rate counts'),
      age: requireColumn(age, 'whose rate it is'),
      individualrate: requireColumn(money, 'a month of one person'),
      individualtobaccorate: optional(money, 'the same for anyone who uses tobacco'),
      rateeffectivedate: optional(day, 'first day on which the rate counts'),
      rateexpirationdate: optional(day, 'last day'),
    },
  },
  service: {
    told: 'serviceareaname',
    columns: {
      ...state,
      ...areaOf,
      coverentirestate: optional(yesNo, '`Yes`: all counties of the state'),
      county: optional(fips, 'one of its counties'),
      partialcounty: optional(yesNo, '`Yes`: only a part of the county'),
      zipcodes: optional(zipCodes, 'that part'),
    },
  },
  rating: {
    told: 'ratingareaid',
    columns: {
      ...state,
      ratingareaid: requireColumn(words(50), 'the rating area'),
      county: optional(fips, 'one of its counties; empty: all of the state'),
    },
  },
} as const

export type LayoutName = keyof typeof layouts

/** CMS files published beside these that have nothing the portal shows, by a column that only they have. */
const unreadLayouts: Readonly<Record<string, string>> = {
  networkurl: 'network',
  enrolleecontractratedeterminationrule: 'business rule',
  agedeterminationrule: 'business rule',
  crosswalklevel: 'crosswalk',
}

/** What the rows of an ignored file are; null: the file is read, or unknown. */
export function findUnread(cells: readonly string[]): string | null {
  const names = cells.map(normalizeName)
  return names.map((name) => unreadLayouts[name]).find((one) => one !== undefined) ?? null
}

/** CMS writes column names in capitals and without blanks. */
function normalizeName(cell: string): string {
  return cell.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Which amount of a family cell is meant: `$6550 per person | $13100 per group`. */
type FamilyPart = 'person' | 'group'
interface OtherName {
  readonly name: string
  readonly part?: FamilyPart
}

/** The names of the columns in the files of the states' own exchanges, and in those of the first years. */
const otherNames: Readonly<Record<string, readonly OtherName[]>> = {
  ehbpercenttotalpremium: [{ name: 'ehbpercentpremium' }, { name: 'ehbpercentpremiums4' }],
  multipleinnetworktiers: [{ name: 'multiplenetworktiers' }],
  dentalonlyplan: [{ name: 'dentalplanonly' }, { name: 'dentalonly' }],
  zipcodes: [{ name: 'zipcode' }],
  rateexpirationdate: [{ name: 'rateexpiration' }],
  ...Object.fromEntries(
    ['tehb', 'mehb', 'dehb'].flatMap((of) =>
      (['person', 'group'] as const).flatMap((part) => [
        [`${of}dedinntier1familyper${part}`, [{ name: `${of}dedinntier1family`, part }]],
        [`${of}inntier1familyper${part}moop`, [{ name: `${of}inntier1familymoop`, part }]],
      ]),
    ),
  ),
}

/** A single amount is the family's. */
function readFamilyPart(text: string, part: FamilyPart): string {
  const parts = text.split('|').map((one) => one.trim())
  const said = parts.find((one) => new RegExp(`\\bper ${part}\\b`, 'i').test(one))
  const isAlone = parts.length === 1 && !/\bper person\b/i.test(text)
  return said ?? (part === 'group' && isAlone ? text : '')
}

/** Plans first. */
export const layoutNames = Object.keys(layouts) as LayoutName[]

/** The cells that say what a row is about, as written. */
export interface Peeked {
  readonly year: string
  readonly planId: string
  readonly market: string
  /** Whom a plan is offered to. */
  readonly offering: string
  readonly age: string
}

export interface LayoutHeader {
  readonly name: LayoutName
  /** Reads what a row is about, even if the rest of the row is unreadable. */
  peek(cells: readonly string[]): Peeked
  /** The values of a row by the portal's column names. Throws Refused with the column as the file names it. */
  read(cells: readonly string[]): Record<string, unknown>
}

/** Detects the layout of a file by its first row. */
export function detectLayout(cells: readonly string[]): LayoutHeader {
  const names = cells.map(normalizeName)
  // The first match counts: only the last layout's identifying column also occurs in other layouts.
  const name = layoutNames.find((one) => names.includes(layouts[one].told))
  if (name === undefined)
    throw new Refused(
      '',
      `is none of the layouts ${layoutNames.join(', ')}: no column is ${layoutNames.map((one) => layouts[one].told).join(', ')}`,
    )
  const columns: Columns = layouts[name].columns
  const places = new Map(names.map((column, place) => [column, place]))
  const parts = new Map<string, FamilyPart>()
  for (const column of Object.keys(columns)) {
    const other = (otherNames[column] ?? []).find(({ name: one }) => places.has(one))
    if (other === undefined || places.has(column)) continue
    places.set(column, places.get(other.name) ?? -1)
    if (other.part !== undefined) parts.set(column, other.part)
  }
  const missing = Object.keys(columns).filter((column) => columns[column]?.required && !places.has(column))
  if (missing.length > 0) throw new Refused(missing[0] ?? '', `missing columns: ${missing.join(', ')}`)
  const readCell = (row: readonly string[], column: string) => row[places.get(column) ?? -1] ?? ''
  return {
    name,
    peek: (row) => ({
      year: readCell(row, 'businessyear'),
      planId: 'planid' in columns ? readCell(row, 'planid') : '',
      market: readCell(row, 'marketcoverage').toLowerCase(),
      offering: readCell(row, 'childonlyoffering').toLowerCase(),
      age: name === 'rates' ? readCell(row, 'age') : '',
    }),
    read: (row) => {
      if (row.length !== cells.length)
        throw new Refused('', `the row has ${row.length} cells, and the first row names ${cells.length} columns`)
      return Object.fromEntries(
        Object.entries(columns).map(([column, { type, required: isRequired }]) => {
          const place = places.get(column) ?? -1
          const part = parts.get(column)
          const text = part === undefined ? (row[place] ?? '') : readFamilyPart(row[place] ?? '', part)
          const written = cells[place] ?? column
          if (isUnsaidCell(type, text)) {
            if (isRequired) throw new Refused(written, 'is empty')
            return [column, null]
          }
          try {
            return [column, type.read(text)]
          } catch (error) {
            throw error instanceof Refused ? new Refused(written, error.message) : error
          }
        }),
      )
    },
  }
}
