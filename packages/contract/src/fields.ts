import { mapContact } from '@portico/rules/identity/contact'
import { storeIds } from '@portico/rules/limits'
import { visibleLine, visibleText } from '@portico/rules/text/visible'
import * as v from 'valibot'

/** One line sent by a person or a program, without invisible characters; the cap keeps hostile input cheap. */
export const ShortText = line(100)

/** One line of at most `most` UTF-16 units, without invisible characters. */
export function line(most: number) {
  return v.pipe(v.string(), v.maxLength(most), v.transform(visibleLine))
}

/** Several lines of at most `most` UTF-16 units, without characters that mislead their readers. */
export function lines(most: number) {
  return v.pipe(v.string(), v.maxLength(most), v.transform(visibleText))
}

/** The same two, trimmed, of at least `least` units. */
export function trimLine(most: number, least = 0) {
  const limits = [v.minLength<string, number>(least), v.maxLength<string, number>(most)] as const
  return v.pipe(v.string(), v.trim(), ...limits, v.transform(visibleLine), v.trim(), limits[0])
}

export function trimLines(most: number, least = 0) {
  const limits = [v.minLength<string, number>(least), v.maxLength<string, number>(most)] as const
  return v.pipe(v.string(), v.trim(), ...limits, v.transform(visibleText), v.trim(), limits[0])
}

/** ISO 8601 moment in UTC, e.g. `2026-11-20T14:12:00.000Z`. */
export const Moment = v.pipe(v.string(), v.isoTimestamp())

/** Calendar day `yyyy-mm-dd`. */
export const Day = v.pipe(v.string(), v.isoDate())

/** A date in a request, which must exist in the calendar. */
export const AskedDay = v.pipe(Day, v.check(isInCalendar))

/** A moment in a request, on a day that exists. */
export const AskedMoment = v.pipe(Moment, v.check(isInCalendar))

/**
 * Whether the day at the beginning of a text stays the same when parsed, unlike February 31. The database has no year 0, and the days
 * before and after a requested day must be valid texts, too.
 */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  return day >= '0002' && day < '9999' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}

/** Lower-cased here, like the database's own ids, so that a record has the same name in answers and in the audit log. */
export const Uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** The records of a person that an id in a request may name: their message, the number of their group, an agency that they work for. */
export const recordKinds = [
  'access',
  'account',
  'agency',
  'agent',
  'attachment',
  'bill',
  'billingAccount',
  'card',
  'claim',
  'client',
  'clientNumber',
  'device',
  'draft',
  'grant',
  'group',
  'groupNumber',
  'lead',
  'medicine',
  'memberNumber',
  'message',
  'method',
  'move',
  'passkey',
  'payment',
  'person',
  'proposal',
  'region',
  'request',
  'session',
  'spendingAccount',
  'thread',
  'token',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** An id in a request that names a person's record: the tests try every call that takes one with a second person's record. */
export function recordId(record: RecordKind, schema: v.GenericSchema<string> = Uuid) {
  return v.pipe(schema, v.metadata({ record }))
}

/** A group of a member's plan. */
export const GroupKey = {
  clientNumber: recordId('clientNumber', ShortText),
  groupNumber: recordId('groupNumber', ShortText),
}

const AgencyCode = v.pipe(v.string(), v.maxLength(20))
/** One of someone's agencies, and a region of it. */
export const AgencyKey = { agencyId: recordId('agency', AgencyCode), region: recordId('region', AgencyCode) }

/** A position in a list, from one of our answers; the cap keeps hostile input cheap. */
export const ListPlace = v.pipe(v.string(), v.maxLength(100))

/** The part of a conversation before the returned messages: pass `before` to get it; null at the beginning. */
export const Earlier = v.nullable(v.object({ before: v.string(), count: v.number() }))

/** Ids of attachments; the brand decides how many a message may have, and the cap keeps hostile input cheap. */
export const AttachmentIds = v.pipe(v.array(recordId('attachment')), v.maxLength(50))

/** The same for a draft: the files must exist only when it is sent. */
export const DraftFileIds = v.pipe(v.array(Uuid), v.maxLength(50))

export const StoreParams = v.object({ storeID: v.picklist(storeIds) })

/** A whole number that arrives as text in a query string. */
export function queryNumber(options: { readonly min: number; readonly max: number; readonly fallback: number }) {
  return v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(options.min), v.maxValue(options.max)),
    String(options.fallback),
  )
}

/** The result of a change that the page identifies with its own id. */
export const Repeat = {
  /** It was stored before, under the same id; nothing was stored this time. */
  repeated: v.boolean(),
  /** What was stored then differs from what was sent now. */
  differs: v.boolean(),
}

/** The claim that a message is about (MP-9), and whether it is an appeal of its decision (MP-8). */
export const MentionedClaim = { claimId: v.optional(recordId('claim')), appeal: v.optional(v.boolean(), false) }

/** The contact information that people may change: absent stays unchanged, empty is cleared. */
export const ContactLines = mapContact(() => v.optional(v.nullable(ShortText)))
/** The same lines in answers. */
export const ShownContact = mapContact(() => v.nullable(v.string()))
