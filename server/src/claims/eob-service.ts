import type { Language } from '@portico/contract/page'
import { audit } from '../audit/store.ts'
import type { BrandService } from '../brand/service.ts'
import { easternDay } from '../day.ts'
import { type Database, type Reader, runIn } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import type { Limits } from '../limits/limits.ts'
import { createTurns } from '../limits/turns.ts'
import { lineMemberOf, readMemberCard } from '../member/card.ts'
import type { PdfMaker } from '../pdf/makers.ts'
import { senderOf } from '../pdf/sender.ts'
import type { LanguageNotices } from '../shell/language-notices.ts'
import type { EobJob } from './eob.ts'
import { claimScope } from './people.ts'
import { detailOf } from './service.ts'
import { findClaim } from './store.ts'
import { claimTexts } from './texts.ts'

export const eobThread = new URL('./eob-thread.ts', import.meta.url)

export interface EobParts {
  readonly database: Database
  readonly brands: BrandService
  readonly limits: Limits
  readonly eobs: PdfMaker<EobJob>
  readonly notices: LanguageNotices
}

export interface Eobs {
  /**
   * A claim's explanation of benefits (MP-5); the read is audited in its transaction. Throws NOT-FOUND, also for a claim that the plan has
   * not decided, and TOO-MANY-REQUESTS after many in an hour, or while another one is being made for the same account.
   */
  create(principal: MemberPrincipal, claimId: string, language: Language, context: CallContext): Promise<FileAnswer>
}

export function createEobs({ database, brands, limits, eobs, notices }: EobParts): Eobs {
  const turns = createTurns()

  return {
    create: (principal, claimId, language, context) =>
      turns.alone(principal.accountId, () => make(principal, claimId, language, context)),
  }

  async function make(principal: MemberPrincipal, claimId: string, language: Language, { origin, now }: CallContext) {
    // A request for a claim that is not there does not count.
    await findDecided(database.read, principal, claimId, now)
    if (!(await limits.reserveEob(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    const { claim, card } = await database.snapshot(async (tx) => {
      const { found, scope } = await findDecided(tx, principal, claimId, now)
      const record = { recordType: 'claim', recordId: claimId, memberId: found.member_id }
      await audit(tx, principal, { action: 'claim.eob', ...record }, { origin, now })
      const claim = await detailOf(tx, found, { scope, principal, language, now })
      return { claim, card: await readMemberCard(tx, found.member_id) }
    })
    const { groups, memberNumber } = card
    const loaded = brands.loaded(principal.brand)
    const { phoneNumber: phone, hours } = brands.servicePhone(principal.brand, lineMemberOf(card), language)
    const say = claimTexts(language)
    const reach = { phone, tty: loaded.brand.ttyNumber, hours }
    const lines = [say('eob.phone', reach), say('eob.tty', reach), hours]
    const bytes = await eobs.make({
      claim,
      memberNumber,
      group: groups.length === 1 ? (groups[0] ?? null) : null,
      language,
      sender: senderOf(loaded, language, lines),
      reach,
      notices: notices(loaded.brand.sharedBrandCode),
      now,
    })
    return {
      name: `${say('eob.fileName')}-${easternDay(now)}.pdf`,
      type: 'application/pdf',
      size: bytes.length,
      inline: false,
      content: inOnePart(bytes),
    }
  }
}

/** Throws NOT-FOUND. */
async function findDecided(db: Reader, principal: MemberPrincipal, claimId: string, now: Date) {
  const scope = await claimScope(runIn(db), principal, now)
  const found = await findClaim(db, scope, claimId)
  if (found === undefined || found.state === 'in-progress') throw new CallError('NOT-FOUND')
  return { found, scope }
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
