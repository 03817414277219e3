import type { claimEob } from '@portico/contract/calls/claims'
import { findPlanKind } from '@portico/rules/coverage/plan-kind'
import { toPrinted } from '@portico/rules/languages/list'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { LanguageNotices } from '../../brands/content/language-notices.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
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
  readonly eobs: JobThreads<EobJob>
  readonly notices: LanguageNotices
}

/** The input for an explanation of benefits. */
interface Decided extends Pick<EobJob, 'claim' | 'program' | 'group' | 'language'> {
  readonly card: MemberCard
}

export interface Eobs {
  /**
   * A claim's explanation of benefits (MP-5). Throws NOT-FOUND, also for a claim that the plan has not decided, and TOO-MANY-REQUESTS
   * after many in an hour, or while another one is being made for the same account.
   */
  readonly create: FinishedHandler<typeof claimEob, void, Decided>
}

export function createEobs({ database, brands, limits, eobs, notices }: EobParts): Eobs {
  const turns = createTurns()
  const create: Eobs['create'] = {
    around: ({ principal }, _context, run) => turns.alone(principal.accountId, run),
    prepare: async ({ principal, params: { claimId } }, { now }) => {
      // A request for a claim that does not exist must not count.
      await findDecided(database.read, principal, claimId, now)
      if (!(await limits.reserveEob(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    },
    handle: async ({ principal, params: { claimId }, query }, context, tx) => {
      const { now } = context
      const { found, scope } = await findDecided(tx, principal, claimId, now)
      const { member_id: memberId } = found
      const language = toPrinted(query.language ?? context.language)
      const claim = await buildDetail(tx, found, { scope, principal, language, now })
      const card = await readMemberCard(tx, memberId)
      const group = findGroup(found, card.groups, await listProducts(tx, memberId))
      return about(claimId, { claim, program: found.program, card, group, language }, { memberId })
    },
    finish: async ({ claim, program, card, group, language }, { principal }, { now }) => {
      const loaded = brands.requireLoaded(principal.brand)
      const { phoneNumber: phone, hours } = brands.servicePhone(principal.brand, toLineMember(card), language)
      const say = claimTexts(language)
      const reach = { phone, tty: loaded.brand.ttyNumber, hours }
      const lines = [say('eob.phone', reach), say('eob.tty', reach), hours]
      const bytes = await eobs.make({
        claim,
        program,
        memberNumber: card.memberNumber,
        group,
        language,
        sender: buildSender(loaded, language, lines),
        reach,
        postalAddress: loaded.brand.postalAddress,
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
    },
  }
  return { create }
}

/** The claim's group, with the plan on the day of the care; null: not known, or no longer one of the member's groups. */
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
  const scope = await claimScope(db, principal, now)
  const found = await findClaim(db, scope, claimId)
  if (found === undefined || found.state === 'in-progress') throw new CallError('NOT-FOUND')
  return { found, scope }
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
