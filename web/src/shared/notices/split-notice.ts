/** A public notice split at `{phone}` and `{tty}`, where the brand's numbers go. */
export function splitNotice(text: string): readonly string[] {
  return text.split(/(\{phone\}|\{tty\})/).filter((part) => part !== '')
}
