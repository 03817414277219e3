import { deflateSync } from 'node:zlib'
import { encodeText, linesOf, widthOf } from './text.ts'

/** A block of a document, with what it is for who has it read out. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'subheading' | 'text'; readonly text: string }
  /** A label and its value, side by side. */
  | { readonly kind: 'field'; readonly label: string; readonly value: string }

export interface PdfOptions {
  readonly title: string
  readonly language: string
  readonly createdAt: Date
  /** Stands at the foot of each page, e.g. `Page 1 of 3`. */
  readonly footer: (page: number, pages: number) => string
}

/** US letter, in points. */
const page = { width: 612, height: 792, margin: 60 } as const
const textWidth = page.width - 2 * page.margin
const labelWidth = 170

const styles = {
  title: { size: 20, bold: true, before: 0, tag: 'H1' },
  heading: { size: 14, bold: true, before: 18, tag: 'H2' },
  subheading: { size: 11, bold: true, before: 10, tag: 'H3' },
  text: { size: 10, bold: false, before: 3, tag: 'P' },
  field: { size: 10, bold: false, before: 3, tag: 'P' },
} as const

interface Page {
  readonly content: string[]
  /** Tags of its marked pieces, in order. */
  readonly tags: string[]
}

/** A tagged PDF of plain blocks, in the standard fonts: headings can be jumped to, and it is read out in order. */
export function pdfDocument(blocks: readonly Block[], options: PdfOptions): Buffer {
  return written(laidOut(blocks), options)
}

function laidOut(blocks: readonly Block[]): Page[] {
  const pages: Page[] = [{ content: [], tags: [] }]
  let y = page.height - page.margin
  for (const block of blocks) {
    const { size, bold, before, tag } = styles[block.kind]
    const isField = block.kind === 'field'
    const lines = isField
      ? linesOf(block.value, { size, bold, width: textWidth - labelWidth })
      : linesOf(block.text, { size, bold, width: textWidth })
    const labels = isField ? linesOf(block.label, { size, bold: true, width: labelWidth - 10 }) : []
    const leading = size * 1.35
    y -= before
    let isNew = true
    // A heading does not stay behind alone at the foot of a page.
    const kept = tag === 'P' ? leading : leading * 4
    for (let at = 0; at < Math.max(lines.length, labels.length); at += 1) {
      if (y - (at === 0 ? kept : leading) < page.margin) {
        pages.push({ content: [], tags: [] })
        y = page.height - page.margin
        isNew = true
      }
      const current = pages.at(-1) as Page
      y -= leading
      if (isNew) {
        if (current.tags.length > 0) current.content.push('EMC')
        current.content.push(`/${tag} <</MCID ${current.tags.length}>> BDC`)
        current.tags.push(tag)
        isNew = false
      }
      const [label, line] = [labels[at], lines[at]]
      if (label !== undefined) current.content.push(shown(label, { x: page.margin, y, size, bold: true }))
      const x = page.margin + (isField ? labelWidth : 0)
      if (line !== undefined) current.content.push(shown(line, { x, y, size, bold }))
    }
  }
  for (const { content, tags } of pages) if (tags.length > 0) content.push('EMC')
  return pages
}

interface Placed {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly bold: boolean
}

function shown(text: string, { x, y, size, bold }: Placed): string {
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td (${encodeText(text)}) Tj ET`
}

/** The objects of the file: catalogue, pages, fonts, structure; then two a page, then one a tag. */
function written(pages: readonly Page[], { title, language, createdAt, footer }: PdfOptions): Buffer {
  const objects: (string | Buffer)[] = []
  const [catalog, tree, regular, bold, info, structure, root, parents] = [1, 2, 3, 4, 5, 6, 7, 8]
  const pageAt = (at: number) => 9 + 2 * at
  let next = pageAt(pages.length)
  const elements = pages.map(({ tags }) => tags.map((tag) => ({ tag, number: next++ })))
  const all = elements.flat().map(({ number }) => `${number} 0 R`)
  const set = (number: number, body: string | Buffer) => {
    objects[number] = body
  }
  set(
    catalog,
    `<</Type /Catalog /Pages ${tree} 0 R /Lang (${language}) /MarkInfo <</Marked true>> /StructTreeRoot ${structure} 0 R /ViewerPreferences <</DisplayDocTitle true>>>>`,
  )
  const kids = pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')
  set(tree, `<</Type /Pages /Kids [${kids}] /Count ${pages.length}>>`)
  const font = (name: string) => `<</Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding>>`
  set(regular, font('Helvetica'))
  set(bold, font('Helvetica-Bold'))
  const stamp = createdAt.toISOString().replace(/\D/g, '').slice(0, 14)
  set(info, `<</Title (${encodeText(title)}) /CreationDate (D:${stamp}Z)>>`)
  set(structure, `<</Type /StructTreeRoot /K ${root} 0 R /ParentTree ${parents} 0 R>>`)
  set(root, `<</Type /StructElem /S /Document /P ${structure} 0 R /K [${all.join(' ')}]>>`)
  const ofPage = (at: number) => (elements[at] ?? []).map(({ number }) => `${number} 0 R`).join(' ')
  set(parents, `<</Nums [${pages.map((_, at) => `${at} [${ofPage(at)}]`).join(' ')}]>>`)
  for (const [at, { content }] of pages.entries()) {
    const foot = footer(at + 1, pages.length)
    const x = page.width - page.margin - widthOf(foot, { size: 8, bold: false })
    const drawn = [...content, '/Artifact BMC', shown(foot, { x, y: page.margin / 2, size: 8, bold: false }), 'EMC']
    const box = `[0 0 ${page.width} ${page.height}]`
    const fonts = `<</F1 ${regular} 0 R /F2 ${bold} 0 R>>`
    set(
      pageAt(at),
      `<</Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources <</Font ${fonts}>> /Contents ${pageAt(at) + 1} 0 R /StructParents ${at} /Tabs /S>>`,
    )
    set(pageAt(at) + 1, stream(drawn.join('\n')))
    for (const [mark, { tag, number }] of (elements[at] ?? []).entries())
      set(number, `<</Type /StructElem /S /${tag} /P ${root} 0 R /Pg ${pageAt(at)} 0 R /K ${mark}>>`)
  }
  return assembled(objects, { catalog, info })
}

function stream(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const head = `<</Filter /FlateDecode /Length ${packed.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

function assembled(
  objects: readonly (string | Buffer)[],
  { catalog, info }: { readonly catalog: number; readonly info: number },
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets: number[] = []
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (let number = 1; number < objects.length; number += 1) {
    offsets.push(length)
    const body = objects[number] ?? 'null'
    add(Buffer.from(`${number} 0 obj\n`))
    add(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
    add(Buffer.from('\nendobj\n'))
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(Buffer.from(`xref\n0 ${objects.length}\n0000000000 65535 f \n${rows}`))
  add(
    Buffer.from(
      `trailer\n<</Size ${objects.length} /Root ${catalog} 0 R /Info ${info} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
