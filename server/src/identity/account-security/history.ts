import type { Call, PayloadOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import type { accessHistory } from '@portico/contract/calls/account-security'
import { parseDevice } from '@portico/rules/account-security/device'
import { type AccountEvent, readAccountHistory } from '../../platform/audit/history-store.ts'
import type { Reader } from '../../platform/db/database.ts'
import { type Cursor, cursorText } from '../../platform/http/cursor.ts'

type History = PayloadOf<typeof accessHistory>
type Kind = History['events'][number]['kind']

const pageSize = 20

/** Kinds of a person's own events in their history; other events are not shown. */
const ownKinds: Readonly<Record<string, Kind>> = {
  'sign-in': 'signed-in',
  'sign-out': 'signed-out',
  'sign-out.inactivity': 'timed-out',
  'device.end': 'signed-out-elsewhere',
  'step-up': 'confirmed',
  'password.change': 'password-changed',
  'security-questions.set': 'questions-chosen',
  'profile.change': 'profile-changed',
  'data.export': 'data-downloaded',
  'email.change': 'email-asked',
  'email.withdraw': 'email-withdrawn',
  'notifications.change': 'notifications-changed',
  'sharing.change': 'sharing-changed',
  'passkey.add': 'passkey-added',
  'passkey.rename': 'passkey-renamed',
  'passkey.remove': 'passkey-removed',
  'authenticator.on': 'authenticator-on',
  'authenticator.off': 'authenticator-off',
  'recovery-codes.make': 'recovery-codes-made',
  'recovery-code.use': 'recovery-code-used',
  'device.remember': 'device-remembered',
  'device.forget': 'device-forgotten',
  'access.invite': 'access-invited',
  'access.invite-again': 'access-invited',
  'access.change': 'access-changed',
  'access.accept': 'access-accepted',
  'access.decline': 'access-declined',
  'access.end': 'access-ended',
  'app.connect': 'app-connected',
  'app.change': 'app-changed',
  'app.decline': 'app-declined',
  'app.end': 'app-ended',
}

/** Refused attempts, by the code that they were refused with. */
const refusedKinds: Readonly<Record<string, Kind>> = {
  'GEN-NOMATCH': 'sign-in-refused',
  'GEN-SUSPEND': 'sign-in-locked',
  'LOCKED-BY-STAFF': 'sign-in-locked-by-staff',
  'TOO-MANY-REQUESTS': 'sign-in-locked',
  'SECOND-FACTOR-REQUIRED': 'code-asked',
  'CODE-WRONG': 'code-refused',
  'CHALLENGE-EXPIRED': 'code-refused',
}

/** Actions without a session, such as those of someone who forgot their password (RG-2). A refusal does not mean that someone got in. */
const sessionlessKinds: Readonly<Record<string, Readonly<Record<'done' | 'refused', Kind>>>> = {
  'registration.confirm': { done: 'account-opened', refused: 'sign-in-failed' },
  'recovery.login-id': { done: 'recovery-asked', refused: 'recovery-refused' },
  'recovery.link': { done: 'recovery-asked', refused: 'recovery-refused' },
  'recovery.questions': { done: 'recovery-asked', refused: 'recovery-refused' },
  'email.confirm': { done: 'email-changed', refused: 'recovery-refused' },
  'recovery.answers': { done: 'recovery-asked', refused: 'recovery-refused' },
  'password.recover': { done: 'password-recovered', refused: 'recovery-refused' },
}

const staffKinds: Readonly<Record<string, Kind>> = {
  'simulation.start': 'staff-began',
  'simulation.end': 'staff-ended',
  'overview.read': 'staff-viewed-overview',
  'coverage.read': 'staff-viewed-overview',
  'messages.list': 'staff-viewed-messages',
  'message.read': 'staff-viewed-messages',
  'attachment.view': 'staff-viewed-messages',
  'attachment.download': 'staff-viewed-messages',
}

/** Staff's own actions in their workspace, except their internal notes. */
const workspaceKinds: Readonly<Record<string, Kind>> = {
  'workspace.read': 'staff-viewed-messages',
  'workspace.search': 'staff-viewed-messages',
  'workspace.reply': 'staff-answered',
  'workspace.attachment-view': 'staff-viewed-messages',
  'workspace.attachment-download': 'staff-viewed-messages',
  'workspace.claim': 'staff-viewed',
  'workspace.form': 'staff-viewed',
}

/** Others' actions, in their own sessions, on access they were given or offered (RG-3). */
const otherKinds: Readonly<Record<string, Kind>> = {
  'access.accept': 'person-accepted',
  'access.decline': 'person-declined',
  'access.end': 'person-ended-access',
}

/** Others' actions while they view the person's information. */
const viewingKinds: Readonly<Record<string, Kind>> = {
  'viewing.start': 'person-began',
  'viewing.end': 'person-ended',
  'overview.read': 'person-viewed-overview',
  'coverage.read': 'person-viewed-overview',
  'messages.list': 'person-viewed-messages',
  'message.read': 'person-viewed-messages',
  'attachment.view': 'person-viewed-messages',
  'attachment.download': 'person-viewed-messages',
  'search.read': 'person-viewed-messages',
}

/** Background calls of a rep's page, which are not shown. */
const leftOut: readonly string[] = ['person-state.change', 'token.reuse', 'token.revoke']

/** The actions of all calls that change nothing, according to the contract. */
const reading = new Set(
  Object.values<Call>(calls)
    .filter(({ changes, onlyReads }) => !changes || onlyReads)
    .flatMap(({ audit }) => [audit ?? []].flat().flatMap(({ action }) => action)),
)

/**
 * Whether an action changes nothing: it only views, searches or downloads. The log has events from before today's contract, so names count,
 * too.
 */
function isRead(action: string): boolean {
  return reading.has(action) || /^letter\.|\.(read|list|search|export|eob|print|document)$/.test(action)
}

/** A page of an account's history (RG-4), newest first. */
export async function readHistory(db: Reader, accountId: string, before: Cursor | null): Promise<History> {
  const found = await readAccountHistory(db, {
    accountId,
    ownActions: Object.keys(ownKinds),
    leftOut,
    staffActions: Object.keys(workspaceKinds),
    otherActions: Object.keys(otherKinds),
    before,
    max: pageSize + 1,
  })
  const events = found.slice(0, pageSize)
  const last = events.at(-1)
  return {
    events: withoutRepeats(events).map(toView),
    next: last && found.length > pageSize ? cursorText({ at: last.at, id: last.eventId }) : null,
  }
}

/**
 * Different actions by staff, or by someone with access, can look the same to the person: shows each kind once per session, at its first
 * occurrence.
 */
function withoutRepeats(events: readonly AccountEvent[]): AccountEvent[] {
  const toKey = (event: AccountEvent) => `${event.sessionId} ${findKind(event)}`
  return events.filter(
    (event, at) =>
      !(event.by === 'staff' || event.by === 'other') ||
      !events.slice(at + 1).some((older) => older.by === event.by && toKey(older) === toKey(event)),
  )
}

function toView(event: AccountEvent): History['events'][number] {
  const { eventId, at, by, person, reason, address, userAgent, method } = event
  const kind = findKind(event)
  const isSomebodyElse = by === 'staff' || by === 'other'
  return {
    eventId,
    at: at.toISOString(),
    kind,
    person,
    reason,
    method: kind === 'signed-in' ? method : null,
    // Other people's devices and addresses are not shown to the person.
    device: isSomebodyElse || userAgent === null ? null : parseDevice(userAgent),
    address: isSomebodyElse ? null : address,
  }
}

function findKind({ by, action, outcome }: AccountEvent): Kind {
  switch (by) {
    case 'person':
      return outcome === 'done' ? (ownKinds[action] ?? 'confirmed') : 'confirm-refused'
    case 'stranger':
      return (
        sessionlessKinds[action]?.[outcome === 'done' ? 'done' : 'refused'] ??
        refusedKinds[action.replace(/^sign-in /, '')] ??
        'sign-in-failed'
      )
    case 'other':
      return otherKinds[action] ?? viewingKinds[action] ?? (isRead(action) ? 'person-viewed' : 'person-changed')
    case 'staff':
      return staffKinds[action] ?? workspaceKinds[action] ?? (isRead(action) ? 'staff-viewed' : 'staff-changed')
  }
}
