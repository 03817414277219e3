import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { breakable, printable } from './letters.ts'

/** A block of a document, with what it is for who has it read out. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'subheading' | 'text'; readonly text: string }
  /** A label and its value, side by side; fields that follow each other are one list. */
  | { readonly kind: 'field'; readonly label: string; readonly value: string }

export interface PdfOptions {
  readonly title: string
  readonly language: string
  readonly createdAt: Date
  /** Whose document it is: stands at its head with its logo, a PNG. */
  readonly sender: { readonly name: string; readonly logo: Uint8Array }
  /** Stands at the foot of each page, e.g. `Page 1`. */
  readonly footer: (page: number) => string
}

type Drawing = InstanceType<typeof PDFDocument>
type Element = ReturnType<Drawing['struct']>
type TextBlock = Exclude<Block, { readonly kind: 'field' }>
type Field = Extract<Block, { readonly kind: 'field' }>

const font = {
  regular: fileURLToPath(new URL('fonts/noto-sans-regular.ttf', import.meta.url)),
  bold: fileURLToPath(new URL('fonts/noto-sans-bold.ttf', import.meta.url)),
} as const

/** In points, on US letter. */
const margin = 60
const labelWidth = 160
const valueIndent = 170
const logoWidth = 32

interface Lettering {
  readonly font: string
  readonly size: number
}

const styles = {
  sender: { font: font.bold, size: 12, before: 0, tag: 'P', linesKept: 1 },
  title: { font: font.bold, size: 20, before: 0, tag: 'H1', linesKept: 3 },
  heading: { font: font.bold, size: 14, before: 18, tag: 'H2', linesKept: 4 },
  subheading: { font: font.bold, size: 11, before: 10, tag: 'H3', linesKept: 4 },
  text: { font: font.regular, size: 10, before: 3, tag: 'P', linesKept: 1 },
} as const
const labels: Lettering = { font: font.bold, size: styles.text.size }
const footers: Lettering = { font: font.regular, size: 8 }

/**
 * A tagged PDF of plain blocks: headings can be jumped to, and it is read out in order. It keeps a processor busy, so that it
 * is no work for a thread that answers calls.
 */
export async function pdfDocument(blocks: Iterable<Block>, options: PdfOptions): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    font: font.regular,
    pdfVersion: '1.7',
    tagged: true,
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, CreationDate: options.createdAt },
    autoFirstPage: false,
  })
  const use = lettererOf(pdf, options.footer)
  pdf.addPage()
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawSender({ pdf, use }, root, options.sender)
  let list: Element | null = null
  for (const block of blocks) {
    if (block.kind === 'field') {
      list ??= opened(pdf, root)
      drawField({ pdf, use }, list, block)
    } else {
      list?.end()
      list = null
      drawText({ pdf, use }, root, block)
    }
  }
  list?.end()
  root.end()
  pdf.end()
  const parts: Uint8Array[] = []
  for await (const part of pdf) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

function opened(pdf: Drawing, parent: Element): Element {
  const list = pdf.struct('L')
  parent.add(list)
  return list
}

interface Desk {
  readonly pdf: Drawing
  /** Sets the lettering of what is drawn next, on whatever page. */
  readonly use: (lettering: Lettering) => void
}

function drawSender({ pdf, use }: Desk, parent: Element, { name, logo }: PdfOptions['sender']): void {
  const top = pdf.y
  parent.add(pdf.struct('Figure', { alt: name }, () => pdf.image(Buffer.from(logo), margin, top, { width: logoWidth })))
  use(styles.sender)
  const shown = printable(name)
  const middle = top + (logoWidth - pdf.currentLineHeight(true)) / 2
  parent.add(pdf.struct(styles.sender.tag, {}, () => pdf.text(shown, margin + logoWidth + 10, middle)))
  pdf.x = margin
  pdf.y = Math.max(pdf.y, top + logoWidth) + 18
}

function drawText({ pdf, use }: Desk, parent: Element, { kind, text }: TextBlock): void {
  const style = styles[kind]
  const shown = printable(text)
  use(style)
  moveBy(pdf, style.before)
  keepTogether(pdf, style.linesKept * pdf.currentLineHeight(true))
  if (kind === 'heading') pdf.outline.addItem(shown)
  parent.add(pdf.struct(style.tag, {}, () => pdf.text(breakable(shown), margin)))
}

function drawField({ pdf, use }: Desk, list: Element, field: Field): void {
  const label = printable(field.label)
  use(labels)
  moveBy(pdf, styles.text.before)
  keepTogether(pdf, pdf.heightOfString(label, { width: labelWidth }))
  const top = pdf.y
  let labelEnd = top
  const drawLabel = () => {
    pdf.text(label, margin, top, { width: labelWidth })
    labelEnd = pdf.y
  }
  const drawValue = () => {
    const { page } = pdf
    use(styles.text)
    pdf.text(breakable(printable(field.value)), margin + valueIndent, top)
    if (pdf.page === page) pdf.y = Math.max(pdf.y, labelEnd)
  }
  list.add(pdf.struct('LI', {}, [pdf.struct('Lbl', {}, drawLabel), pdf.struct('LBody', {}, drawValue)]))
}

function moveBy(pdf: Drawing, distance: number): void {
  if (pdf.y > margin) pdf.y += distance
}

/** Goes on with the next page where this one has no room of a height, in points. */
function keepTogether(pdf: Drawing, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
}

/** Draws the foot of each page as it is added, and gives what keeps the lettering beyond it. */
function lettererOf(pdf: Drawing, footer: PdfOptions['footer']): Desk['use'] {
  let current: Lettering = styles.text
  let pages = 0
  pdf.on('pageAdded', () => {
    pages += 1
    const text = printable(footer(pages))
    pdf.font(footers.font, footers.size)
    const x = pdf.page.width - margin - pdf.widthOfString(text)
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.text(text, x, pdf.page.height - margin / 2 - footers.size, { lineBreak: false })
    pdf.endMarkedContent()
    pdf.font(current.font, current.size)
    pdf.x = margin
    pdf.y = margin
  })
  return (lettering) => {
    current = lettering
    pdf.font(lettering.font, lettering.size)
  }
}
