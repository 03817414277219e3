/**
 * Invisible characters that change how the text around them is shown, or that only a program would send: control characters, marks that
 * turn the direction of what follows, tags. The joiners that Persian and emoji are written with are none of them; NUL stays, to be refused.
 */
const misleading = /(?!\0)[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** In one line, also what only several lines need, and characters of no width, which phones and office programs add when they copy. */
const invisible = /[\xad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064]/g

/** A text of several lines as people see it: without misleading characters. */
export function visibleText(text: string): string {
  return text.replace(misleading, '')
}

/** One line of text as people see it: without invisible characters, and with blanks for tabs and line ends. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replace(/\r\n|[\r\n\t\u2028\u2029]/g, ' ')
    .replace(invisible, '')
}
