import type { TableBlock } from './blocks.ts'
import {
  type Desk,
  drawArtifact,
  type Element,
  font,
  keepTogether,
  margin,
  moveBy,
  type TextStyle,
  width,
} from './desk.ts'
import { breakable, printable } from './letters.ts'

const plain: TextStyle = { font: font.regular, size: 9, color: 'text' }
const strong: TextStyle = { ...plain, font: font.bold }
const headings: TextStyle = { font: font.bold, size: 8, color: 'onGround' }
const gap = 8
const padding = 4

type Tag = 'heading' | 'row'

/** Draws a table and tags its rows; every further page repeats the headings. */
export function drawTable(desk: Desk, parent: Element, table: TableBlock): void {
  const { pdf } = desk
  const titles = table.columns.map(({ text }) => text)
  const hasHeadings = titles.some((text) => text !== '')
  moveBy(desk, 6)
  const element = pdf.struct('Table')
  parent.add(element)
  const first = table.rows[0]?.cells ?? []
  keepTogether(desk, measureHeight(desk, table, titles, headings) + measureHeight(desk, table, first, plain))
  if (hasHeadings) {
    const row = openRow(desk, element)
    drawGround(desk, measureHeight(desk, table, titles, headings))
    drawCells(desk, row, { table, cells: titles, lettering: headings, tag: 'heading' })
  }
  for (const { cells, strong: isStrong = false } of table.rows) {
    const lettering = isStrong ? strong : plain
    const height = measureHeight(desk, table, cells, lettering)
    if (pdf.y + height > pdf.page.maxY()) {
      pdf.addPage()
      if (hasHeadings) repeatHeadings(desk, table, titles)
    }
    drawCells(desk, openRow(desk, element), { table, cells, lettering, tag: 'row' })
    drawRule(desk)
  }
  element.end()
  pdf.x = margin
}

function openRow({ pdf }: Desk, table: Element): Element {
  const row = pdf.struct('TR')
  table.add(row)
  return row
}

interface Row {
  readonly table: TableBlock
  readonly cells: readonly string[]
  readonly lettering: TextStyle
  readonly tag: Tag
}

function drawCells(desk: Desk, row: Element, { table, cells, lettering, tag }: Row): void {
  const { pdf, use } = desk
  const top = pdf.y
  const height = measureHeight(desk, table, cells, lettering)
  for (const [place, cell] of placeCells(table, cells).entries()) {
    const draw = () => {
      use(lettering)
      pdf.text(cell.text, cell.x, top + padding, { width: cell.width, align: cell.align })
    }
    // The library supports a heading's scope; its types do not yet.
    const scope = { scope: tag === 'heading' ? 'Column' : 'Row' } as object
    const isHeading = tag === 'heading' || place === 0
    row.add(isHeading ? pdf.struct('TH', scope, draw) : pdf.struct('TD', {}, draw))
  }
  row.end()
  pdf.y = top + height
}

/** Repeats the headings for sighted readers only. */
function repeatHeadings(desk: Desk, table: TableBlock, titles: readonly string[]): void {
  const { pdf, use } = desk
  const [top, height] = [pdf.y, measureHeight(desk, table, titles, headings)]
  drawGround(desk, height)
  drawArtifact(desk, () => {
    use(headings)
    for (const { text, x, width, align } of placeCells(table, titles))
      pdf.text(text, x, top + padding, { width, align })
  })
  pdf.y = top + height
}

function drawGround(desk: Desk, height: number): void {
  const { pdf, look } = desk
  drawArtifact(desk, () => pdf.rect(margin, pdf.y, width, height).fill(look.ground))
}

function drawRule(desk: Desk): void {
  const { pdf, look } = desk
  const draw = () =>
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .stroke(look.rule)
  drawArtifact(desk, draw)
}

function placeCells({ columns }: TableBlock, cells: readonly string[]) {
  let x = margin
  return columns.map((column, place) => {
    const own = { text: breakable(printable(cells[place] ?? '')), x: x + gap / 2, width: column.width * width - gap }
    x += column.width * width
    return { ...own, align: column.numeric === true ? ('right' as const) : ('left' as const) }
  })
}

function measureHeight({ pdf, use }: Desk, table: TableBlock, cells: readonly string[], lettering: TextStyle): number {
  use(lettering)
  const heights = placeCells(table, cells).map(({ text, width }) => pdf.heightOfString(text, { width }))
  return Math.max(...heights) + 2 * padding
}
