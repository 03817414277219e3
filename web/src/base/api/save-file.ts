/** How long an object URL must live for the browser to use it, in ms. */
export const uptakeMs = 60_000

/** Has the browser save the file that a call answered. Throws a TypeError if it is not a file. */
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
