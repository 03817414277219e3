import type { PayloadOf } from '@portico/contract/call'
import type { Bill, premiumBills } from '@portico/contract/calls/premium'
import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import type { PremiumWay } from '@portico/rules/premium/kinds'
import type { PaidBy } from '@portico/rules/premium/payment'
import { easternDay } from '../../platform/day.ts'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import { type PremiumSay, premiumTexts } from './texts.ts'

type Account = PayloadOf<typeof premiumBills>['accounts'][number]

/** The input for a bill or a receipt; it goes to a worker thread. */
export interface PremiumJob {
  readonly what:
    | { readonly kind: 'bill'; readonly bill: Bill }
    | {
        readonly kind: 'receipt'
        readonly move: Omit<Account['history'][number], 'way'> & { readonly way: PremiumWay | 'online' | null }
        readonly reference: string
        readonly refundedCents?: number
        readonly takenBackCents?: number
        /** What the payment was made with; null: not known. */
        readonly paidBy: PaidBy | null
      }
  readonly account: Pick<
    Account,
    'ending' | 'planName' | 'asOf' | 'isFirst' | 'graceDays' | 'endRule' | 'taxCredit' | 'grace'
  >
  readonly payer: { readonly name: string; readonly memberNumber: string }
  readonly language: Language
  readonly sender: Sender
  readonly reach: { readonly phone: string; readonly tty: string; readonly hours: string }
  readonly now: Date
}

/** A bill, or the receipt of a payment (MP-18). */
export function composePremium(job: PremiumJob): { readonly blocks: Block[]; readonly options: PdfOptions } {
  const { what, language, sender, now, reach } = job
  const say = premiumTexts(language)
  const words = createWords(language)
  const number = what.kind === 'bill' ? what.bill.billNumber : what.reference
  const title = say(`${what.kind}.title`)
  return {
    blocks: [
      { kind: 'title', text: title },
      ...(what.kind === 'bill' ? billBlocks(job, what.bill, say, words) : receiptBlocks(job, what, say, words)),
      { kind: 'heading', text: say('help') },
      { kind: 'text', text: say('help.text', reach) },
    ],
    options: {
      title,
      language,
      createdAt: now,
      sender,
      footer: (page) => say('page', { brand: sender.name, number, page }),
    },
  }
}

type Words = ReturnType<typeof createWords>

function createWords(language: Language) {
  const locale = findLocale(language)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  return {
    money: (cents: number) => dollars.format(cents / 100),
    day: (text: string) => days.format(new Date(`${text}T00:00:00Z`)),
  }
}

function field(label: string, value: string | null): Block[] {
  return value === null ? [] : [{ kind: 'field', label, value }]
}

function aboutPayer({ payer, account }: PremiumJob, say: PremiumSay): Block[] {
  return [
    ...field(say('for'), payer.name),
    ...field(say('memberNumber'), payer.memberNumber),
    ...field(say('plan'), account.planName),
    ...field(say('account'), say('ending', { ending: account.ending })),
  ]
}

function billBlocks(job: PremiumJob, bill: Bill, say: PremiumSay, { money, day }: Words): Block[] {
  const { account, now } = job
  const open = bill.openCents === null ? say('notKnown') : money(bill.openCents)
  const period =
    bill.periodFrom === null || bill.periodTo === null
      ? null
      : say('fromTo', { from: day(bill.periodFrom), to: day(bill.periodTo) })
  return [
    ...aboutPayer(job, say),
    ...field(say('billNumber'), bill.billNumber),
    ...field(say('issued'), bill.issuedOn && day(bill.issuedOn)),
    ...field(say('period'), period),
    ...field(say('due'), bill.dueOn === null ? say('notKnown') : day(bill.dueOn)),
    ...field(say('amount'), money(bill.amountCents)),
    ...field(say('open'), open),
    ...field(say('state'), say(`state.${bill.state}`)),
    { kind: 'text', text: say('asOf', { day: day(account.asOf ?? easternDay(now)) }) },
    { kind: 'heading', text: say('lines') },
    ...lineBlocks(bill, say, money),
    ...graceBlocks(bill.state === 'paid' ? { ...account, grace: { stage: 'none' } } : account, say, day),
  ]
}

/** What happens if the bill is paid late, in the words of the page; during a grace period, the last day to pay. */
function graceBlocks(
  { isFirst, grace, graceDays, endRule, taxCredit }: PremiumJob['account'],
  say: PremiumSay,
  day: Words['day'],
): Block[] {
  const text = (said: string): Block => ({ kind: 'text', text: said })
  if (isFirst === true) return [{ kind: 'strong', text: say('rule-first-payment') }]
  const credit = taxCredit === true && grace.stage !== 'over' ? [text(say('tax-credit'))] : []
  if (grace.stage === 'none') {
    if (graceDays === null) return []
    const rule = endRule === null ? [] : [text(say(`rule-${endRule}`))]
    return [{ kind: 'heading', text: say('rule-title') }, text(say('rule', { days: graceDays })), ...rule, ...credit]
  }
  if (grace.stage === 'unknown') {
    return [{ kind: 'heading', text: say('grace-unknown-title') }, text(say('grace-unknown'))]
  }
  const { stage, lastDay, ends } = grace
  const isOver = stage === 'over'
  const when = { day: day(lastDay), days: isOver ? 0 : grace.daysLeft }
  const end = ends === null ? say(isOver ? 'grace-over-unknown' : 'grace-ends-unknown') : null
  const endsOn = ends !== null && ends < lastDay ? 'grace-ends-before' : 'grace-ends'
  return [
    { kind: 'strong', text: say(isOver ? 'grace-over-title' : 'grace-title', when) },
    text(end ?? say(isOver ? 'grace-over' : endsOn, { day: day(ends ?? lastDay) })),
    ...credit,
  ]
}

function lineBlocks(bill: Bill, say: PremiumSay, money: Words['money']): Block[] {
  if (bill.lines.length === 0) return [{ kind: 'text', text: say('lines.none') }]
  const formatName = ({ kind, person, note }: Bill['lines'][number]) => {
    const named = person === null ? say(`kind.${kind}`) : say('kindOf', { kind: say(`kind.${kind}`), name: person })
    return note === null ? named : `${named}: ${note}`
  }
  return [
    {
      kind: 'table',
      columns: [
        { text: say('line'), width: 0.72 },
        { text: say('amount'), width: 0.28, numeric: true },
      ],
      rows: [
        ...bill.lines.map((line) => ({ cells: [formatName(line), money(line.amountCents)] })),
        { cells: [say('total'), money(bill.amountCents)], strong: true },
      ],
    },
    ...(bill.addsUp ? [] : [{ kind: 'strong', text: say('lines.differ') } as const]),
  ]
}

function receiptBlocks(
  job: PremiumJob,
  { move, reference, paidBy, refundedCents = 0, takenBackCents = 0 }: Extract<PremiumJob['what'], { kind: 'receipt' }>,
  say: PremiumSay,
  { money, day }: Words,
): Block[] {
  return [
    { kind: 'strong', text: `${say(`move.${move.kind}`)}: ${money(Math.abs(move.amountCents))}` },
    ...aboutPayer(job, say),
    ...field(say('receipt.date'), day(move.date)),
    ...field(say('way'), formatWay(move.way, paidBy, say)),
    ...field(say('receipt.refunded'), refundedCents === 0 ? null : money(refundedCents)),
    ...field(say('receipt.takenBack'), takenBackCents === 0 ? null : money(takenBackCents)),
    ...field(say('receipt.number'), reference),
    ...composePaidFor(move, say, { money, day }),
  ]
}

/** `Visa ending in 4242`, or the way of payment if no more is known. */
function formatWay(way: PremiumWay | 'online' | null, paidBy: PaidBy | null, say: PremiumSay): string | null {
  if (paidBy === null) return way && say(`way.${way}`)
  const name = paidBy.label ?? say(`way.${paidBy.kind}`)
  return paidBy.lastFour === null ? name : say('method', { name, ending: paidBy.lastFour })
}

function composePaidFor(
  { paidFor }: Pick<Account['history'][number], 'paidFor'>,
  say: PremiumSay,
  { money, day }: Words,
): Block[] {
  if (paidFor.length === 0) return []
  return [
    { kind: 'heading', text: say('paidFor') },
    {
      kind: 'table',
      columns: [
        { text: say('bill.title'), width: 0.28 },
        { text: say('period'), width: 0.48 },
        { text: say('amount'), width: 0.24, numeric: true },
      ],
      rows: paidFor.map(({ billNumber, periodFrom, periodTo, cents }) => ({
        cells: [
          billNumber,
          periodFrom === null || periodTo === null
            ? say('notKnown')
            : say('fromTo', { from: day(periodFrom), to: day(periodTo) }),
          money(cents),
        ],
      })),
    },
  ]
}
