import { applePass, googlePass } from '@portico/contract/calls/wallet'
import { iconAddress, iconPng } from '../../brands/brand/icon-png.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { toCardBrand } from '../coverage/card-file.ts'
import { type DatedCard, readCards } from '../coverage/service.ts'
import { buildPassContent, type PassContent } from './pass-content.ts'
import type { Wallets } from './wallets.ts'

interface WalletParts {
  readonly brands: BrandService
  readonly dataKey: DataKey
  readonly wallets: Wallets
}

interface FoundCard {
  readonly dated: DatedCard
  readonly isNDMedicaid: boolean
}

const passType = 'application/vnd.apple.pkpass'

/** ID cards as wallet passes (MP-12), for the member themselves only. */
export function bindWallet(binder: Binder, parts: WalletParts): void {
  const { brands, wallets } = parts
  binder.bind(applePass, {
    handle: async ({ principal, params: { cardId } }, { now }, tx) => {
      // The call changes nothing, but a rep must not take a pass away.
      if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
      if (!wallets.listOffered(principal.brand, now).includes('apple')) throw new CallError('NOT-FOUND')
      return about(cardId, await findCard(tx, principal, cardId, now))
    },
    finish: async (found, { principal }, context) => {
      const keys = wallets.find(principal.brand)?.apple
      if (!keys) throw new CallError('UNAVAILABLE')
      const { buildApplePass } = await import('./apple-pass.ts')
      const content = composePass(parts, found, principal, context)
      const [small, large] = [180, 512] as const
      const mark = (size: typeof small | typeof large) => iconPng(brands.requireLoaded(principal.brand), size)
      const pictures = {
        'icon.png': mark(small),
        'icon@2x.png': mark(small),
        'logo.png': mark(small),
        'logo@2x.png': mark(large),
      }
      return toFile(buildApplePass(content, pictures, keys, context.now))
    },
  })
  binder.bind(googlePass, {
    handle: async ({ principal, params: { cardId } }, { now }, tx) => {
      if (!wallets.listOffered(principal.brand, now).includes('google')) throw new CallError('NOT-FOUND')
      return about(cardId, await findCard(tx, principal, cardId, now))
    },
    finish: async (found, { principal }, context) => {
      const { brand } = principal
      const keys = wallets.find(brand)?.google
      if (!keys) throw new CallError('UNAVAILABLE')
      const { now, calledOrigin: origin } = context
      const mark = origin + iconAddress(brands.requireLoaded(brand), 512)
      try {
        const content = composePass(parts, found, principal, context)
        return { link: await wallets.google.add(content, keys, { brand, origin, mark, now }) }
      } catch (error) {
        context.warn(`Google took no pass: ${error instanceof Error ? error.name : 'unknown'}`)
        throw new CallError('UNAVAILABLE')
      }
    },
  })
}

async function findCard(tx: Tx, principal: MemberPrincipal, cardId: string, now: Date): Promise<FoundCard> {
  const { cards, isNDMedicaid } = await readCards(tx, principal, now)
  const dated = cards.find(({ card }) => card.cardId === cardId)
  if (dated === undefined) throw new CallError('NOT-FOUND')
  return { dated, isNDMedicaid }
}

function composePass(
  { brands, dataKey }: WalletParts,
  { dated, isNDMedicaid }: FoundCard,
  { accountId, brand }: MemberPrincipal,
  { language }: Pick<CallContext, 'language'>,
): PassContent {
  const { phoneNumber } = brands.servicePhone(brand, { isNDMedicaid }, language)
  const loaded = brands.requireLoaded(brand)
  const [hash] = dataKey.hashes(`${accountId} ${dated.card.cardId}`, 'wallet pass')
  const serial = hash.toString('base64url')
  return buildPassContent(
    dated,
    { ...toCardBrand(loaded, phoneNumber, language), tokens: loaded.tokens },
    { language, serial },
  )
}

function toFile(bytes: Buffer): FileAnswer {
  return { name: 'id-card.pkpass', type: passType, size: bytes.length, inline: true, content: once(bytes) }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
