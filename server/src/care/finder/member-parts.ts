import type { EmailService } from '../../mailing/email/service.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { maxPlaces, readProviders, readShown } from './store.ts'
import { describeEntries, type Entry } from './tell.ts'

/** What a member's own part of the directory depends on. */
export interface MemberFinderParts {
  readonly database: Database
  readonly limits: Limits
  readonly emails: EmailService
  readonly holidays: ReadonlySet<string>
}

/** A provider of the directory of the member's brand. Throws NOT-FOUND. */
export async function requireProvider(
  tx: Tx,
  { brand }: MemberPrincipal,
  providerId: string,
  { language, now }: CallContext,
): Promise<{ readonly name: string; readonly entries: readonly Entry[] }> {
  const shown = await readShown(tx, brand)
  const today = easternDay(now)
  const rows = await readProviders(tx, shown, { ids: [providerId], each: maxPlaces, center: null, day: today })
  const [first] = rows
  if (first === undefined) throw new CallError('NOT-FOUND')
  const entries = describeEntries(rows, { language, center: null, today })
  return { name: first.name, entries }
}

/** The facts that a member relies on: address, phone, networks, and whether they accept new patients. */
export function pickRelevant({ name, address, city, zip, phone, networks, accepting, verifiedOn }: Entry) {
  const place = [address, [city, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return { name, address: place, phone, networks: networks.map((one) => one.name), accepting, verifiedOn }
}
