import type { Language } from '@portico/contract/page'
import { findPlanKind } from '@portico/rules/coverage/plan-kind'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { LanguageNotices } from '../../brands/content/language-notices.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import { type Database, type Reader, runIn } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { PdfMaker } from '../../platform/pdf/makers.ts'
import { kindOfProduct } from '../coverage/plan-year.ts'
import { type MemberCard, readMemberCard, toLineMember } from '../member/card.ts'
import { coversDay, listProducts, type Product } from '../member/contract.ts'
import type { EobJob } from './eob.ts'
import { claimScope } from './people.ts'
import { buildDetail } from './service.ts'
import { type Claim, findClaim } from './store.ts'
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
    const { claim, card, group } = await readAudited(database, async (tx) => {
      const { found, scope } = await findDecided(tx, principal, claimId, now)
      const record = { recordType: 'claim', recordId: claimId, memberId: found.member_id }
      await audit(tx, principal, { action: 'claim.eob', ...record }, { origin, now })
      const claim = await buildDetail(tx, found, { scope, principal, language, now })
      const card = await readMemberCard(tx, found.member_id)
      return { claim, card, group: findGroup(found, card.groups, await listProducts(tx, found.member_id)) }
    })
    const loaded = brands.requireLoaded(principal.brand)
    const { phoneNumber: phone, hours } = brands.servicePhone(principal.brand, toLineMember(card), language)
    const say = claimTexts(language)
    const reach = { phone, tty: loaded.brand.ttyNumber, hours }
    const lines = [say('eob.phone', reach), say('eob.tty', reach), hours]
    const bytes = await eobs.make({
      claim,
      memberNumber: card.memberNumber,
      group,
      language,
      sender: buildSender(loaded, language, lines),
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

/** The group that a claim belongs to, with the plan on the day of the care; null if it is not known, or not the member's anymore. */
function findGroup(claim: Claim, groups: MemberCard['groups'], products: readonly Product[]): EobJob['group'] {
  const own = groups.filter(({ groupNumber }) => groupNumber === (claim.group_number ?? groupNumber))
  const [group] = own
  if (group === undefined || own.length > 1) return null
  const kind = findPlanKind(claim.type)
  const then = products.find(
    (one) =>
      one.group_number === group.groupNumber && kindOfProduct(one) === kind && coversDay(one, claim.service_from),
  )
  return { ...group, planName: then?.product_name ?? group.planName }
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
