/** Formats rows as aligned columns, the first one to the left and the others to the right; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [lines[0] ?? [], rule, ...lines.slice(1)].map((cells) => `  ${cells.join('  ')}`).join('\n')
}
