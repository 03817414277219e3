/** A form's control with this name. */
export function control(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : null
}
