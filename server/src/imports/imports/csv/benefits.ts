import type { LimitKind, YearLimit } from '@portico/rules/coverage/balances'
import { changePlan, type PlanChange } from '../../../member/coverage/importing.ts'
import type { PlanBenefitData, PlanDocumentData } from '../../../platform/db/tables.ts'
import { Refused } from '../refused.ts'
import { acceptId, acceptOne, count, day, lastDay, money, percent, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, type NewRow, optional, type RowOf, requireColumn, type Said } from './kind.ts'

const columns = {
  plan_id: requireColumn(acceptId(100), 'the plan’s id in coverages (`plan_id`, `Coverage.class`)'),
  plan_year: requireColumn(count(1900, 2199), 'the year in which the plan’s year begins'),
  plan_name: optional(words(200), 'name of the plan; required in the first row of a new plan'),
  plan_kind: optional(
    acceptOne({ medical: 'medical', drug: 'drug', dental: 'dental', vision: 'vision' } as const),
    'what it covers; `medical` by default for a new plan',
  ),
  year_from: optional(day, 'first day of the plan’s year; January 1 by default for a new plan'),
  year_to: optional(
    lastDay,
    'last day of the plan’s year; by default for a new plan, of the twelve months from its first day',
  ),
  row: requireColumn(
    acceptOne({
      benefit: 'benefit',
      deductible: 'deductible',
      out_of_pocket: 'out-of-pocket',
      document: 'document',
    } as const),
    'what the row is: a benefit in one network, a yearly amount, or a document of the plan',
  ),
  network: optional(acceptOne({ in: 'in', out: 'out' } as const), 'benefit and amount: the network; `in` if empty'),
  service: optional(words(200), 'benefit: the service; required'),
  section: optional(words(100), 'benefit: its heading, such as `Tests`'),
  covered: optional(yesNo, 'benefit: whether the plan pays any of it'),
  copay: optional(money, 'benefit: the cost of each visit'),
  coinsurance: optional(percent, 'benefit: the member’s percent'),
  deductible_applies: optional(yesNo, 'benefit: whether the deductible comes first'),
  limit: optional(words(200), 'benefit: its limit, such as `30 visits a year`'),
  prior_authorization: optional(yesNo, 'benefit: whether the plan has to approve it first'),
  words: optional(words(1000), 'benefit: anything else that the plan says about it'),
  holder: optional(
    acceptOne({ person: 'person', family: 'family' } as const),
    'amount: whom it applies to; `person` if empty',
  ),
  amount: optional(money, 'amount: required'),
  family_rule: optional(
    acceptOne({ embedded: 'embedded', aggregate: 'aggregate' } as const),
    'amount: whether a person’s own amount applies within the family’s, or only the family’s',
  ),
  title: optional(words(200), 'document: its title; required'),
  language: optional(words(10), 'document: its language, such as `en`'),
  link: optional(words(1000), 'document: its address, `https://…`; required'),
  removed: optional(yesNo, '`yes` removes the values of an earlier row with the same key'),
} satisfies Columns

type Row = RowOf<typeof columns>

/** Plans with their benefits, yearly amounts and documents, one row each. */
export const benefits: CsvKind<typeof columns> = {
  name: 'benefits',
  columns,
  check,
  toKey: (row) => [
    ...[row.plan_id, row.plan_year, row.row, row.row === 'document' ? row.title : (row.network ?? 'in')],
    ...(row.row === 'benefit' ? [row.section, row.service] : []),
    ...(row.row === 'document' ? [row.language] : [row.holder ?? 'person']),
  ],
  store: async (tx, rows, run) => {
    const refused = new Map<NewRow<Row>, Refused>()
    const changes = new Map<string, { readonly brand: string; readonly plan: PlanChange; readonly of: NewRow<Row>[] }>()
    for (const row of rows) {
      const { plan_id: planId, plan_year: planYear } = row.values
      const key = JSON.stringify([row.brand, planId, planYear])
      const known = changes.get(key) ?? { brand: row.brand, plan: emptyChange(planId, planYear), of: [] }
      const why = addTo(known.plan, row.values)
      if (why !== null) refused.set(row, why)
      else known.of.push(row)
      changes.set(key, known)
    }
    for (const { brand, plan, of } of changes.values()) {
      const why = of.length === 0 ? null : await changePlan(tx, plan, { ...run, brand })
      if (why === null) continue
      const { path, reason } = reasons[why]
      for (const row of of) refused.set(row, new Refused(path, reason))
    }
    return rows.map((row) => refused.get(row) ?? null)
  },
}

const reasons = {
  nameless: { path: 'plan_name', reason: 'is needed in the first row of a plan that is new' },
  whole: { path: 'plan_id', reason: 'names a plan that comes as FHIR (InsurancePlan), for this year' },
} as const

function emptyChange(planId: string, planYear: number): PlanChange {
  const nothing = { name: null, kind: null, begins: null, ends: null }
  return { planId, planYear, ...nothing, familyRules: {}, limits: [], benefits: [], documents: [], removed: [] }
}

function check(row: Said<Row>): readonly Refused[] {
  switch (row.row) {
    case null:
      return []
    case 'benefit':
      return [
        ...(row.service === null ? [new Refused('service', 'is needed in a row of a benefit')] : []),
        ...((row.copay ?? 0) < 0 ? [new Refused('copay', 'is below zero')] : []),
      ]
    case 'document':
      return [
        ...(row.title === null ? [new Refused('title', 'is needed in a row of a document')] : []),
        ...(row.link !== null && URL.canParse(row.link) && row.link.startsWith('https://')
          ? []
          : [new Refused('link', 'is no address that begins with https://')]),
      ]
    default:
      return row.amount === null || row.amount < 0
        ? [new Refused('amount', 'is needed in a row of a yearly amount')]
        : []
  }
}

/** Adds a row to the changes of its plan; returns why that is impossible, else null. */
function addTo(plan: PlanChange, row: Row): Refused | null {
  const said = toContent(row)
  if (said instanceof Refused) return said
  plan.name = row.plan_name ?? plan.name
  plan.kind = row.plan_kind ?? plan.kind
  plan.begins = row.year_from ?? plan.begins
  plan.ends = row.year_to ?? plan.ends
  if (row.removed) plan.removed.push(said.value)
  else if (said.of === 'limit') plan.limits.push(said.value)
  else if (said.of === 'benefit') plan.benefits.push(said.value)
  else plan.documents.push(said.value)
  if (said.of === 'limit' && row.family_rule !== null) plan.familyRules[said.value.kind] = row.family_rule
  return null
}

type Content =
  | { readonly of: 'benefit'; readonly value: PlanBenefitData }
  | { readonly of: 'limit'; readonly value: YearLimit }
  | { readonly of: 'document'; readonly value: PlanDocumentData }

function toContent(row: Row): Content | Refused {
  if (row.row === 'benefit') {
    if (row.service === null) return new Refused('service', 'is needed in a row of a benefit')
    if ((row.copay ?? 0) < 0) return new Refused('copay', 'is below zero')
    const { service, section, covered, coinsurance, limit } = row
    const value = {
      service,
      section,
      covered,
      coinsurance,
      limit,
      network: row.network ?? 'in',
      words: row.words,
      copayCents: row.copay,
      deductibleApplies: row.deductible_applies,
      priorAuthorization: row.prior_authorization,
    } as const
    return { of: 'benefit', value }
  }
  if (row.row === 'document') {
    if (row.title === null) return new Refused('title', 'is needed in a row of a document')
    const isLink = row.link !== null && URL.canParse(row.link) && row.link.startsWith('https://')
    if (!isLink || row.link === null) return new Refused('link', 'is no address that begins with https://')
    return { of: 'document', value: { title: row.title, language: row.language, link: row.link } }
  }
  return toLimit(row, row.row)
}

function toLimit(row: Row, kind: LimitKind): Content | Refused {
  if (row.amount === null || row.amount < 0) return new Refused('amount', 'is needed in a row of a yearly amount')
  const { network, holder, amount: limitCents } = row
  return { of: 'limit', value: { kind, network: network ?? 'in', holder: holder ?? 'person', limitCents } }
}
