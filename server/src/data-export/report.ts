import type { Language } from '@portico/contract/page'
import { deviceOf } from '@portico/rules/account-security/device'
import { relationshipOf } from '@portico/rules/member/family'
import { type Block, textsOf } from '../pdf/blocks.ts'
import type { Sender } from '../pdf/document.ts'
import { isPrintable, unknownLetter } from '../pdf/letters.ts'
import { documentTexts } from '../texts.ts'
import type { PersonData } from './store.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

type TextId = keyof typeof en

export interface ReportJob {
  readonly data: PersonData
  readonly language: Language
  readonly sender: Sender
  readonly now: Date
}

const afterSubtitle = 2

/** The texts of the report. */
export const reportTexts = documentTexts<TextId>({ en, es })

/** A person's data for people to read: everything in the file for programs, except what only programs use. */
export function reportOf(
  data: PersonData,
  { language, brandName, now }: { readonly language: Language; readonly brandName: string; readonly now: Date },
): Block[] {
  const say = reportTexts(language)
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/New_York',
  })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const moment = (at: Date) => moments.format(at)
  const day = (text: string) => days.format(new Date(`${text}T00:00:00Z`))
  const money = (cents: number) => dollars.format(cents / 100)
  const amount = (cents: number | null) => (cents === null ? say('value.unknown') : money(cents))
  const named = (value: string) => {
    const id = `value.${value}`
    return id in en ? say(id as TextId) : value
  }
  const field = (label: TextId, value: string | null | undefined): Block[] =>
    value ? [{ kind: 'field', label: say(label), value }] : []
  const part = (id: TextId, blocks: readonly Block[]): Block[] => [
    { kind: 'heading', text: say(id) },
    ...(blocks.length > 0 ? blocks : [{ kind: 'text', text: say('none') } as const]),
  ]
  const deviceText = (userAgent: string) => {
    const { kind, browser, system } = deviceOf(userAgent)
    if (browser !== null && system !== null) return say('device', { browser, system })
    return browser ?? system ?? say(kind === 'program' ? 'device.program' : 'device.unknown')
  }
  const sub = (text: string): Block => ({ kind: 'subheading', text })
  const yesNo = (is: boolean) => say(is ? 'yes' : 'no')

  const { account, signIn, member } = data
  const subjectOf = new Map(member?.conversations.map(({ threadId, subject }) => [threadId, subject]))
  const filesOf = Map.groupBy(member?.files ?? [], ({ messageId }) => messageId)
  const place = [account.city, account.state, account.zipCode].filter(Boolean).join(' ')
  const blocks: Block[] = [
    { kind: 'title', text: say('title') },
    { kind: 'text', text: say('subtitle', { brandName, at: moment(now) }) },
    ...part('account', [
      ...field('name', `${account.firstName} ${account.lastName}`.trim()),
      ...field('loginId', account.loginId),
      ...field('nickName', account.nickName),
      ...field('dateOfBirth', account.dateOfBirth && day(account.dateOfBirth)),
      ...field('email', account.email),
      ...field('phone', account.phone),
      ...field('phoneType', account.phoneType && named(account.phoneType)),
      ...field('workPhone', account.busPhone),
      ...field('address', [account.address, place].filter(Boolean).join('\n')),
      ...field('language', account.pageLanguage && named(account.pageLanguage)),
      ...field('memberSince', moment(account.createdAt)),
      ...field('passwordChangedAt', moment(account.passwordChangedAt)),
    ]),
  ]
  if (member) {
    blocks.push(
      ...part('plan', [
        ...field('memberNumber', member.person.memberNumber),
        ...field('relationship', named(relationshipOf(member.person.relationshipCode) ?? 'unknown')),
        { kind: 'text', text: say('familyNote') },
        ...member.coverages.flatMap(({ clientNumber, groupNumber, groupName, planName, effectuatedOn }) => [
          sub(planName),
          ...field('group', `${groupName} (${clientNumber}-${groupNumber})`),
          ...field('inEffectSince', effectuatedOn ? day(effectuatedOn) : say('value.unknown')),
          ...field(
            'products',
            member.products
              .filter((one) => one.clientNumber === clientNumber && one.groupNumber === groupNumber)
              .map(({ productName }) => productName)
              .join('\n'),
          ),
        ]),
      ]),
      ...part(
        'claims',
        member.claims.flatMap((claim) => [
          sub(say('claim', { id: claim.claimNumber })),
          ...field('serviceDate', day(claim.serviceFrom)),
          ...field('provider', claim.providerName),
          ...field('status', named(claim.state)),
          ...field('billed', amount(claim.billedCents)),
          // Both are unknown until the plan has decided.
          ...field('planPaid', amount(claim.planPaidCents)),
          ...field('youOwe', amount(claim.state === 'in-progress' ? null : claim.shareCents)),
        ]),
      ),
      ...part(
        'amounts',
        member.amounts.flatMap(({ planYear, kind, network, holder, limitCents, usedCents, asOf }) => [
          sub(`${planYear}: ${[named(kind), named(network), named(holder)].join(', ')}`),
          ...field('limit', amount(limitCents)),
          ...field('used', amount(usedCents)),
          ...field('asOf', asOf && day(asOf)),
        ]),
      ),
      ...part('finder', [
        ...member.primaryCare.flatMap(({ name, chosenAt }) => [
          ...field('primaryCare', `${name} (${moment(chosenAt)})`),
        ]),
        ...field('savedProviders', member.savedProviders.map(({ name }) => name).join('\n')),
        ...field(
          'providersShown',
          member.providersShown.map(({ providerId, shownAt }) => `${providerId}: ${moment(shownAt)}`).join('\n'),
        ),
        ...member.directoryReports.flatMap(({ name, note, reportedAt }) =>
          field('directoryReport', [`${name} (${moment(reportedAt)})`, note].filter(Boolean).join('\n')),
        ),
      ]),
      ...part(
        'costEstimates',
        member.costEstimates.flatMap(({ serviceName, providerName, highCents, keptAt }) => [
          sub(serviceName),
          ...field('provider', providerName),
          ...field('youOwe', amount(highCents)),
          ...field('asOf', moment(keptAt)),
        ]),
      ),
      ...part(
        'otherInsurance',
        member.otherInsurance.flatMap(({ payerName, planName, policyNumber, begins, ends }) => [
          sub(payerName ?? planName ?? say('value.unknown')),
          ...field('policyNumber', policyNumber),
          ...field('begins', begins && day(begins)),
          ...field('ends', ends && day(ends)),
        ]),
      ),
      ...part(
        'premiumAccounts',
        member.premiumAccounts.flatMap((one) => [
          sub(one.accountNumber),
          ...field('balance', amount(one.balanceCents)),
          ...field('asOf', one.asOf && day(one.asOf)),
          ...field('autoPay', one.autoPay === null ? say('value.unknown') : yesNo(one.autoPay)),
        ]),
      ),
      ...part(
        'premiumBills',
        member.premiumBills.flatMap((one) => [
          sub(one.billNumber),
          ...field('due', one.dueOn && day(one.dueOn)),
          ...field('amount', money(one.amountCents)),
        ]),
      ),
      ...part(
        'premiumMoves',
        member.premiumMoves.flatMap((one) => [
          sub(day(one.movedOn)),
          ...field('kind', named(`premium-${one.kind}`)),
          ...field('amount', money(one.amountCents)),
        ]),
      ),
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
          ...field('kind', named(one.kind)),
          ...field('amount', money(one.amountCents)),
          ...field('status', named(one.state)),
          ...field('provider', one.payee),
        ]),
      ),
      ...part(
        'messages',
        member.messages.flatMap(({ messageId, threadId, incoming, authorName, sentAt, body }) => [
          sub(subjectOf.get(threadId) ?? ''),
          ...field('from', incoming ? authorName : say('you')),
          ...field('sent', moment(sentAt)),
          ...field('files', (filesOf.get(messageId) ?? []).map(({ name }) => name).join('\n')),
          { kind: 'text', text: body } as const,
        ]),
      ),
      ...part(
        'sharedWith',
        member.sharedWith.flatMap(({ name, email, scopes, state, lastDay, invitedAt }) => [
          sub(name),
          ...field('email', email),
          ...field('shared', scopes.map(named).join('\n')),
          ...field('status', named(state)),
          ...field('invited', moment(invitedAt)),
          ...field('lastDay', lastDay && day(lastDay)),
        ]),
      ),
      ...part(
        'drafts',
        member.drafts.flatMap((draft) => [
          sub(draft.data.subject || moment(draft.savedAt)),
          { kind: 'text', text: draft.data.text } as const,
        ]),
      ),
      ...part(
        'assessment',
        member.assessment.flatMap(({ answers }) =>
          Object.entries(answers).flatMap(([question, answer]) =>
            field(`said.${question}` as TextId, named(answer ?? '')),
          ),
        ),
      ),
      ...part(
        'goals',
        member.goals.flatMap(({ goal, perWeek, since }) =>
          field('goal', say('goal.text', { goal: named(goal), times: perWeek, day: day(since) })),
        ),
      ),
      ...part(
        'goalDays',
        member.goalDays.flatMap((one) => field('goal.day', `${day(one.day)}: ${named(one.goal)}`)),
      ),
      ...part(
        'forms',
        member.forms.flatMap(({ document }) => [
          sub(`${document.title} (${document.receipt})`),
          ...document.sections.flatMap(({ fields }) => fields.map((one) => ({ kind: 'field', ...one }) as const)),
        ]),
      ),
      ...part(
        'begunForms',
        member.begunForms.flatMap(({ kind, savedAt, data }) => [
          sub(named(kind)),
          ...field('saved', moment(savedAt)),
          ...Object.values(data.answers).map((text) => ({ kind: 'text', text }) as const),
        ]),
      ),
      ...part(
        'notifications',
        member.notifications.length === 0
          ? field('newMessage', say('unchosen'))
          : member.notifications.flatMap(
              ({
                newMessage,
                formAnswered,
                orderNews,
                billDue,
                paymentMade,
                accountEnding,
                refillSoon,
                language: chosen,
              }) => [
                ...field('newMessage', yesNo(newMessage)),
                ...field('formAnswered', yesNo(formAnswered)),
                ...field('orderNews', yesNo(orderNews)),
                ...field('billDue', yesNo(billDue)),
                ...field('paymentMade', yesNo(paymentMade)),
                ...field('accountEnding', yesNo(accountEnding)),
                ...field('refillSoon', yesNo(refillSoon)),
                ...field('language', named(chosen)),
              ],
            ),
      ),
    )
  }
  blocks.push(
    ...part('security', [
      ...field('passkeys', signIn.passkeys.map(({ name }) => name).join('\n')),
      ...signIn.sessions.flatMap(({ createdAt, userAgent, address }) =>
        field('signedIn', [moment(createdAt), deviceText(userAgent), address].filter(Boolean).join('\n')),
      ),
    ]),
  )
  const isWhole = blocks.every((block) => textsOf(block).every(isPrintable))
  if (!isWhole) blocks.splice(afterSubtitle, 0, { kind: 'text', text: say('lacking', { letter: unknownLetter }) })
  return blocks
}
