import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import type { sendForm } from '@portico/contract/calls/forms'
import { messageLimits } from '@portico/contract/limits'
import { answersAsked, checkForm, type FormAnswers } from '@portico/rules/forms/check'
import { receiptNumber } from '@portico/rules/forms/state'
import { trimToMax } from '@portico/rules/validation/text'
import { readMemberCard } from '../../member/member/card.ts'
import type { CoveredPerson } from '../../member/member/contract.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { FormDocumentData } from '../../platform/db/tables.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import { aboutEach, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { claimField, hasClaim, requireClaim } from './claim.ts'
import { type Form, type FormFieldOf, listFields } from './definitions.ts'
import type { FormParts } from './parts.ts'
import { answersAbout, findAbout, listPeopleOfForm, withPeople } from './people.ts'
import { readSent } from './sent.ts'
import * as store from './store.ts'
import { buildDocument, composeText } from './written.ts'

export const signAndSend =
  (parts: FormParts): AuditedHandler<typeof sendForm> =>
  async ({ body }, context, tx) => {
    const { library, messages } = parts
    const { principal, language, now } = context
    const { memberId } = principal
    const { clientMessageId, kind, attachmentIds, signedName } = body
    // Two sends from the same page wait for each other here, so that the second finds what the first stored.
    await lockMember(tx, memberId)
    const form = library.form(kind, principal.brand)
    const people = await listPeopleOfForm(tx, context, kind)
    if (people.people.length === 0) throw new CallError('WRONG-ROLE')
    const answers = answersAsked(listFields(form), answersAbout(people, body.answers))
    const before = await store.findByClientId(tx, memberId, clientMessageId)
    if (before) {
      const differs = before.kind !== kind || !areSameAnswers(before.document.answers, answers)
      return leaveUnchanged({ ...(await readSent(parts, tx, context, before.message_id)), repeated: true, differs })
    }
    refuseFields(checkSending(form, withPeople(form, people), { ...body, answers }, now))
    const person = findAbout(people, answers)
    if (person === undefined) throw new Error('The rule let a person pass who may not be chosen.')
    const isOther = person.memberId !== memberId
    const claimId = hasClaim(form) ? answers[claimField] : undefined
    const claim = claimId === undefined ? null : await requireClaim(tx, context, claimId, kind === 'appeal')
    if (claim !== null && claim.memberId !== person.memberId)
      refuseFields([{ field: claimField, code: 'select.not-chosen' }])
    const receipt = receiptNumber(randomBytes(8))
    const document: FormDocumentData = {
      ...buildDocument(form, { answers, claimLabel: claim?.label ?? null, person, isOther, language }),
      answers,
      receipt,
      language,
      signedName,
      signedAt: now.toISOString(),
      files: attachmentIds.length,
      member: await nameMember(tx, memberId),
      about: isOther ? describePerson(person) : null,
    }
    const { sent: message, happened } = await messages.send(tx, context, {
      clientMessageId,
      ...form.topic,
      subject: trimToMax(`${document.title} (${receipt})`, messageLimits.subject),
      text: trimToMax(composeText(document), messageLimits.text),
      attachmentIds,
      ...(claimId === undefined ? { appeal: false } : { claimId, appeal: kind === 'appeal' }),
    })
    const { messageId, threadId } = message
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
    const sent = { ...(await readSent(parts, tx, context, messageId)), repeated: false, differs: false }
    const signed = (['form.sign', 'form.send'] as const).map((action) => ({ action, recordId: messageId }))
    return aboutEach([...happened, ...signed], sent)
  }

async function nameMember(tx: Tx, memberId: string) {
  const { firstName, lastName, memberNumber } = await readMemberCard(tx, memberId)
  return { name: `${firstName} ${lastName}`.trim(), number: memberNumber }
}

function describePerson({ firstName, lastName, memberNumber, dateOfBirth }: CoveredPerson) {
  return { name: `${firstName} ${lastName}`.trim(), number: memberNumber, born: dateOfBirth }
}

/** Checks a form with the same rule as the page. */
function checkSending(
  form: Form,
  asked: readonly FormFieldOf[],
  sending: BodyOf<typeof sendForm> & { readonly answers: FormAnswers },
  now: Date,
): FieldProblem[] {
  const problems = checkForm(asked, sending.answers, isoDate(easternDay(now)))
  const fields: FieldProblem[] = Object.entries(problems).map(([field, { code }]) => ({ field, code }))
  if (form.files === 'required' && sending.attachmentIds.length === 0)
    fields.push({ field: 'attachmentIds', code: 'field.required' })
  if (sending.signedName === '') fields.push({ field: 'signedName', code: 'field.required' })
  if (!sending.agreed) fields.push({ field: 'agreed', code: 'terms.required' })
  return fields
}

function areSameAnswers(before: FormAnswers, now: FormAnswers): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].every((name) => before[name] === now[name])
}
