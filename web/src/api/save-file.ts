/** How long an address has to live for the browser to take it up, in ms. */
export const uptakeMs = 60_000

/** Has the browser save the answer of a call for a file. Throws a TypeError where it is none. */
export function saveAnswer(answer: unknown, name: string): void {
  if (!(answer instanceof Blob)) throw new TypeError('No file came.')
  saveFile(answer, name)
}

/** Has the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), uptakeMs)
}
