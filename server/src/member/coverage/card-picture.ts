import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import type { CardDocument } from './card-document.ts'

/** The output of the card thread: one side as a picture, or both as a document; the sides are SVG. */
export type CardJob =
  | { readonly kind: 'picture'; readonly svg: string }
  | ({ readonly kind: 'document'; readonly front: string; readonly back: string } & Omit<
      CardDocument,
      'front' | 'back'
    >)

const fonts = ['regular', 'bold'].map((weight) =>
  fileURLToPath(new URL(`../../platform/pdf/fonts/noto-sans-${weight}.ttf`, import.meta.url)),
)

/** A side of a card as PNG: takes a few hundredths of a second, so it runs on a thread of its own. */
export function drawPicture(svg: string): Uint8Array {
  const options = { font: { loadSystemFonts: false, fontFiles: fonts, defaultFontFamily: 'Noto Sans' } }
  return new Resvg(svg, options).render().asPng()
}
