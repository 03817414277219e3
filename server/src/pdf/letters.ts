/** Matches each character that the fonts of `fonts/` lack: they have the Latin, Greek and Cyrillic letters, with all accents. */
const lacking = /[^\n\x20-\x7e\xa0-\u03e1\u03f0-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u214f\ufb00-\ufb06\ufffd]/gu
/** Controls, and what turns the order of the letters around it. */
const invisible = /\p{Cc}|\u200d|[\u202a-\u202e]|[\u2066-\u2069]|\ufe0e|\ufe0f/gu
export const unknownLetter = '\ufffd'

/** A text as it can be set: accents joined with their letters, and `unknownLetter` for each character that cannot be. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .replace(invisible, (character) => (character === '\n' ? character : ''))
    .normalize('NFC')
    .replace(lacking, unknownLetter)
}

/** Whether every character of a text can be set. */
export function isPrintable(text: string): boolean {
  return !printable(text).includes(unknownLetter)
}

/**
 * The same text with places to break a line where there would be none for long: setting a line takes the longer the later it
 * ends. Where there are blanks they stand behind one, so that no word of a language is parted.
 */
export function breakable(text: string): string {
  return text.replace(/[^\n]{60}[^\n ]{0,40} ?/gu, '$&\u200b')
}
