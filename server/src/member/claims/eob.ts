import type { PayloadOf } from '@portico/contract/call'
import type { openClaim } from '@portico/contract/calls/claims'
import type { Language } from '@portico/contract/page'
import {
  type AppealProgram,
  appealAnswerDays,
  appealDays,
  HEARING_DAYS,
  REVIEW_MONTHS,
} from '@portico/rules/claims/appeal'
import { isPaymentToCome } from '@portico/rules/claims/timeline'
import { findLocale } from '@portico/rules/languages/list'
import type { LanguageNotice } from '../../brands/content/language-notices.ts'
import { easternDay } from '../../platform/day.ts'
import { type Block, listTexts } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import { isPrintable, unknownLetter } from '../../platform/pdf/letters.ts'
import { type ClaimSay, claimTexts } from './texts.ts'

type Claim = PayloadOf<typeof openClaim>
type Line = Claim['lines'][number]
type Figures = Claim['figures']

/** Everything that an explanation of benefits is made from; a worker thread receives it unchanged. */
export interface EobJob {
  readonly claim: Claim
  /** Whose rules an appeal follows. */
  readonly program: AppealProgram
  readonly memberNumber: string
  /** Null: there are several, and we do not know which one applies. */
  readonly group: { readonly planName: string; readonly groupName: string; readonly groupNumber: string } | null
  readonly language: Language
  readonly sender: Sender
  readonly reach: { readonly phone: string; readonly tty: string; readonly hours: string }
  /** Where letters to the plan go; null: not known. */
  readonly postalAddress: readonly string[] | null
  readonly notices: readonly LanguageNotice[]
  readonly now: Date
}

/** Cuts cell texts at this many characters: a table row must fit on a page. */
const maxCell = 400

const afterNotices = 3

/**
 * The content and layout of an explanation of benefits (MP-5): the figures of the claim's page, in the order in which people ask for them.
 */
export function composeEob(job: EobJob): { readonly blocks: Block[]; readonly options: PdfOptions } {
  const { claim, language, sender, now } = job
  const say = claimTexts(language)
  const words = createWords(language, say)
  const blocks = [
    ...composeHead(job, say, words),
    ...claimBlocks(job, say, words),
    ...(claim.state === 'correction' ? [] : splitBlocks(claim, say, words)),
    ...lineBlocks(claim, say, words),
    ...reasonBlocks(claim, say, words),
    ...limitBlocks(claim, say, words),
    ...appealBlocks(job, say, words),
    ...helpBlocks(job, say),
  ]
  if (!blocks.every((block) => listTexts(block).every(isPrintable)))
    blocks.splice(afterNotices, 0, { kind: 'text', text: say('eob.lacking', { letter: unknownLetter }) })
  const footer = (page: number) => say('eob.page', { brand: sender.name, number: claim.claimNumber, page })
  return { blocks, options: { title: say('eob.title'), language, createdAt: now, sender, footer } }
}

type Words = ReturnType<typeof createWords>

function createWords(language: Language, say: ClaimSay) {
  const locale = findLocale(language)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const money = (cents: number) => dollars.format(cents / 100)
  return {
    money,
    amount: (cents: number | null) => (cents === null ? say('eob.notSaid') : money(cents)),
    day: (text: string) => days.format(new Date(`${text}T00:00:00Z`)),
  }
}

function composeHead({ claim }: EobJob, say: ClaimSay, { money }: Words): Block[] {
  const { youOweCents, shareCents, step } = claim.owed
  const share = shareCents === null ? say('eob.owedUnknown') : say('eob.owed', { amount: money(shareCents) })
  const left = youOweCents === null ? [] : [say('eob.left', { amount: money(youOweCents) })]
  const bill = step === 'counter' ? 'eob.notBillCounter' : youOweCents === 0 ? 'eob.notBillNothing' : 'eob.notBillText'
  return [
    { kind: 'title', text: say('eob.title') },
    { kind: 'notice', text: say('eob.notBill'), more: say(bill) },
    ...[share, ...left].map((text) => ({ kind: 'strong', text }) as const),
    ...(claim.state === 'correction' ? [{ kind: 'strong', text: say('eob.correction') } as const] : []),
    ...(claim.state === 'replaced' ? [{ kind: 'strong', text: say('eob.replaced') } as const] : []),
  ]
}

function claimBlocks({ claim, memberNumber, group }: EobJob, say: ClaimSay, { day }: Words): Block[] {
  const { patient, serviceFrom, serviceTo } = claim
  const dates =
    serviceFrom === serviceTo ? day(serviceFrom) : say('eob.fromTo', { from: day(serviceFrom), to: day(serviceTo) })
  const decided = claim.events.findLast(({ kind }) => decisions.has(kind))
  const field = (label: string, value: string | null | undefined): Block[] =>
    value ? [{ kind: 'field', label, value }] : []
  return [
    { kind: 'heading', text: say('eob.claim') },
    ...field(say('patient'), `${patient.firstName} ${patient.lastName}`.trim()),
    ...field(say('eob.memberNumber'), memberNumber),
    ...field(say('eob.plan'), group?.planName),
    ...field(say('eob.group'), group && `${group.groupName} (${group.groupNumber})`),
    ...field(say('claimNumber'), claim.claimNumber),
    ...field(say('provider'), claim.providerName),
    ...field(say('eob.facility'), claim.facilityName),
    ...field(say('kind'), say(`kind.${claim.category}`)),
    ...field(say('eob.dates'), dates),
    ...field(say('eob.network'), claim.network && say(`eob.network.${claim.network}`)),
    ...field(say('state'), say(`state.${claim.state}`)),
    ...field(say('eob.decided'), decided && day(decided.day)),
    ...field(say('eob.paidTo'), claim.payee && say(`eob.paidTo.${claim.payee}`)),
    ...field(say('eob.asOf'), day(easternDay(new Date(claim.asOf)))),
  ]
}

const decisions: ReadonlySet<string> = new Set(['decided', 'denied', 'changed', 'appeal-decided', 'appeal-denied'])

const shareParts = ['deductible', 'copay', 'coinsurance', 'notCovered', 'unexplained'] as const

function splitBlocks({ figures, owed, state, events }: Claim, say: ClaimSay, { money, amount }: Words): Block[] {
  const { billedCents, discountCents, planPaidCents, otherPaidCents, shareCents, addsUp } = figures
  const row = (label: string, value: string, strong = false) => ({ cells: [label, value], strong })
  const subtractAmount = (cents: number | null) => amount(cents && -cents)
  const columns = [
    { text: '', width: 0.72 },
    { text: '', width: 0.28, numeric: true },
  ]
  const parts = shareParts.flatMap((part) => {
    const cents = figures[`${part}Cents`]
    return cents ? [row(say(`eob.part.${part}`), money(cents))] : []
  })
  const sum: Block = {
    kind: 'table',
    columns,
    rows: [
      row(say('eob.part.billed'), amount(billedCents)),
      row(say(state === 'duplicate' ? 'eob.part.copy' : 'eob.part.discount'), subtractAmount(discountCents)),
      row(say(choosePlanText()), subtractAmount(planPaidCents)),
      ...(otherPaidCents ? [row(say('eob.part.otherPaid'), subtractAmount(otherPaidCents))] : []),
      row(say('eob.part.youOwe'), amount(shareCents), true),
      ...(owed.paidCents > 0
        ? [
            row(
              say(owed.step === 'counter' ? 'eob.part.counter' : 'eob.part.accounts'),
              subtractAmount(owed.paidCents),
            ),
            row(say('eob.part.left'), amount(owed.youOweCents), true),
          ]
        : []),
    ],
  }
  const why: Block[] =
    parts.length === 0
      ? []
      : [
          { kind: 'heading', text: say('eob.why') },
          { kind: 'table', columns, rows: [...parts, row(say('eob.part.youOwe'), amount(shareCents), true)] },
        ]
  const odd: Block[] = addsUp === false ? [{ kind: 'strong', text: say('eob.oddSum') }] : []
  return [{ kind: 'heading', text: say('eob.split') }, sum, ...odd, ...why]

  function choosePlanText() {
    if (planPaidCents !== null && planPaidCents < 0) return 'eob.part.planBack'
    return isPaymentToCome(events) ? 'eob.part.planPays' : 'eob.part.planPaid'
  }
}

function lineBlocks({ lines, figures, events }: Claim, say: ClaimSay, { amount, day }: Words): Block[] {
  if (lines.length === 0) return []
  const planPart = isPaymentToCome(events) ? 'eob.planPays' : 'eob.planPaid'
  const lineColumns = ['billed', 'eob.discount', planPart, 'eob.yourShare'] as const
  const cells = ({ billedCents, discountCents, planPaidCents, shareCents }: Figures) =>
    [billedCents, discountCents, planPaidCents, shareCents].map(amount)
  const about = (line: Line) =>
    [formatName(line, say), line.code, line.serviceDate && day(line.serviceDate)].filter(Boolean).join(' · ')
  return [
    { kind: 'heading', text: say('eob.lines') },
    {
      kind: 'table',
      columns: [
        { text: say('eob.service'), width: 0.4 },
        ...lineColumns.map((id) => ({ text: say(id), width: 0.15, numeric: true })),
      ],
      rows: [
        ...lines.map((line) => ({ cells: [about(line), ...cells(line.figures)] })),
        { cells: [say('eob.total'), ...cells(figures)], strong: true },
      ],
    },
  ]
}

function formatName({ description, line }: Line, say: ClaimSay): string {
  const text = description ?? say('eob.serviceNumber', { line })
  return text.length > maxCell ? `${text.slice(0, maxCell)}…` : text
}

function reasonBlocks(claim: Claim, say: ClaimSay, { money }: Words): Block[] {
  const reasonText = ({ code, text, words }: Claim['reasons'][number]) => {
    if (words !== null) return text === null ? words : say('eob.inPlanWords', { words, text })
    return text ?? say('eob.reasonUnknown', { code })
  }
  const otherText = ({ text, cents }: Claim['others'][number]) => say('eob.otherAmount', { text, amount: money(cents) })
  const listNotices = (one: Pick<Line, 'reasons' | 'notes' | 'others'>) => [
    ...one.reasons.map(reasonText),
    ...one.notes,
    ...one.others.map(otherText),
  ]
  const ofLines = claim.lines.flatMap((line) => {
    const said = [...(line.denied ? [say('eob.lineDenied')] : []), ...listNotices(line)]
    return said.length === 0
      ? []
      : [say('eob.reasonsOfLine', { service: formatName(line, say), reasons: said.join(' ') })]
  })
  const texts = [...new Set([...listNotices(claim), ...ofLines])]
  if (texts.length === 0) return []
  return [{ kind: 'heading', text: say('eob.reasons') }, ...texts.map((text) => ({ kind: 'text', text }) as const)]
}

function limitBlocks({ effects }: Claim, say: ClaimSay, { money }: Words): Block[] {
  const heading = { kind: 'heading', text: say('eob.limits') } as const
  if (effects.length === 0) return [heading, { kind: 'text', text: say('eob.noEffect') }]
  const titles = [say('eob.before'), say('eob.after'), say('eob.ofYear')]
  const rows = effects.map(({ kind, network, holder, beforeCents, afterCents, limitCents }) => ({
    cells: [
      say(holder === 'family' ? `eob.limit.family.${kind}.${network}` : `eob.limit.${kind}.${network}`),
      beforeCents === null ? say('eob.useUnknown') : money(beforeCents),
      afterCents === null ? say('eob.useUnknown') : money(afterCents),
      limitCents === null ? say('eob.limitUnknown') : money(limitCents),
    ],
  }))
  const columns = [
    { text: say('eob.limit'), width: 0.4 },
    ...titles.map((text) => ({ text, width: 0.2, numeric: true })),
  ]
  return [heading, { kind: 'table', columns, rows }]
}

function appealBlocks({ claim, program, reach, postalAddress }: EobJob, say: ClaimSay, { day }: Words): Block[] {
  const heading = { kind: 'heading', text: say('eob.appeal') } as const
  if (claim.appealDenied !== null) {
    const { reviewBy } = claim.appealDenied
    const by = program === 'medicaid' ? 'eob.hearing' : 'eob.review'
    const review = reviewBy === null ? nameReview(program, say) : say(by, { day: day(reviewBy) })
    return [heading, ...[say('eob.appealLost'), review].map((text) => ({ kind: 'text', text }) as const)]
  }
  if (claim.state === 'duplicate') return [heading, { kind: 'text', text: say('eob.appealCopy') }]
  const isDenied = claim.state === 'denied' || claim.state === 'partly-denied'
  const first = !isDenied
    ? say('eob.appealOther', { days: appealDays[program] })
    : claim.appealBy === null
      ? say('eob.appealDeniedPlain', { days: appealDays[program] })
      : say('eob.appealDenied', { day: day(claim.appealBy) })
  const texts = [
    first,
    say('eob.appealHow', { phone: reach.phone }),
    ...(postalAddress === null ? [] : [say('eob.appealWrite', { address: postalAddress.join(', ') })]),
    say('eob.appealAnswer', { days: appealAnswerDays[program] }),
    nameReview(program, say),
  ]
  return [heading, ...texts.map((text) => ({ kind: 'text', text }) as const)]
}

/** What the member can do if the plan still says no. */
function nameReview(program: AppealProgram, say: ClaimSay): string {
  if (program === 'medicare') return say('eob.appealSentOn')
  if (program === 'medicaid') return say('eob.appealHearing', { days: HEARING_DAYS })
  return say('eob.appealReview', { months: REVIEW_MONTHS })
}

function helpBlocks({ language, reach, notices }: EobJob, say: ClaimSay): Block[] {
  const filled = notices.map((one) => ({
    ...one,
    text: one.text.replaceAll('{phone}', reach.phone).replaceAll('{tty}', reach.tty),
  }))
  const [shown, others] = [
    filled.filter(({ text }) => isPrintable(text)),
    filled.filter(({ text }) => !isPrintable(text)),
  ]
  const names = new Intl.DisplayNames([findLocale(language)], { type: 'language' })
  const languages = new Intl.ListFormat(findLocale(language)).format(others.map(({ lang }) => names.of(lang) ?? lang))
  return [
    { kind: 'heading', text: say('eob.reach') },
    { kind: 'text', text: say('eob.reachText', reach) },
    { kind: 'heading', text: say('eob.help') },
    ...shown.map(({ text, lang }) => ({ kind: 'text', text, language: lang }) as const),
    ...(others.length > 0 ? [{ kind: 'text', text: say('eob.helpOthers', { ...reach, languages }) } as const] : []),
  ]
}
