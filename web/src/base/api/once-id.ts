import { newId } from '../new-id.ts'

/** Makes idempotency keys: the same key while the same data is sent again, a new one for anything else. */
export function createOnceId(): (sent: unknown) => string {
  let last = { said: '', id: '' }
  return (sent) => {
    const said = JSON.stringify(sent)
    if (said !== last.said) last = { said, id: newId() }
    return last.id
  }
}
