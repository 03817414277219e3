/** The longest name we keep, in UTF-16 units. */
const longest = 120

/** Characters that file systems do not allow, that are invisible, or that change the order of the characters around them. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"/\\|?*]/gu

/**
 * A file's name, safe to show and save: without folders or misleading characters, never empty and at most 120 long; it keeps the
 * extension.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(unsafe, '').replace(/\s+/g, ' ').trim()
  const [, stem = plain, ending = ''] = /^(.*)(\.[^.\s]{1,10})$/.exec(plain) ?? []
  const cut = [...stem.replace(/^\.+/, '').trim()]
  while (cut.join('').length + ending.length > longest) cut.pop()
  return `${cut.join('').trim() || 'file'}${ending}`
}
