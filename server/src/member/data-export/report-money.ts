import { isUnderWay } from '@portico/rules/premium/payment'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import { type LineNames, lineKey, type MemberData } from './store.ts'

interface About {
  readonly lineNames: LineNames
  readonly words: ReportWords
}

/** Premiums and spending accounts. */
export function moneyBlocks(member: MemberData, about: About): Block[] {
  const { words } = about
  return [...premiumBlocks(member, about), ...composePaidHere(member, words), ...spendingBlocks(member, words)]
}

function premiumBlocks(member: MemberData, { lineNames, words }: About): Block[] {
  const { part, field, sub, say, nameValue, coded, day, money, amount, yesNo } = words
  const linesOf = Map.groupBy(member.premiumLines, ({ billId }) => billId)
  const lineName = ({ kind, ...line }: Pick<MemberData['premiumLines'][number], 'billId' | 'position' | 'kind'>) =>
    [coded('line-kind', kind), lineNames[lineKey(line)]].filter(Boolean).join(', ')
  const fieldWithdrawn = (state: string) => field('status', state === 'withdrawn' ? say('withdrawn') : null)
  return [
    ...part(
      'premiumAccounts',
      member.premiumAccounts.flatMap((one) => [
        sub(one.accountNumber),
        ...fieldWithdrawn(one.state),
        ...field('balance', amount(one.balanceCents)),
        ...field('asOf', one.asOf && day(one.asOf)),
        ...field('autoPay', one.autoPay === null ? say('value.unknown') : yesNo(one.autoPay)),
      ]),
    ),
    ...part(
      'premiumBills',
      member.premiumBills.flatMap((one) => [
        sub(one.billNumber),
        ...fieldWithdrawn(one.state),
        ...field('due', one.dueOn && day(one.dueOn)),
        ...field('amount', money(one.amountCents)),
        ...field(
          'billLines',
          (linesOf.get(one.billId) ?? [])
            .filter(({ state }) => state !== 'withdrawn')
            .map(({ amountCents, note, ...line }) =>
              [`${lineName(line)}: ${money(amountCents)}`, note && `(${note})`].filter(Boolean).join(' '),
            )
            .join('\n'),
        ),
      ]),
    ),
    ...part(
      'premiumMoves',
      member.premiumMoves.flatMap((one) => [
        sub(day(one.movedOn)),
        ...fieldWithdrawn(one.state),
        ...field('kind', nameValue(`premium-${one.kind}`)),
        ...field('amount', money(one.amountCents)),
      ]),
    ),
  ]
}

/** Payments made on the portal, and with what: the portal knows no more than the last digits of a card or bank account. */
function composePaidHere(member: MemberData, words: ReportWords): Block[] {
  const { part, field, known, sub, say, coded, day, moment, money } = words
  const nameMethod = (kind: string | null, label: string | null, lastFour: string | null) =>
    [label ?? (kind && coded('method', kind)), lastFour && say('method.ending', { ending: lastFour })]
      .filter(Boolean)
      .join(' ')
  const numberOf = new Map(member.premiumAccounts.map((one) => [one.accountId, one.accountNumber]))
  return [
    ...part(
      'premiumPayments',
      member.premiumPayments.flatMap((one) => [
        sub(moment(one.createdAt)),
        ...field('premiumAccount', one.accountId === null ? say('firstPremium') : numberOf.get(one.accountId)),
        ...field('amount', money(one.amountCents)),
        ...field('status', coded('payment', one.state)),
        ...field('paid', isUnderWay(one.state) ? say('value.unknown') : money(one.paidCents)),
        ...field(
          'refunded',
          one.refundedCents > one.takenBackCents ? money(one.refundedCents - one.takenBackCents) : null,
        ),
        ...field('takenBack', one.takenBackCents > 0 ? money(one.takenBackCents) : null),
        ...field('takenBackOn', one.takenBackAt && moment(one.takenBackAt)),
        ...field('paidWith', one.paidByKind && nameMethod(one.paidByKind, one.paidByLabel, one.paidByLastFour)),
        ...field('settled', one.settledAt && moment(one.settledAt)),
        ...field('autoDueOn', one.autoDueOn && day(one.autoDueOn)),
      ]),
    ),
    ...part(
      'premiumMethods',
      member.premiumMethods.flatMap(({ kind, label, lastFour, state, createdAt }) => [
        sub(nameMethod(kind, label, lastFour) || say('method.unknown')),
        ...known('kind', kind && coded('method', kind)),
        ...field('status', coded('method', state)),
        ...field('begun', moment(createdAt)),
      ]),
    ),
    ...part(
      'premiumAutopay',
      member.premiumAutopay.flatMap(({ accountId, mostCents, confirmedAt }) => [
        sub(numberOf.get(accountId) ?? say('value.not-known')),
        ...field('most', money(mostCents)),
        ...field('agreed', moment(confirmedAt)),
      ]),
    ),
  ]
}

function spendingBlocks(member: MemberData, { part, field, sub, nameValue, day, money, amount }: ReportWords): Block[] {
  return [
    ...part(
      'spendingAccounts',
      member.spendingAccounts.flatMap((one) => [
        sub(`${one.accountType} ${one.planYear}`),
        ...field('balance', amount(one.balanceCents)),
        ...field('annual', amount(one.electionCents)),
        ...field('paidInByYou', amount(one.employeeCents)),
        ...field('paidInByEmployer', amount(one.employerCents)),
        ...field('spent', amount(one.spentCents)),
      ]),
    ),
    ...part(
      'spendingTransactions',
      member.spendingTransactions.flatMap((one) => [
        sub(day(one.movedOn)),
        ...field('kind', nameValue(one.kind)),
        ...field('amount', money(one.amountCents)),
        ...field('status', nameValue(one.state)),
        ...field('provider', one.payee),
      ]),
    ),
  ]
}
