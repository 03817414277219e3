import type { QueryOf } from '@portico/contract/call'
import type { idCardFile } from '@portico/contract/calls/coverage'
import type { Language } from '@portico/contract/page'
import { toPrinted } from '@portico/rules/languages/list'
import type { LoadedBrand } from '../../brands/brand/load.ts'
import { buildSender } from '../../brands/brand/sender.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import { type CardBrand, cardFacts } from './card-facts.ts'
import type { CardJob } from './card-picture.ts'
import { cardSvg } from './card-svg.ts'
import { cardTexts } from './card-texts.ts'
import type { IdCard } from './cards.ts'

export const cardThread = new URL('./card-thread.ts', import.meta.url)

interface CardFileParts extends QueryOf<typeof idCardFile> {
  readonly loaded: LoadedBrand
  readonly phone: string
  readonly language: Language
  readonly now: Date
  readonly documents: Pick<JobThreads<CardJob>, 'make'>
}

/** A side of an ID card as a picture, or both as a document (PDF/UA), with the brand's own colors, mark and numbers. */
export async function cardFile(card: IdCard, parts: CardFileParts): Promise<FileAnswer> {
  const { loaded, phone, format, side } = parts
  const language = toPrinted(parts.language)
  const facts = cardFacts(card, toCardBrand(loaded, phone, language), language)
  const draw = (of: 'front' | 'back') => cardSvg(facts, of, { tokens: loaded.tokens, mark: loaded.images.mark.svg })
  const name = `${cardTexts(language)('fileName')}-${card.kind}`
  if (format === 'svg') return buildFile(`${name}-${side}.svg`, 'image/svg+xml', Buffer.from(draw(side)))
  if (format === 'pdf') {
    const sides = { front: draw('front'), back: draw('back') }
    const sender = buildSender(loaded, language)
    const bytes = await parts.documents.make({ kind: 'document', facts, ...sides, sender, language, now: parts.now })
    return buildFile(`${name}.pdf`, 'application/pdf', bytes)
  }
  const bytes = await parts.documents.make({ kind: 'picture', svg: draw(side) })
  return buildFile(`${name}-${side}.png`, 'image/png', bytes)
}

export function toCardBrand({ brand, texts }: LoadedBrand, phone: string, language: Language): CardBrand {
  return {
    name: texts[language].name,
    phone,
    nurse: brand.nurseLine?.number ?? null,
    tty: brand.ttyNumber,
    website: brand.domain,
  }
}

function buildFile(name: string, type: string, bytes: Uint8Array): FileAnswer {
  return { name, type, size: bytes.length, inline: false, content: once(bytes) }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
