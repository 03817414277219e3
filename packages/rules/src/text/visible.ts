/**
 * Invisible characters that change how the text around them is shown, or that only a program would send: control characters, direction
 * marks, tags. The joiners of Persian and of emoji are not among them; NUL stays, to be refused later.
 */
const misleading = /(?!\0)[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * In a single line, also characters that only several lines need, and zero-width characters, which phones and office programs add when
 * they copy.
 */
const invisible = /[\xad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064]/g

/** A text of several lines as people see it: without misleading characters. */
export function visibleText(text: string): string {
  return text.replace(misleading, '')
}

/** A single line of text as people see it: without invisible characters, and with blanks for tabs and line ends. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replace(/\r\n|[\r\n\t\u2028\u2029]/g, ' ')
    .replace(invisible, '')
}
