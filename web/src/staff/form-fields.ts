function control(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null
}

/** What stands in a field, as typed. */
export function fieldValue(form: HTMLFormElement, name: string): string {
  return control(form, name)?.value ?? ''
}

/** Puts the focus on the field that has to be mended first; undefined: nothing has. */
export function focusField(form: HTMLFormElement, name: string | undefined) {
  if (name !== undefined) control(form, name)?.focus()
}
