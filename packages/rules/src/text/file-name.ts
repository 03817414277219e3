/** Longest name that is kept, in UTF-16 units. */
const longest = 120

/** Characters that no file system takes, that are not seen, or that turn the order of others about. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}<>:"/\\|?*]/gu

/**
 * The name of a file as it may be shown and saved: without folders, without characters that mislead, never empty and at
 * most 120 long; the ending stays.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(unsafe, '').replace(/\s+/g, ' ').trim()
  const [, stem = plain, ending = ''] = /^(.*)(\.[^.\s]{1,10})$/.exec(plain) ?? []
  const cut = [...stem.replace(/^\.+/, '').trim()]
  while (cut.join('').length + ending.length > longest) cut.pop()
  return `${cut.join('').trim() || 'file'}${ending}`
}
