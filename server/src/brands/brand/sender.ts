import type { Language } from '@portico/contract/page'
import type { Sender } from '../../platform/pdf/document.ts'
import type { LoadedBrand } from './load.ts'
import { logoPng } from './logo-png.ts'

/** A brand as the sender of a document, in its own colors, with its mailing address before other ways to reach it. */
export function buildSender(loaded: LoadedBrand, language: Language, lines: readonly string[] = []): Sender {
  const { brand, tokens, texts } = loaded
  return {
    name: texts[language].name,
    logo: logoPng(loaded),
    look: {
      text: tokens['--text'],
      muted: tokens['--text-muted'],
      heading: tokens['--brand-primary-text'],
      ground: tokens['--brand-tint'],
      onGround: tokens['--brand-on-tint'],
      rule: tokens['--border-strong'],
    },
    lines: [...(brand.postalAddress ?? []), ...lines],
  }
}
