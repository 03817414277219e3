import type { PayloadOf } from '@portico/contract/call'
import type { dropCards, keepCards, keptCards } from '@portico/contract/calls/kept-cards'
import type { AuthoredLanguage, Language } from '@portico/contract/page'
import { findKeptEnd, isKeptDue } from '@portico/rules/coverage/kept-card'
import { authoredLanguages } from '@portico/rules/languages/authored'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Handler } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { RequestAuth } from '../../platform/http/principal.ts'
import { about, aboutEach, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler, FinishedHandler } from '../../platform/http/stages.ts'
import { cardFacts, listFacts } from './card-facts.ts'
import { toCardBrand } from './card-file.ts'
import { cardSvg } from './card-svg.ts'
import { readKeepDays } from './keep-days.ts'
import { deleteKept, deleteOutdated, findJustKept, findKept, holdOpenSession, putKept } from './kept-card-store.ts'
import { type DatedCard, readCards } from './service.ts'

type Payload = PayloadOf<typeof keepCards>

/** What a member has read: the cards, and how long their phone may show them. */
interface KeptCards {
  readonly cards: readonly DatedCard[]
  readonly isNDMedicaid: boolean
  readonly keptAt: Date
  readonly until: Date
}

/** Keeps cards, for the member themselves only. Throws NOT-FOUND if the brand does not offer it, or there is no card. */
export function makeKeeping(brands: BrandService): FinishedHandler<typeof keepCards, undefined, KeptCards> {
  return {
    handle: async ({ principal, body: { keptId } }, { now, userAgent }, tx) => {
      const { accountId, sessionId, brand } = principal
      const days = await readKeepDays(tx, brand)
      if (days === 0) throw new CallError('NOT-FOUND')
      await lockAccount(tx, accountId)
      if (!(await holdOpenSession(tx, sessionId))) throw new CallError('NO-SESSION')
      const { cards, isNDMedicaid } = await readCards(tx, principal, now)
      if (cards.length === 0) throw new CallError('NOT-FOUND')
      const keptAt = (await findJustKept(tx, { keptId, sessionId }, now)) ?? now
      const until = new Date(findKeptEnd(keptAt.getTime(), days))
      const about = { kept_id: keptId, account_id: accountId, session_id: sessionId, brand, user_agent: userAgent }
      const done = await putKept(tx, { ...about, kept_at: keptAt, expires_at: until })
      if (done === null) throw new CallError('CONFLICT')
      await deleteOutdated(tx, accountId, now)
      const action = done === 'added' ? 'kept-card.add' : 'kept-card.renew'
      return aboutEach(
        [
          { action, recordId: keptId },
          ...cards.map(({ card }) => ({ action: 'id-card.read' as const, recordId: card.cardId })),
        ],
        { cards, isNDMedicaid, keptAt, until },
      )
    },
    finish: async ({ cards, isNDMedicaid, keptAt, until }, { principal: { brand } }, { language }) => {
      const phone = (of: Language) => brands.servicePhone(brand, { isNDMedicaid }, of).phoneNumber
      return {
        keptAt: keptAt.toISOString(),
        until: until.toISOString(),
        phone: phone(language),
        cards: authoredLanguages.flatMap((of) =>
          cards.map((one) => drawCard(one, brands, { brand, phone: phone(of), language: of })),
        ),
      }
    },
  }
}

function drawCard(
  { card, ends }: DatedCard,
  brands: BrandService,
  { brand, phone, language }: { readonly brand: string; readonly phone: string; readonly language: AuthoredLanguage },
): Payload['cards'][number] {
  const loaded = brands.requireLoaded(brand)
  const facts = cardFacts(card, toCardBrand(loaded, phone, language), language)
  const draw = (side: 'front' | 'back') => cardSvg(facts, side, { tokens: loaded.tokens, mark: loaded.images.mark.svg })
  return {
    language,
    title: facts.title,
    name: card.firstName,
    ends,
    front: draw('front'),
    back: draw('back'),
    facts: listFacts(facts),
  }
}

export const dropKeptCards: AuditedHandler<typeof dropCards> = async ({ principal, params: { keptId } }, _, tx) =>
  (await deleteKept(tx, principal.accountId, keptId)) ? about(keptId, {}) : leaveUnchanged({})

/**
 * Tells a phone whether it may go on showing its cards. The phone identifies itself by an unguessable id, because it may ask long after
 * its session has ended.
 */
export function tellKept(parts: {
  readonly database: Database
  readonly authenticator: RequestAuth
}): Handler<typeof keptCards> {
  return async ({ params: { keptId } }, { cookies: { LtpaToken2 }, now }) => {
    const { read } = parts.database
    const kept = await findKept(read, keptId, now)
    if (kept === undefined) return { mayShow: false, isDue: false }
    // The brand may have reduced the days since, even to none.
    const days = await readKeepDays(read, kept.brand)
    if (findKeptEnd(kept.kept_at.getTime(), days) <= now.getTime()) return { mayShow: false, isDue: false }
    const someone = LtpaToken2 ? await parts.authenticator.bySessionCookie(LtpaToken2, now, { background: true }) : null
    if (someone === null) return { mayShow: true, isDue: false }
    // Someone who looks at another member's information is still the same person, with a separate session for that.
    const isTheirs = someone.accountId === kept.account_id && (someone.actor === null || someone.scopes !== null)
    if (!isTheirs) return { mayShow: false, isDue: false }
    const isOfThisSession = someone.sessionId === kept.session_id
    const isDue =
      someone.actor === null && isKeptDue({ keptAt: kept.kept_at.getTime(), isOfThisSession }, now.getTime())
    return { mayShow: true, isDue }
  }
}
