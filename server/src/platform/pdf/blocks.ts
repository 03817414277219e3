/** A block of a document, with its meaning for screen readers. */
export type Block =
  | TextBlock
  /** Important text in a box. */
  | { readonly kind: 'notice'; readonly text: string; readonly more?: string }
  /** A label and its value, side by side; consecutive fields form one list. */
  | { readonly kind: 'field'; readonly label: string; readonly value: string }
  | TableBlock
  | FigureBlock

/** An image, with its content in words. */
export interface FigureBlock {
  readonly kind: 'figure'
  readonly png: Uint8Array
  readonly text: string
  /** In points. */
  readonly width: number
  readonly height: number
  /** Placed to the right of the figure before it, which has the same height and leaves room. */
  readonly beside?: boolean
}

export interface TextBlock {
  readonly kind: 'title' | 'heading' | 'subheading' | 'text' | 'strong'
  readonly text: string
  /** Set if it is not in the document's language. */
  readonly language?: string
}

/** A table; the first cell of each row names the row. */
export interface TableBlock {
  readonly kind: 'table'
  readonly columns: readonly {
    /** If it is empty in all columns, the table has no heading row. */
    readonly text: string
    /** Its share of the width, as a fraction of 1. */
    readonly width: number
    readonly numeric?: boolean
  }[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly strong?: boolean }[]
}

/** All texts in a block. */
export function listTexts(block: Block): readonly string[] {
  if (block.kind === 'field') return [block.label, block.value]
  if (block.kind === 'table')
    return [...block.columns.map(({ text }) => text), ...block.rows.flatMap((row) => row.cells)]
  return block.kind === 'notice' ? [block.text, block.more ?? ''] : [block.text]
}
