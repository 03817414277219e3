import type { Block } from '../../platform/pdf/blocks.ts'
import { composeSharing } from './report-sharing.ts'
import type { ReportWords } from './report-words.ts'
import type { MemberData } from './store.ts'

/** What the member wrote, and which e-mails they want. */
export function composeWritten(member: MemberData, words: ReportWords): Block[] {
  const { part, field, sub, say, nameValue, moment, yesNo } = words
  const subjectOf = new Map(member.conversations.map(({ threadId, subject }) => [threadId, subject]))
  const filesOf = Map.groupBy(member.files, ({ messageId }) => messageId)
  const numberOf = new Map(member.claims.map(({ claimId, claimNumber }) => [claimId, claimNumber]))
  const claimOf = new Map(member.claimsOfMessages.map(({ messageId, claimId }) => [messageId, numberOf.get(claimId)]))
  return [
    ...part(
      'messages',
      member.messages.flatMap(({ messageId, threadId, incoming, authorName, sentAt, body }) => [
        sub(subjectOf.get(threadId) ?? ''),
        ...field('from', incoming ? authorName : say('you')),
        ...field('sent', moment(sentAt)),
        ...field('aboutClaim', claimOf.get(messageId)),
        ...field('files', (filesOf.get(messageId) ?? []).map(({ name }) => name).join('\n')),
        { kind: 'text', text: body } as const,
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
      'forms',
      member.forms.flatMap(({ document }) => [
        sub(`${document.title} (${document.receipt})`),
        ...document.sections.flatMap(({ fields }) => fields.map((one) => ({ kind: 'field', ...one }) as const)),
      ]),
    ),
    ...part(
      'begunForms',
      member.begunForms.flatMap(({ kind, savedAt, data }) => [
        sub(nameValue(kind)),
        ...field('saved', moment(savedAt)),
        ...Object.values(data.answers).map((text) => ({ kind: 'text', text }) as const),
      ]),
    ),
    ...composeSharing(member, words),
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
              ...field('language', nameValue(chosen)),
            ],
          ),
    ),
  ]
}
