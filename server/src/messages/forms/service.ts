import { randomBytes } from 'node:crypto'
import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { formLibrary, openForm, openGuide, saveForm, sendForm, sentForms } from '@portico/contract/calls/forms'
import { messageLimits } from '@portico/contract/limits'
import { answersAsked, checkForm, type FormAnswers } from '@portico/rules/forms/check'
import { formStateOf, receiptNumber } from '@portico/rules/forms/state'
import { expectedReplyBy } from '@portico/rules/messages/reply-by'
import { trimToMax } from '@portico/rules/validation/text'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import { claimsToAppeal, claimToMention } from '../../member/claims/mentions.ts'
import { readMemberCard } from '../../member/member/card.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { FormDocumentData, FormDraftData } from '../../platform/db/tables.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { MemberAsking } from '../messages/parts.ts'
import type { MessageService } from '../messages/service.ts'
import { type Form, type FormKind, fieldsOf, formIn, guideShown, type Library } from './definitions.ts'
import * as store from './store.ts'
import { formTexts } from './texts.ts'
import { documentOf, textOf } from './written.ts'

type Opened = PayloadOf<typeof openForm>
type Sent = PayloadOf<typeof sendForm>

export interface FormParts {
  readonly database: Database
  readonly library: Library
  readonly messages: Pick<MessageService, 'sendIn'>
  readonly holidays: ReadonlySet<string>
}

/** Forms that members fill in, sign and send (MP-21). They are private to the member: a rep who acts for them cannot use them. */
export interface FormService {
  library(asking: MemberAsking): PayloadOf<typeof formLibrary>
  guide(asking: MemberAsking, id: string): PayloadOf<typeof openGuide>
  open(asking: MemberAsking, kind: FormKind): Promise<Opened>
  save(asking: MemberAsking, form: BodyOf<typeof saveForm>): Promise<PayloadOf<typeof saveForm>>
  discard(asking: MemberAsking, kind: FormKind): Promise<{ discarded: true }>
  send(asking: MemberAsking, form: BodyOf<typeof sendForm>): Promise<Sent>
  sent(asking: MemberAsking): Promise<PayloadOf<typeof sentForms>>
}

/** The field of an appeal that names its claim. */
const claimField = 'claim'

export function createFormService({ database, library, messages, holidays }: FormParts): FormService {
  return {
    library: ({ principal, language }) => ({
      items: [
        ...library.forms(principal.brand).map(({ kind, subject, title, about }) => ({
          id: kind,
          type: 'form' as const,
          subject,
          languages: ['en', 'es'] as ('en' | 'es')[],
          language,
          title: title[language],
          about: about[language],
        })),
        ...library.guides(principal.brand).map((guide) => guideShown(guide, language).item),
      ],
    }),

    guide: ({ principal, language }, id) => {
      const guide = library.guides(principal.brand).find((one) => one.id === id)
      if (guide === undefined) throw new CallError('NOT-FOUND')
      const { item, ...rest } = guideShown(guide, language)
      return { ...item, ...rest }
    },

    open: (asking, kind) =>
      database.transaction(async (tx) => {
        refuseActors(asking)
        const { principal, language, now } = asking
        const form = library.form(kind, principal.brand)
        await record(tx, asking, 'form.open', kind)
        const { firstName, lastName } = await readMemberCard(tx, principal.memberId)
        const draft = await store.findDraft(tx, principal.memberId, kind)
        const claims = hasClaim(form) ? await claimOptions(tx, asking) : []
        return {
          form: {
            ...formIn(form, language, claims),
            memberName: `${firstName} ${lastName}`,
            today: easternDay(now),
            expectedReplyBy: expectedReplyBy(now, holidays).toISOString(),
          },
          draft: draft
            ? { ...savedOf(draft), answers: { ...draft.data.answers }, attachmentIds: [...draft.data.attachmentIds] }
            : null,
        }
      }),

    save: (asking, { clientMessageId, baseVersion, kind, answers, attachmentIds }) =>
      database.transaction(async (tx) => {
        const { memberId } = asking.principal
        await lockOwnMember(tx, asking.principal)
        if (await store.findByClientId(tx, memberId, clientMessageId)) throw new CallError('CONFLICT')
        const claimId = answers[claimField]
        if (hasClaim(library.form(kind, asking.principal.brand)) && claimId)
          await claimNamed(tx, asking, claimId, false)
        const data = JSON.stringify({ answers, attachmentIds } satisfies FormDraftData)
        const before = await store.findDraft(tx, memberId, kind)
        const isSame = before?.draft_id === clientMessageId.toLowerCase()
        if (before && isSame && (await store.holdsData(tx, before, data))) return savedOf(before)
        // Another window or device has begun one, or saved a later version.
        if (before ? !isSame || before.version !== baseVersion : baseVersion !== 0) throw new CallError('CONFLICT')
        const written = {
          member_id: memberId,
          kind,
          draft_id: clientMessageId.toLowerCase(),
          version: baseVersion + 1,
          data,
          saved_at: asking.now,
        }
        await store.writeDraft(tx, written)
        await record(tx, asking, 'form.save', kind)
        return savedOf(written)
      }),

    discard: (asking, kind) =>
      database.transaction(async (tx) => {
        if (!(await store.deleteDraft(tx, asking.principal.memberId, kind))) throw new CallError('NOT-FOUND')
        await record(tx, asking, 'form.discard', kind)
        return { discarded: true }
      }),

    send: (asking, sending) =>
      database.transaction(async (tx) => {
        const { principal, language, now } = asking
        const { memberId } = principal
        const { clientMessageId, kind, attachmentIds, signedName } = sending
        // Two sends from one page wait for each other here, so that the second finds what the first stored.
        await lockMember(tx, memberId)
        const form = library.form(kind, principal.brand)
        const answers = answersAsked(fieldsOf(form), sending.answers)
        const before = await store.findByClientId(tx, memberId, clientMessageId)
        if (before) {
          const differs = before.kind !== kind || !sameAnswers(before.document.answers, answers)
          return { ...(await sentOf(tx, asking, before.message_id)), repeated: true, differs }
        }
        const fields = problemsOf(form, sending, now)
        refuseFields(fields)
        const claimId = hasClaim(form) ? answers[claimField] : undefined
        const claimLabel = claimId === undefined ? null : await claimNamed(tx, asking, claimId, kind === 'appeal')
        const receipt = receiptNumber(randomBytes(8))
        const document: FormDocumentData = {
          ...documentOf(form, { answers, claimLabel, language }),
          answers,
          receipt,
          language,
          signedName,
          signedAt: now.toISOString(),
          files: attachmentIds.length,
          member: await memberOf(tx, memberId),
        }
        const { messageId, threadId } = await messages.sendIn(tx, asking, {
          clientMessageId,
          ...form.topic,
          subject: trimToMax(`${document.title} (${receipt})`, messageLimits.subject),
          text: trimToMax(textOf(document), messageLimits.text),
          attachmentIds,
          ...(claimId === undefined ? { appeal: false } : { claimId, appeal: kind === 'appeal' }),
        })
        await store.insertForm(tx, {
          member_id: memberId,
          message_id: messageId,
          thread_id: threadId,
          kind,
          receipt,
          client_form_id: clientMessageId.toLowerCase(),
          document: JSON.stringify(document),
          sent_at: now,
        })
        await store.deleteDraft(tx, memberId, kind)
        await record(tx, asking, 'form.sign', messageId)
        await record(tx, asking, 'form.send', messageId)
        return { ...(await sentOf(tx, asking, messageId)), repeated: false, differs: false }
      }),

    sent: (asking) =>
      database.transaction(async (tx) => {
        refuseActors(asking)
        const { memberId } = asking.principal
        await record(tx, asking, 'forms.list', 'own')
        const rows = await store.listSent(tx, memberId)
        const begun = await store.listDrafts(tx, memberId)
        return {
          forms: rows.map((row) => rowOf(row, asking)),
          begun: begun.map(({ kind, saved_at }) => ({ kind, savedAt: saved_at.toISOString() })),
        }
      }),
  }

  async function sentOf(tx: Tx, asking: MemberAsking, messageId: string) {
    const [row] = await store.listSent(tx, asking.principal.memberId, messageId)
    if (row === undefined) throw new Error('A form that was sent has no work.')
    return rowOf(row, asking)
  }

  function rowOf(row: Awaited<ReturnType<typeof store.listSent>>[number], { principal, language }: MemberAsking) {
    return {
      messageId: row.message_id,
      kind: row.kind,
      title: library.form(row.kind, principal.brand).title[language],
      receipt: row.receipt,
      sentAt: row.sent_at.toISOString(),
      state: formStateOf({ state: row.state, assigned: row.assignee_account_id !== null }),
      dueAt: row.state === 'open' ? (row.due_at?.toISOString() ?? null) : null,
      changedAt: row.changed_at.toISOString(),
    }
  }
}

/** Keeps a rep who acts for the member from seeing their forms; people with access to the member's information cannot call this. */
export function refuseActors({ principal }: Pick<MemberAsking, 'principal'>): void {
  if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
}

function hasClaim(form: Form): boolean {
  return fieldsOf(form).some(({ type }) => type === 'claim')
}

async function claimOptions(tx: Tx, { principal, language, now }: MemberAsking) {
  const claims = await claimsToAppeal(tx, principal, now)
  return claims.map((claim) => ({ value: claim.claim_id, label: claimLabelOf(claim, language) }))
}

/** Throws NOT-FOUND for a claim that they may not see, CONFLICT if the time to appeal is over. */
async function claimNamed(tx: Tx, { principal, language, now }: MemberAsking, claimId: string, appeal: boolean) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(claimId)) throw new CallError('NOT-FOUND')
  return claimLabelOf(await claimToMention(tx, principal, { claimId, appeal }, now), language)
}

type LabelledClaim = Awaited<ReturnType<typeof claimsToAppeal>>[number]

function claimLabelOf(
  { provider_name, service_from, claim_number }: Pick<LabelledClaim, 'provider_name' | 'service_from' | 'claim_number'>,
  language: MemberAsking['language'],
): string {
  const say = formTexts(language)
  return [provider_name, say.day(service_from), say('claimNumber', { number: claim_number })]
    .filter(Boolean)
    .join(' · ')
}

async function memberOf(tx: Tx, memberId: string) {
  const { firstName, lastName, memberNumber } = await readMemberCard(tx, memberId)
  return { name: `${firstName} ${lastName}`, number: memberNumber }
}

/** Checks a form with the same rule as the page. */
function problemsOf(form: Form, sending: BodyOf<typeof sendForm>, now: Date): FieldProblem[] {
  const problems = checkForm(fieldsOf(form), sending.answers, isoDate(easternDay(now)))
  const fields: FieldProblem[] = Object.entries(problems).map(([field, { code }]) => ({ field, code }))
  if (form.files === 'required' && sending.attachmentIds.length === 0)
    fields.push({ field: 'attachmentIds', code: 'field.required' })
  if (sending.signedName === '') fields.push({ field: 'signedName', code: 'field.required' })
  if (!sending.agreed) fields.push({ field: 'agreed', code: 'terms.required' })
  return fields
}

function sameAnswers(before: FormAnswers, now: FormAnswers): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].every((name) => before[name] === now[name])
}

function savedOf({ draft_id, version, saved_at }: Pick<store.FormDraft, 'draft_id' | 'version' | 'saved_at'>) {
  return { draftId: draft_id, version, savedAt: saved_at.toISOString() }
}

function record(tx: Tx, asking: MemberAsking, action: string, recordId: string): Promise<void> {
  return audit(tx, asking.principal, { action, recordType: 'form', recordId }, asking)
}
