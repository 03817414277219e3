type Field = Pick<HTMLInputElement, 'type' | 'id' | 'value' | 'defaultValue' | 'readOnly'>

const untyped = ['checkbox', 'radio', 'submit', 'button', 'hidden']

/** Whether a field has a value that did not come with the page (SE-1). What the browser filled in counts. */
export function isTyped({ type, id, value, defaultValue, readOnly }: Field): boolean {
  return value !== '' && !untyped.includes(type) && !readOnly && !(id === 'loginId' && value === defaultValue)
}
