/** A block of a document, with what it is for anyone who has it read out. */
export type Block =
  | TextBlock
  /** Important text in a box. */
  | { readonly kind: 'notice'; readonly text: string; readonly more?: string }
  /** A label and its value, side by side; fields that follow each other are one list. */
  | { readonly kind: 'field'; readonly label: string; readonly value: string }
  | TableBlock
  | FigureBlock

/** A picture, with what it says in words. */
export interface FigureBlock {
  readonly kind: 'figure'
  readonly png: Uint8Array
  readonly text: string
  /** In points. */
  readonly width: number
  readonly height: number
}

export interface TextBlock {
  readonly kind: 'title' | 'heading' | 'subheading' | 'text' | 'strong'
  readonly text: string
  /** Where it is not in the language of the document. */
  readonly language?: string
}

/** A table; the first cell of each row names the row. */
export interface TableBlock {
  readonly kind: 'table'
  readonly columns: readonly {
    /** Empty in all columns: there is no row of headings. */
    readonly text: string
    /** Share of the width, of one. */
    readonly width: number
    readonly numeric?: boolean
  }[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly strong?: boolean }[]
}

/** The text of a block, for what can be said of all of it. */
export function textsOf(block: Block): readonly string[] {
  if (block.kind === 'field') return [block.label, block.value]
  if (block.kind === 'table')
    return [...block.columns.map(({ text }) => text), ...block.rows.flatMap((row) => row.cells)]
  return block.kind === 'notice' ? [block.text, block.more ?? ''] : [block.text]
}
