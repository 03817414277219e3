import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Block, FigureBlock, TextBlock } from './blocks.ts'
import {
  type Desk,
  drawArtifact,
  type Element,
  font,
  keepTogether,
  type Look,
  margin,
  moveBy,
  openDesk,
  type TextStyle,
  width,
} from './desk.ts'
import { breakable, printable } from './letters.ts'
import { drawTable } from './table.ts'

export interface PdfOptions {
  readonly title: string
  readonly language: string
  readonly createdAt: Date
  readonly sender: Sender
  /** The footer of a page, e.g. `Page 1`. */
  readonly footer: (page: number) => string
}

/** The document's sender, shown at the top with its logo, a PNG, in its colors. */
export interface Sender {
  readonly name: string
  readonly logo: Uint8Array
  readonly look: Look
  /** How to reach the sender, one way per line. */
  readonly lines?: readonly string[]
}

type Field = Extract<Block, { readonly kind: 'field' }>
type Notice = Extract<Block, { readonly kind: 'notice' }>

const labelWidth = 160
const valueIndent = 170
const logoWidth = 32
const boxPadding = 10

const styles = {
  sender: { font: font.bold, size: 12, color: 'text', before: 0, tag: 'P', linesKept: 1 },
  title: { font: font.bold, size: 20, color: 'heading', before: 0, tag: 'H1', linesKept: 3 },
  heading: { font: font.bold, size: 14, color: 'heading', before: 18, tag: 'H2', linesKept: 4 },
  subheading: { font: font.bold, size: 11, color: 'text', before: 10, tag: 'H3', linesKept: 4 },
  text: { font: font.regular, size: 10, color: 'text', before: 3, tag: 'P', linesKept: 1 },
  strong: { font: font.bold, size: 11, color: 'text', before: 6, tag: 'P', linesKept: 1 },
} as const
const labels: TextStyle = { font: font.bold, size: styles.text.size, color: 'text' }
const reach: TextStyle = { font: font.regular, size: 9, color: 'muted' }
const noticeTitle: TextStyle = { font: font.bold, size: 12, color: 'onGround' }
const noticeText: TextStyle = { font: font.regular, size: 10, color: 'onGround' }

/** Parsed once for all documents: parsing takes longer than drawing most of them. */
const fonts = new Map(Object.values(font).map((path) => [path, openSync(path)]))

/**
 * A tagged PDF (PDF/UA) from simple blocks: readers can jump between headings, and screen readers read it in order. Making it keeps a
 * processor busy, so do not do it in a thread that answers calls.
 */
export async function pdfDocument(blocks: Iterable<Block>, options: PdfOptions): Promise<Uint8Array> {
  // The library supports more of PDF/UA than its types declare.
  const standard = { subset: 'PDF/UA' } as object
  const pdf = new PDFDocument({
    ...standard,
    size: 'LETTER',
    margin,
    // Otherwise the library would parse its default font.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, CreationDate: options.createdAt },
    autoFirstPage: false,
  })
  for (const [path, parsed] of fonts) {
    // Its glyphs remember the letters that they were first used for, which may differ in another document.
    Object.assign(parsed, { _glyphs: {} })
    // The library also accepts parsed fonts, which its types do not declare.
    pdf.registerFont(path, parsed as object as Buffer)
  }
  const desk = openDesk(pdf, options.sender.look, options.footer)
  pdf.addPage()
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawSender(desk, root, options.sender)
  let list: Element | null = null
  for (const block of blocks) {
    if (block.kind === 'field') {
      list ??= openList(desk, root)
      drawField(desk, list, block)
      continue
    }
    list?.end()
    list = null
    if (block.kind === 'table') drawTable(desk, root, block)
    else if (block.kind === 'figure') drawFigure(desk, root, block)
    else if (block.kind === 'notice') drawNotice(desk, root, block)
    else drawText(desk, root, block)
  }
  list?.end()
  root.end()
  pdf.end()
  const parts: Uint8Array[] = []
  for await (const part of pdf) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

function openList({ pdf }: Desk, parent: Element): Element {
  const list = pdf.struct('L')
  parent.add(list)
  return list
}

function drawSender({ pdf, use }: Desk, parent: Element, { name, logo, lines = [] }: Sender): void {
  const top = pdf.y
  const place = { bbox: [margin, top, margin + logoWidth, top + logoWidth] } as object
  const drawLogo = () => pdf.image(Buffer.from(logo), margin, top, { width: logoWidth })
  parent.add(pdf.struct('Figure', { alt: name, ...place }, drawLogo))
  use(styles.sender)
  const shown = printable(name)
  const middle = top + (logoWidth - pdf.currentLineHeight(true)) / 2
  const left = margin + logoWidth + 10
  parent.add(pdf.struct(styles.sender.tag, {}, () => pdf.text(shown, left, middle, { width: width / 2 - 42 })))
  const bottom = pdf.y
  pdf.y = top
  for (const line of lines) {
    const draw = () => {
      use(reach)
      pdf.text(printable(line), margin + width / 2, pdf.y, { width: width / 2, align: 'right' })
    }
    parent.add(pdf.struct('P', {}, draw))
  }
  pdf.x = margin
  pdf.y = Math.max(pdf.y, bottom, top + logoWidth) + 18
}

function drawFigure(desk: Desk, parent: Element, figure: FigureBlock): void {
  const { pdf } = desk
  const { png, text, width: across, height, beside = false } = figure
  if (!beside) {
    moveBy(desk, 10)
    keepTogether(desk, height)
  }
  const top = beside ? pdf.y - height : pdf.y
  const left = beside ? margin + width - across : margin
  const place = { bbox: [left, top, left + across, top + height] } as object
  const draw = () => pdf.image(Buffer.from(png), left, top, { width: across, height })
  parent.add(pdf.struct('Figure', { alt: printable(text), ...place }, draw))
  pdf.x = margin
  pdf.y = top + height
}

function drawText(desk: Desk, parent: Element, { kind, text, language }: TextBlock): void {
  const { pdf, use } = desk
  const style = styles[kind]
  const shown = printable(text)
  use(style)
  moveBy(desk, style.before)
  keepTogether(desk, style.linesKept * pdf.currentLineHeight(true))
  if (kind === 'heading') pdf.outline.addItem(shown)
  const spoken = language === undefined ? {} : { lang: language }
  parent.add(pdf.struct(style.tag, spoken, () => pdf.text(breakable(shown), margin)))
}

function drawNotice(desk: Desk, parent: Element, { text, more = '' }: Notice): void {
  const { pdf, look, use } = desk
  const inner = { width: width - 2 * boxPadding }
  const parts = [
    { lettering: noticeTitle, text: breakable(printable(text)) },
    { lettering: noticeText, text: breakable(printable(more)) },
  ].filter((part) => part.text !== '')
  const heights = parts.map((part) => {
    use(part.lettering)
    return pdf.heightOfString(part.text, inner)
  })
  const height = heights.reduce((sum, one) => sum + one, 2 * boxPadding)
  moveBy(desk, 8)
  keepTogether(desk, height)
  const top = pdf.y
  drawArtifact(desk, () => pdf.roundedRect(margin, top, width, height, 4).fill(look.ground))
  pdf.y = top + boxPadding
  for (const part of parts) {
    const draw = () => {
      use(part.lettering)
      pdf.text(part.text, margin + boxPadding, pdf.y, inner)
    }
    parent.add(pdf.struct('P', {}, draw))
  }
  pdf.x = margin
  pdf.y = top + height + 6
}

function drawField(desk: Desk, list: Element, field: Field): void {
  const { pdf, use } = desk
  const label = printable(field.label)
  use(labels)
  moveBy(desk, styles.text.before)
  keepTogether(desk, pdf.heightOfString(label, { width: labelWidth }))
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
