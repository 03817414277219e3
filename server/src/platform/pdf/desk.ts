import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { printable } from './letters.ts'

export type Drawing = InstanceType<typeof PDFDocument>
export type Element = ReturnType<Drawing['struct']>

/** In points, on US letter. */
export const margin = 60
export const width = 612 - 2 * margin

export const font = {
  regular: fileURLToPath(new URL('fonts/noto-sans-regular.ttf', import.meta.url)),
  bold: fileURLToPath(new URL('fonts/noto-sans-bold.ttf', import.meta.url)),
} as const

/** Colors of a document, `#rrggbb`; text is readable on each background. */
export interface Look {
  readonly text: string
  readonly muted: string
  /** Titles and headings, on white. */
  readonly heading: string
  readonly ground: string
  readonly onGround: string
  readonly rule: string
}

export interface TextStyle {
  readonly font: string
  readonly size: number
  readonly color: keyof Look
}

/** The drawing surface of a document. */
export interface Desk {
  readonly pdf: Drawing
  readonly look: Look
  /** Sets the text style for the next drawing operations, on any page. */
  readonly use: (lettering: TextStyle) => void
}

export function moveBy({ pdf }: Desk, distance: number): void {
  if (pdf.y > margin) pdf.y += distance
}

/** Continues on the next page if a block of this height, in points, does not fit on the current one. */
export function keepTogether({ pdf }: Desk, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
}

/** Draws pure decoration, which screen readers skip. */
export function drawArtifact({ pdf }: Desk, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

const footers: TextStyle = { font: font.regular, size: 8, color: 'muted' }

/** Draws each page's footer when the page is added, and keeps the text style across pages. */
export function openDesk(pdf: Drawing, look: Look, footer: (page: number) => string): Desk {
  let current: TextStyle = { font: font.regular, size: 10, color: 'text' }
  let pages = 0
  const set = (lettering: TextStyle) => pdf.font(lettering.font, lettering.size).fillColor(look[lettering.color])
  pdf.on('pageAdded', () => {
    pages += 1
    const text = printable(footer(pages))
    set(footers)
    const x = pdf.page.width - margin - pdf.widthOfString(text)
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.text(text, x, pdf.page.height - margin / 2 - footers.size, { lineBreak: false })
    pdf.endMarkedContent()
    set(current)
    pdf.x = margin
    pdf.y = margin
  })
  return {
    pdf,
    look,
    use: (lettering) => {
      current = lettering
      set(lettering)
    },
  }
}
