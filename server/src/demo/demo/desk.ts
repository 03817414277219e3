import { everyBrand } from '@portico/rules/brand/every'
import { replyItem } from '@portico/rules/content/declared'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import type { DemoDesk } from './data.ts'
import { gatherRows, type Rows } from './rows.ts'
import { listMessages, listWorkers } from './store.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const historyDays = 30

type Person = DemoDesk['people'][number]
type Conversation = Person['conversations'][number]

interface Colleague {
  readonly id: string
  readonly name: string
}

/** The data of the staff workspace: members who wait, canned replies, and how busy the desks have been. */
export async function insertDesk(tx: Tx, desk: DemoDesk, now: Date): Promise<void> {
  const rows = gatherRows()
  await takeOver(tx, rows)
  await rows.insert(tx)
  // A line for each brand that someone works for.
  const staff = await listWorkers(tx)
  const findStaff = (loginId: string) => {
    const found = staff.find(({ login_id }) => login_id === loginId)
    if (found === undefined) throw new Error(`The demo has no ${loginId}.`)
    return { id: found.account_id, name: `${found.first_name} ${found.last_name}` }
  }
  for (const person of desk.people) {
    const memberId = addPerson(rows, person)
    for (const conversation of person.conversations) {
      addConversation(rows, { memberId, person, conversation, findStaff, now })
    }
  }
  for (const reply of desk.cannedReplies) addReply(rows, reply, { findStaff, now })
  const listAt = (brand: string) =>
    staff.filter((one) => one.brand === brand && one.entitlements.includes('answer')).map((one) => one.account_id)
  const listReps = (brand: string) => {
    const own = listAt(brand)
    return own.length > 0 ? own : listAt(everyBrand)
  }
  addHistory(rows, { busy: desk.busy, listReps, now })
  await rows.insert(tx)
}

/** A canned reply that one person wrote and another approved. */
function addReply(
  rows: Rows,
  { brand, language, title, text }: DemoDesk['cannedReplies'][number],
  { findStaff, now }: { readonly findStaff: (loginId: string) => Colleague; readonly now: Date },
): void {
  const [author, approver] = [findStaff('AUTHOR01'), findStaff('APPROV01')]
  const version_id = uuidv7()
  const note = 'For the desk'
  const approved = { note, account_id: approver.id }
  const release = {
    release_id: uuidv7(),
    live_from: now,
    live_until: null,
    released_at: now,
    released_by: approver.name,
  }
  const written = { note, written_at: now, account_id: author.id, written_by: author.name }
  const value = JSON.stringify({ title, text })
  const item = { name: replyItem(uuidv7()), brand, language, qualifiers: '{}', content_type: 'Reply', value }
  rows.add('content_version', { version_id, ...item, ...written })
  const step = { step_id: uuidv7(), version_id, step: 'approve' as const, taken_at: now, taken_by: approver.name }
  rows.add('content_step', { ...step, ...approved })
  rows.add('content_release', { ...release, ...approved })
  rows.add('content_released', { release_id: release.release_id, version_id })
}

/** The conversations of the members who can sign in: open if the member wrote last. */
async function takeOver(tx: Tx, rows: Rows): Promise<void> {
  const messages = await listMessages(tx)
  const taken = new Set<string>()
  for (const last of messages) {
    const { thread_id } = last
    if (taken.has(thread_id)) continue
    taken.add(thread_id)
    if (!messages.some((one) => one.thread_id === thread_id && !one.incoming)) continue
    const waitingSince = last.incoming ? null : last.sent_at
    rows.add('thread_work', {
      member_id: last.member_id,
      thread_id,
      brand: last.brand,
      category_id: last.category_id,
      language: 'en',
      state: last.incoming ? 'resolved' : 'open',
      version: 1,
      assignee_account_id: null,
      ...buildWaiting(waitingSince),
      changed_at: last.sent_at,
    })
  }
}

/** When an answer is due, in a year without holidays. */
function buildWaiting(since: Date | null) {
  return { waiting_since: since, due_at: since && computeReplyBy(since, new Set()) }
}

function addPerson(rows: Rows, person: Person): string {
  const memberId = uuidv7()
  rows.add('member', {
    member_id: memberId,
    brand: person.brand,
    member_number: person.memberNumber,
    contract_number: person.memberNumber,
    first_name: person.firstName,
    last_name: person.lastName,
    date_of_birth: person.dateOfBirth,
    relationship_code: '18',
    chip: false,
    guardian_verified_on: null,
  })
  rows.add('coverage', {
    member_id: memberId,
    client_number: person.clientNumber,
    client_name: person.clientName,
    group_number: person.groupNumber,
    group_name: person.groupName,
    plan_name: person.planName,
    medicare_indicator: false,
    direct_pay_indicator: null,
    is_nd_medicaid: person.medicaid,
    rx_bin: null,
    rx_pcn: null,
    rx_group: null,
    copays: '{}',
    effectuated_on: null,
    position: 0,
  })
  return memberId
}

function addConversation(
  rows: Rows,
  parts: {
    readonly memberId: string
    readonly person: Person
    readonly conversation: Conversation
    readonly findStaff: (loginId: string) => Colleague
    readonly now: Date
  },
): void {
  const { memberId, person, conversation, findStaff, now } = parts
  const { categoryId, subCategoryId, subject, language, state, assignee } = conversation
  const ids = { member_id: memberId, thread_id: uuidv7() }
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const [first, last] = [conversation.messages[0], conversation.messages.at(-1)]
  const topic = { brand: person.brand, category_id: categoryId }
  rows.add('thread', {
    ...ids,
    ...topic,
    sub_category_id: subCategoryId,
    subject,
    reply_blocked_reason: null,
    created_at: ago(first?.hoursAgo ?? 0),
  })
  for (const { hoursAgo, author, text } of conversation.messages) {
    const at = ago(hoursAgo)
    rows.add('message', {
      ...ids,
      message_id: uuidv7(),
      client_message_id: null,
      incoming: author !== undefined,
      author_name: author ?? `${person.firstName} ${person.lastName}`,
      body: text,
      sent_at: at,
      read_at: author === undefined ? null : at,
      deleted_at: null,
    })
  }
  for (const { hoursAgo, author, text } of conversation.notes) {
    rows.add('thread_note', {
      ...ids,
      note_id: uuidv7(),
      client_message_id: uuidv7(),
      author_account_id: findStaff(author).id,
      author_name: findStaff(author).name,
      body: text,
      written_at: ago(hoursAgo),
    })
  }
  rows.add('thread_work', {
    ...ids,
    ...topic,
    language,
    state,
    version: 1,
    assignee_account_id: assignee === undefined ? null : findStaff(assignee).id,
    ...buildWaiting(state === 'open' ? ago(last?.hoursAgo ?? 0) : null),
    changed_at: ago(last?.hoursAgo ?? 0),
  })
}

/** Some weeks of messages and answers: fewer on weekends, slower on Mondays, the same at every start. */
function addHistory(
  rows: Rows,
  {
    busy,
    listReps,
    now,
  }: { readonly busy: DemoDesk['busy']; readonly listReps: (brand: string) => readonly string[]; readonly now: Date },
): void {
  const events = Object.entries(busy).flatMap(([brand, usual], place) => {
    const reps = listReps(brand)
    return Array.from({ length: historyDays }, (_, daysAgo) => {
      const noon = new Date(now.getTime() - daysAgo * dayMs)
      const weekday = noon.getUTCDay()
      const isWeekend = weekday === 0 || weekday === 6
      const swing = 1 + 0.25 * Math.sin(daysAgo * 1.7 + place)
      const received = Math.max(1, Math.round(usual * swing * (isWeekend ? 0.25 : weekday === 1 ? 1.3 : 1)))
      const answered = isWeekend ? 0 : Math.round(received * (weekday === 1 ? 0.8 : 1.05))
      const one = (kind: 'received' | 'answered', count: number) =>
        Array.from({ length: count }, (_none, at) => {
          const waited = 35 + ((at * 47 + place * 13) % 300) + (weekday === 1 ? 90 : 0)
          return {
            event_id: uuidv7(),
            at: new Date(noon.getTime() - at * 9 * 60 * 1000),
            brand,
            category_id: 'claims',
            kind,
            waited_minutes: kind === 'answered' ? waited : null,
            late: kind === 'answered' ? waited > 380 : null,
            answered_by: kind === 'answered' ? (reps[(at + daysAgo) % reps.length] ?? null) : null,
          }
        })
      return [...one('received', received), ...one('answered', answered)]
    }).flat()
  })
  rows.add('desk_event', ...events)
}
