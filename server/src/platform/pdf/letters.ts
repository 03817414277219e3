/** Matches each character that the fonts in `fonts/` lack: they have the Latin, Greek and Cyrillic letters, with all accents. */
const lacking = /[^\n\x20-\x7e\xa0-\u03e1\u03f0-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u214f\ufb00-\ufb06\ufffd]/gu
/** Control characters, and those that reverse the direction of the text around them. */
const invisible = /\p{Cc}|\u200d|[\u202a-\u202e]|[\u2066-\u2069]|\ufe0e|\ufe0f/gu
export const unknownLetter = '\ufffd'

/** A text in the fonts' characters: accents combined with their letters, and `unknownLetter` for each missing character. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .replace(invisible, (character) => (character === '\n' ? character : ''))
    .normalize('NFC')
    .replace(lacking, unknownLetter)
}

/** Whether the fonts have all of a text's characters. */
export function isPrintable(text: string): boolean {
  return !printable(text).includes(unknownLetter)
}

/**
 * The text with zero-width spaces as line break opportunities in long stretches without one, because laying out a line takes longer the
 * later it ends. If there are blanks, they are added after one, so that no word is split.
 */
export function breakable(text: string): string {
  return text.replace(/[^\n]{60}[^\n ]{0,40} ?/gu, '$&\u200b')
}
