/** A public notice in parts: its words, and `{phone}` and `{tty}` where the brand's numbers go. */
export function splitNotice(text: string): readonly string[] {
  return text.split(/(\{phone\}|\{tty\})/).filter((part) => part !== '')
}
