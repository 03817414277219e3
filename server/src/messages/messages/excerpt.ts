/** The first words of a text, in one line. Cuts between whole characters: half of one would be sent as a replacement character. */
export function cutExcerpt(body: string): string {
  const line = body.replace(/\s+/g, ' ')
  const splitsPair = /[\uD800-\uDBFF]/.test(line[139] ?? '')
  return line.slice(0, splitsPair ? 139 : 140).trim()
}
