import type { Call } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { rawCatalogues } from '../../base/texts/test-texts.ts'
import { nameAction } from './action-text.ts'

const t = (id: string, values: object = {}) => `${id}${Object.values(values).join()}`
const ids = (part: string) =>
  Object.keys(rawCatalogues('en').get('audit') ?? {})
    .filter((id) => id.startsWith(`audit.${part}.`))
    .map((id) => id.slice(`audit.${part}.`.length))

/** The actions that calls write to the audit log, by the contract. */
const actions = (Object.values(calls) as readonly Call[])
  .flatMap(({ audit }) => [audit ?? []].flat())
  .flatMap(({ action }) => [action].flat())

describe('AD-4 actions of the audit log in words', () => {
  test.each([...new Set(actions)])('AD-4 %s has words', (action) => {
    expect(nameAction(action, t)).not.toBeNull()
  })

  // Notices from a payment gateway or a pharmacy are logged under the resulting state.
  test.each([
    ...['succeeded', 'failed', 'expired', 'taken-back', 'reinstated'].map((end) => `premium-payment.${end}`),
    ...['saved', 'expired', 'removed'].map((end) => `premium-method.${end}`),
    ...['accepted', 'ready', 'refused'].map((end) => `medicine-order.${end}`),
  ])('AD-4 MP-14 %s says how it ended', (action) => {
    expect(nameAction(action, t)).toContain('audit.did.')
  })

  test('AD-4 every text belongs to an action', () => {
    for (const subject of ids('of')) expect([subject, nameAction(`${subject}.read`, t)]).not.toContain(null)
    for (const deed of ids('did')) expect([deed, nameAction(`claim.${deed}`, t)]).not.toContain(null)
    for (const one of ids('alone')) expect(nameAction(one, t)).toContain(`audit.alone.${one}`)
    for (const more of ids('with')) expect(nameAction(`staff.ask ${more}`, t)).toContain(`audit.with.${more}`)
  })

  test('AD-4 staff actions on files of a conversation, and actions without words of their own, show no raw code', () => {
    expect(nameAction('workspace.attachments-list', t)).toBe(nameAction('attachments.list', t))
    expect(nameAction('workspace.attachment-upload', t)).toBe(nameAction('attachment.upload', t))
    expect(nameAction('workspace.attachment-view', t)).toContain('audit.did.attachment-view')
    expect(nameAction('premium-payment.unheard-of', t)).toBe('audit.of.premium-payment')
  })

  test('AD-4 no words are made up for an action that has none', () => {
    for (const action of ['', 'claim', 'unheard-of.read', '.read']) expect(nameAction(action, t)).toBeNull()
    expect(nameAction('fhir.read Patient', t)).toBeNull()
    expect(nameAction('app.read Patient 3', t)).toBe(nameAction('app.read', t))
  })
})
