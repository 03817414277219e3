/** A public notice with the numbers of the brand in the place of `{phone}` and `{tty}`. */
export function fillNotice(text: string, numbers: { readonly phone: string; readonly tty: string }): string {
  return text.replaceAll('{phone}', numbers.phone).replaceAll('{tty}', numbers.tty)
}
